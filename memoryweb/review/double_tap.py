"""A double tap is one tap: a form that is sent twice within seconds does one thing, and both get its answer."""

import hashlib
import time
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from redis.exceptions import RedisError

SECONDS = 5  # between two taps
LONGEST_WAIT = 4.0  # seconds for the first answer
RUNNING, IN_PLACE, TO_NEXT = "running", "in place", "next"
GetResponse = Callable[[HttpRequest], HttpResponse]


def answer_once(get_response: GetResponse) -> GetResponse:
    """Answer the second of two equal forms like the first, without doing it again.

    A form's token is made for one showing of a page, so a form that was shown anew is another one. So is one after
    which another form was sent: a switch may go on, off and on. A first answer that is a page (a correction, a token
    that is shown once) cannot be given twice; then the second one is dealt with as usual.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        form = _name(request)
        if not form:
            return get_response(request)
        try:
            first_answer = _first_answer(request, form)
        except RedisError:  # the cache is down, which must not stop a form
            return get_response(request)
        if first_answer == IN_PLACE:
            return HttpResponse(status=204)
        if first_answer:
            return redirect(request.POST.get("next", "") if first_answer == TO_NEXT else first_answer)
        response = get_response(request)
        _keep_answer(request, form, response)
        return response

    return middleware


def _name(request: HttpRequest) -> str:
    """Return a name for what this browser sent; empty if it is no form. Nothing that came without a session is read."""
    if request.method != "POST" or not request.session.session_key or "csrfmiddlewaretoken" not in request.POST:
        return ""
    sent = repr((request.session.session_key, request.get_full_path(), sorted(request.POST.lists())))
    return f"sent:{hashlib.sha256(sent.encode()).hexdigest()}"


def _first_answer(request: HttpRequest, form: str) -> str:
    """Return the answer to the same form of a moment ago, after waiting if needed; empty the first time."""
    last = f"last:{hashlib.sha256(str(request.session.session_key).encode()).hexdigest()}"
    before = cache.get(last)
    if before and before != form:
        cache.delete(before)
    cache.set(last, form, SECONDS)
    if cache.add(form, RUNNING, SECONDS):
        return ""
    deadline = time.monotonic() + LONGEST_WAIT
    while (answer := str(cache.get(form) or "")) == RUNNING and time.monotonic() < deadline:
        time.sleep(0.05)
    return "" if answer == RUNNING else answer


def _keep_answer(request: HttpRequest, form: str, response: HttpResponse) -> None:
    """Keep the address of a redirect, or that the page was changed in place; an address of ours holds ids only."""
    address = response.get("Location", "")
    if not address.startswith("/"):  # a client's, with a code for it
        address = ""
    answer = TO_NEXT if address and address == request.POST.get("next") else address
    if not answer and request.headers.get("HX-Request") and response.status_code < 300:
        answer = IN_PLACE
    try:
        if answer:
            cache.set(form, answer, SECONDS)
        else:
            cache.delete(form)
    except RedisError:
        return
