"""Settings → Folders: what each folder is, its standing yes, and what stands in its way. No page takes a path."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from memoryweb.agents.models import Agent, AgentQuerySet
from memoryweb.folders import adding
from memoryweb.folders.models import Folder, FolderLine, FolderQuerySet, Trouble
from memoryweb.language import sensitive
from memoryweb.memories import refusals
from memoryweb.memories.actions import Person
from memoryweb.memories.acts import recording
from memoryweb.people.models import User

FINDINGS = {  # what stands at a place of a file; what was refused says its category instead
    "erased": gettext_lazy("It says something that you erased or turned down."),
    "left": gettext_lazy("It is not in use: you turned it down, or a setting keeps it out."),
    "too_long": gettext_lazy("It is too long for a memory."),
    "date": gettext_lazy("It has a date that nobody means."),
}
FILE_TROUBLES = {  # of a file that is only watched
    Trouble.UNREADABLE: gettext_lazy("memoryweb may not read it."),
    Trouble.NO_FILE: gettext_lazy("It is no ordinary file, or a link."),
    Trouble.TOO_LARGE: gettext_lazy("It is larger than 4 MB."),
    Trouble.NO_TEXT: gettext_lazy("It is not UTF-8 text."),
    Trouble.CHANGING: gettext_lazy("It changes all the time."),
    Trouble.NO_FOLDER: gettext_lazy("Its folder is not there, or is a link."),
}
CHOOSE_KIND = gettext_lazy("Choose what this folder is.")
CHOOSE_AGENT = gettext_lazy("Choose the agent whose folder it is.")
State = FolderLine.State


def _person(request: HttpRequest) -> User:
    return cast(User, request.user)


def _own(request: HttpRequest) -> FolderQuerySet:
    counted = {"in_step": _count(State.IN_STEP), "waiting": _count(State.WAITS, State.DELETED)}
    return Folder.objects.of(_person(request)).select_related("agent").annotate(**counted)


def _count(*states: State) -> Coalesce:
    """Count a folder's lines in these states."""
    lines = FolderLine.objects.filter(person=OuterRef("person"), folder=OuterRef("pk"), state__in=states)
    return Coalesce(Subquery(lines.order_by().values("folder").annotate(n=Count("pk")).values("n")), 0)


@contextmanager
def _changing(request: HttpRequest, pk: UUID) -> Iterator[Folder]:
    """Hold a folder while its person changes what is kept of it; the change log says who did."""
    with recording.recording(Person(_person(request)), "folder", now=timezone.now()):
        yield _find(request, pk)


def _find(request: HttpRequest, pk: UUID) -> Folder:
    return get_object_or_404(Folder.objects.of(_person(request)).select_for_update(of=("self",)), pk=pk)


@require_GET
@login_required
def folders(request: HttpRequest) -> HttpResponse:
    """List the folders."""
    return render(request, "folders/folders.html", {"folders": _own(request).order_by("path", "pk")})


@require_GET
@login_required
def folder(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show one folder, or ask for its kind if undeclared."""
    return _show(request, get_object_or_404(_own(request), pk=pk))


def _show(request: HttpRequest, shown: Folder, error: Any = "", status: int = 200) -> HttpResponse:
    agents = Agent.objects.of(_person(request)).connected().filter(community=None).order_by("name", "pk")
    sent = {"kind": request.POST.get("kind", ""), "agent": request.POST.get("agent", "")}
    context = {
        "folder": shown,
        "agents": agents,
        "error": error,
        "sent": sent,
        "trouble": Trouble(shown.trouble).label if shown.trouble else "",
        "findings": [_finding(each) for each in shown.findings],
        "asks_what_is_meant": shown.trouble in (Trouble.GONE, Trouble.MANY_GONE),
    }
    return render(request, "folders/folder.html", context, status=status)


def _finding(each: dict[str, Any]) -> dict[str, Any]:
    what = FINDINGS.get(each["what"]) or FILE_TROUBLES.get(each["what"]) or ""
    if each["what"] == "refused":
        what = _(refusals.REASONS[sensitive.Sensitive(each["category"])])
    return each | {"says": what}


@require_POST
@login_required
def declare(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say what a folder is. From now on it is read, and written unless it is only watched."""
    declared = _find(request, pk)
    kind = request.POST.get("kind", "")
    if declared.kind != Folder.Kind.UNDECLARED:
        messages.warning(request, _("You said already what it is. Nothing was changed."))
        return redirect("folders:folder", pk)
    if kind not in (Folder.Kind.OWN, *Folder.OF_AGENTS):
        return _show(request, declared, CHOOSE_KIND, status=422)
    agent = _agent(request) if kind in Folder.OF_AGENTS else None
    if kind in Folder.OF_AGENTS and agent is None:
        return _show(request, declared, CHOOSE_AGENT, status=422)
    with _changing(request, pk) as declared:
        adding.declare(declared, Folder.Kind(kind), agent)
    messages.success(request, _("Saved. It is kept in step from now on."))
    return redirect("folders:folder", pk)


def _agent(request: HttpRequest) -> Agent | None:
    try:
        chosen = UUID(request.POST.get("agent", ""))
    except ValueError:
        return None
    agents: AgentQuerySet = Agent.objects.of(_person(request))
    return agents.connected().filter(pk=chosen, community=None).first()


@require_POST
@login_required
def standing_yes(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say yes in advance to the edits in one's own folder, or take that back."""
    own = _find(request, pk)
    if own.kind != Folder.Kind.OWN:
        messages.warning(request, _("Only your own folder can have this."))
        return redirect("folders:folder", pk)
    gives = request.POST.get("yes") == "yes"
    with _changing(request, pk) as own:
        own.standing_since = (own.standing_since or timezone.now()) if gives else None
        own.save(update_fields=["standing_since"])
    says = _("Your edits in this folder count at once.") if gives else _("You are asked about each edit again.")
    messages.success(request, says)
    return redirect("folders:folder", pk)


@require_POST
@login_required
def pause(request: HttpRequest, pk: UUID) -> HttpResponse:
    with _changing(request, pk) as paused:
        paused.paused_at = paused.paused_at or timezone.now()
        paused.save(update_fields=["paused_at"])
    messages.success(request, _("Paused. Nothing in it is read or written."))
    return redirect("folders:folder", pk)


@require_POST
@login_required
def resume(request: HttpRequest, pk: UUID) -> HttpResponse:
    with _changing(request, pk) as paused:
        paused.paused_at = None
        paused.save(update_fields=["paused_at"])
    messages.success(request, _("It is kept in step again."))
    return redirect("folders:folder", pk)


@require_POST
@login_required
def answer(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say what is meant by a file that is gone, or mostly deleted."""
    asked = _find(request, pk)
    writes_again = request.POST.get("do") == "write"
    if not writes_again and asked.trouble != Trouble.MANY_GONE:
        return redirect("folders:folder", pk)
    adding.answer_trouble(asked, writes_again=writes_again)
    messages.success(
        request, _("It is written again in a moment.") if writes_again else _("What was deleted is taken for deleted.")
    )
    return redirect("folders:folder", pk)


@require_POST
@login_required
def stop(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stop keeping a folder in step. Its files and everything remembered stay as they are."""
    with _changing(request, pk) as stopped:
        stopped.delete()
    messages.success(request, _("It is no longer kept in step. Its files stay as they are."))
    return redirect("folders:folders")
