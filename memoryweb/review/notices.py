"""What just happened, said once on the next page, with Undo. Never a memory's words: sessions outlive them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memoryweb.memories.actions import Outcome
from memoryweb.memories.actors import Actor, Person
from memoryweb.review.http import PersonRequest
from memoryweb.rules.policy import OutcomeName

KEY = "notices"
NOTHING_DONE = {OutcomeName.UNCHANGED, OutcomeName.BLOCKED, OutcomeName.REFUSED}


def actor(request: PersonRequest) -> Actor:
    """The person of this browser session."""
    return Person(request.user)


def notice(text: str, *, undo: list[int] | None = None, reopen: str = "", warning: bool = False) -> dict[str, Any]:
    """`undo` are versions to take back; `reopen` is a conflict whose answer can be."""
    return {"text": text, "undo": undo or [], "reopen": reopen, "warning": warning}


def leave(request: PersonRequest, text: str, **more: Any) -> None:
    request.session[KEY] = [*request.session.get(KEY, []), notice(text, **more)]


def taken(request: PersonRequest) -> list[dict[str, Any]]:
    return list(request.session.pop(KEY, []))


def answer(request: PersonRequest, outcome: Outcome, *, then: str) -> HttpResponse:
    """What a verb tells the person: a line in place for htmx, else the same line on the page they came from."""
    undo = [outcome.version] if outcome.version else []
    said = notice(_(outcome.reason), undo=undo, warning=outcome.name in NOTHING_DONE)
    return answer_with(request, said, then=then)


def answer_many(request: PersonRequest, outcomes: list[Outcome], *, done: str, then: str) -> HttpResponse:
    """The same for several memories at once, with one Undo for all of them."""
    versions = [o.version for o in outcomes if o.version]
    text = ngettext("%(count)d memory: %(done)s", "%(count)d memories: %(done)s", len(versions))
    left = len(outcomes) - len(versions)
    said = text % {"count": len(versions), "done": done}
    if left:
        said += " " + ngettext("%d was left as it is.", "%d were left as they are.", left) % left
    return answer_with(request, notice(said, undo=versions, warning=not versions), then=then)


def answer_with(request: PersonRequest, said: dict[str, Any], *, then: str) -> HttpResponse:
    if request.htmx:
        response = render(request, "review/_notice.html", {"notice": said})
        response["HX-Trigger-After-Settle"] = "memories-changed"
        return response
    leave(request, **said)
    return redirect(back(request, then))


def back(request: PersonRequest, then: str) -> str:
    """The page the person came from, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else then
