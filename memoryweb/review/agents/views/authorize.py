"""A person is asked whether a connector may use their memory, and answers it."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from memoryweb.oauth import authorization, origins
from memoryweb.oauth.authorization import Question, UnanswerableError
from memoryweb.people.signing_in import waits
from memoryweb.review.agents.forms.authorize import AuthorizeForm
from memoryweb.review.http import PersonRequest, signed_in

DECLINE = "decline"  # the name of the button


@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask who is signed in. Whoever is not signs in first, and is then asked: an answer is never kept for later."""
    if request.user.is_anonymous:
        return redirect_to_login(request.get_full_path())
    return _ask(request)


@signed_in
def _ask(request: PersonRequest) -> HttpResponse:
    if seconds := waits.consume(request, "oauth_authorize"):
        return waits.refusal(request, seconds)
    try:
        question = authorization.read(request.GET, issuer=origins.origin_of(request.get_host()))
    except UnanswerableError as error:
        return render(request, "agents/unanswerable.html", {"client": error.client, "back": error.back}, status=400)
    response = _answer(request, question)
    response._csp_update = {"form-action": [question.form_target]}  # type: ignore[attr-defined]  # django-csp reads it
    return response


def _answer(request: PersonRequest, question: Question) -> HttpResponse:
    """Show the question; on POST send the client the person's answer: the form ends on the client's site."""
    if request.method == "POST" and DECLINE in request.POST:
        return _back(authorization.decline(question))
    form = AuthorizeForm(request.POST if request.method == "POST" else None, person=request.user, question=question)
    if not form.is_valid():
        context = {"form": form, "question": question}
        return render(request, "agents/authorize.html", context, status=422 if form.is_bound else 200)
    return _back(authorization.accept(question, form.connect(), person=request.user))


def _back(address: str) -> HttpResponse:
    """Send the person back to the client. Its address was checked, and may be that of an app."""
    return HttpResponse(status=303, headers={"Location": address})
