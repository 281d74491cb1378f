"""Notices: what just happened to what, shown once, with Undo.

One kept for the next page names its memory by id and not by its words, because sessions outlive those.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.messages import WARNING, get_messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from memoryweb.memories.actions import Actor, Outcome, Person
from memoryweb.memories.models import Memory
from memoryweb.review.http import PersonRequest
from memoryweb.rules.policy import OutcomeName

LEFT_AS_IS = ngettext_lazy("%d was left as it is.", "%d were left as they are.")
HAS_DETAILS = ngettext_lazy("%d waits: open it to see all it says.", "%d wait: open them to see all they say.")
KEY = "notices"
NOTHING_DONE = {OutcomeName.UNCHANGED, OutcomeName.BLOCKED, OutcomeName.REFUSED}


def actor(request: PersonRequest) -> Actor:
    """Return the person of this browser session as an actor."""
    return Person(request.user)


def act_of(request: PersonRequest) -> UUID | None:
    """Return this request's act so far, or None without changes."""
    return request.act.if_changed if request.act else None


def notice(
    text: str,
    *,
    undo: UUID | str | None = None,
    redo: bool = False,
    about: UUID | str | None = None,
    warning: bool = False,
    memory: UUID | str | None = None,
    url: str = "",
    decisions: Iterable[UUID | str] = (),
) -> dict[str, Any]:
    """Build a notice about what happened to `memory`, whose words it quotes when it is shown.

    Its Undo takes back the act `undo`, or a moderator's `decisions`; after an Undo that is `redo`. `about` links to a
    memory, `url` to another page of ours.
    """
    return {
        "text": text,
        "undo": str(undo or ""),
        "redo": redo,
        "about": str(about or ""),
        "warning": warning,
        "memory": str(memory or ""),
        "url": url,
        "decisions": [str(pk) for pk in decisions],
    }


def sentence_about(outcome: Outcome) -> str:
    """Return the outcome message, one sentence for each statement."""
    if not outcome.others:
        return _(outcome.reason)
    outcomes = (outcome, *outcome.others)
    said = _("You said %(count)s things. Each has its own memory.") % {"count": len(outcomes)}
    return " ".join((said, *dict.fromkeys(_(each.reason) for each in outcomes)))


def queue_notice(request: PersonRequest, text: str, **more: Any) -> None:
    """Keep a notice for the next page."""
    request.session[KEY] = [*request.session.get(KEY, []), notice(text, **more)]


def pop_notices(request: PersonRequest) -> list[dict[str, Any]]:
    """Return the notices that were kept, and forget them; none for htmx, which cuts its part out of the page."""
    if request.htmx and not request.htmx.history_restore_request:
        return []
    of_allauth = [notice(str(each), warning=each.level >= WARNING) for each in get_messages(request)]
    return _with_subjects(request, request.session.pop(KEY, [])) + of_allauth


def _with_subjects(request: PersonRequest, kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add what each notice's memory says now. One that has been erased since is not named."""
    ids = [each["memory"] for each in kept if each.get("memory")]
    memories = Memory.objects.of(request.user).in_bulk(ids) if ids else {}
    named = {str(pk): str(memory) for pk, memory in memories.items()}
    return [each | {"subject": named.get(each.get("memory", ""), "")} for each in kept]


def answer(request: PersonRequest, outcome: Outcome, *, then: str) -> HttpResponse:
    """Tell the person what an action did: with htmx as a fragment, else on the page they came from."""
    memory = outcome.memory.pk if outcome.memory else None
    shown = notice(_(outcome.reason), undo=outcome.act, warning=outcome.name in NOTHING_DONE, memory=memory)
    return answer_with(request, shown, then=then)


def answer_undo(request: PersonRequest, outcome: Outcome, *, then: str) -> HttpResponse:
    """Tell the person an Undo's result, with a link to its memory or to the one that prevented it."""
    is_done = outcome.name not in NOTHING_DONE
    memory = outcome.memory.pk if outcome.memory else None
    shown = notice(
        _(outcome.reason),
        undo=outcome.act,
        redo=True,
        about=memory,
        warning=not is_done,
        memory=memory if is_done else None,
    )
    return answer_with(request, shown, then=then)


def answer_many(
    request: PersonRequest, outcomes: list[Outcome], *, done: str, then: str, left: Any = LEFT_AS_IS
) -> HttpResponse:
    """Tell the person what an action did to several memories, with one Undo for all.

    `left` says of how many it did nothing; that makes it a warning, so that the page shows these again.
    """
    versions = [outcome.version for outcome in outcomes if outcome.version]
    counted = ngettext("%(count)d memory %(done)s", "%(count)d memories %(done)s", len(versions))
    unchanged = len(outcomes) - len(versions)
    text = counted % {"count": len(versions), "done": done}
    if unchanged:
        text += f" {left % unchanged}"
    act = next((outcome.act for outcome in outcomes if outcome.act), None)
    return answer_with(request, notice(text, undo=act, warning=act is None or bool(unchanged)), then=then)


def answer_with(
    request: PersonRequest, shown: dict[str, Any], *, then: str, changed: str = "memories-changed"
) -> HttpResponse:
    """Answer with a notice, as a fragment or by a redirect. `changed` is an event of the page."""
    if request.htmx:
        (named,) = _with_subjects(request, [shown])
        response = render(request, "review/_notice.html", {"notice": named})
        response["HX-Trigger-After-Settle"] = changed
        return response
    queue_notice(request, **shown)
    return redirect(back(request, then))


def back(request: PersonRequest, then: str) -> str:
    """Return the previous page's URL if on this site, else `then`."""
    url = request.POST.get("next") or request.GET.get("next", "")
    hosts = {request.get_host()}
    is_ours = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    return url if is_ours else then
