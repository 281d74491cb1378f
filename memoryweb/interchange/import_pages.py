"""Import in the browser: bring files or text, look at what they say, choose, agree, watch, and take it all back."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from memoryweb.interchange import tasks
from memoryweb.interchange.entry import About
from memoryweb.interchange.formats import FORMATS
from memoryweb.interchange.importing import batches, previews
from memoryweb.interchange.models import ImportBatch, ImportRow
from memoryweb.interchange.reading import Budget, Reading, read_bytes, read_text
from memoryweb.people.models import User
from memoryweb.rules import policy

ROWS_IN_BROWSER = 10_000  # more takes the guard too long for a page
PAGE = 100  # rows
STAYS_SHOWN = 50  # memories that Undo left as they are
RECENT = 10  # imports in the list
Verdict, State = ImportRow.Verdict, ImportBatch.State
OTHER = "other"  # the part of the preview with what is not about the person

NOTHING = gettext_lazy("Choose a file, or paste some text.")
TOO_MANY = gettext_lazy("That is more than a page can show at once. Bring it with the command manage.py import_memory.")
ABOUT = {
    About.LOG: gettext_lazy("a log of work"),
    About.PROJECT: gettext_lazy("notes on a project"),
    About.PERSONA: gettext_lazy("who an agent is meant to be"),
    About.SOMEBODY: gettext_lazy("somebody or something else"),
    About.CONVERSATION: gettext_lazy("a conversation"),
    About.POINTER: gettext_lazy("a link to another note"),
    About.FILE: gettext_lazy("about the file itself"),
}
OUTCOMES = {
    "proposed": gettext_lazy("wait for you in Review"),
    "revised": gettext_lazy("are in use now"),
    "saved": gettext_lazy("are in use now"),
    "saved as ended": gettext_lazy("are in your history"),
    "reinforced": gettext_lazy("you had already"),
    "unchanged": gettext_lazy("changed nothing"),
    "noted": gettext_lazy("were noted"),
    "blocked": gettext_lazy("were not kept"),
    "refused": gettext_lazy("were refused"),
    "conflict": gettext_lazy("contradict something, and wait in Review"),
    "left out": gettext_lazy("were left out"),
}


@dataclass(frozen=True)
class Part:
    """A part of the preview: rows of one verdict, or rows not about the person."""

    name: str
    label: Any
    count: int
    is_current: bool


@sensitive_post_parameters()
@login_required
def imports(request: HttpRequest) -> HttpResponse:
    """Ask for files or text; read them, and lead to their preview."""
    person = cast(User, request.user)
    error: Any = ""
    if request.method == "POST":
        readings = _readings(request)
        error = _why_not(readings)
        if not error:
            return redirect("imports:import_batch", previews.prepare(readings, person, now=timezone.now()).pk)
    context = {"error": error, "recent": ImportBatch.objects.of(person).order_by("-created_at", "-pk")[:RECENT]}
    return render(request, "interchange/imports.html", context, status=422 if error else 200)


def _readings(request: HttpRequest) -> list[Reading]:
    readings: list[Reading] = []
    budget = Budget()
    for file in request.FILES.getlist("files"):
        readings += read_bytes(file.read(), file.name or "", budget)
    if text := request.POST.get("text", "").strip():
        readings.append(read_text(text, "", budget))
    return readings


def _why_not(readings: list[Reading]) -> Any:
    if not readings:
        return NOTHING
    rows = sum(len(each.document.entries) + len(each.document.unknown) for each in readings)
    if rows > ROWS_IN_BROWSER:
        return TOO_MANY
    if not rows and len(readings) == 1 and readings[0].refused:
        return readings[0].refused
    return ""


@require_GET
@login_required
def import_batch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show an import: its preview, how far it is, or what became of it."""
    batch = _own(request, pk)
    counts = previews.counts(batch)
    show = request.GET.get("show", "")
    parts = _parts(counts, show)
    shown = next((part.name for part in parts if part.is_current), "")
    after = request.GET.get("after", "")
    rows = _rows(batch, shown, int(after) if after.isdecimal() and len(after) < 9 else -1)
    context = {
        "batch": batch,
        "tally": counts,
        "parts": parts,
        "show": shown,
        "rows": rows[:PAGE],
        "next": rows[PAGE - 1].number if len(rows) > PAGE else None,
        "files": [_file(each) for each in batch.files],
        "outcomes": _outcomes(counts),
        "can_undo": _can_undo(batch),
        "stays": _stays(batch),
        "before": _done_before(batch),
        "understood": any(verdict != Verdict.UNKNOWN for verdict in counts.verdicts) or bool(counts.about),
        "holds_nothing": batch.state == State.PREVIEW and not parts and all(each["format"] for each in batch.files),
    }
    return render(request, "interchange/import_batch.html", context)


def _own(request: HttpRequest, pk: UUID) -> ImportBatch:
    return get_object_or_404(ImportBatch.objects.of(cast(User, request.user)), pk=pk)


def _hold(request: HttpRequest, pk: UUID, state: ImportBatch.State) -> ImportBatch | None:
    """Return the import locked, if in this state; None also while a worker has it locked."""
    _own(request, pk)
    own = ImportBatch.objects.of(cast(User, request.user)).select_for_update(of=("self",))
    return own.filter(pk=pk, state=state).first()


def _parts(counts: previews.Counts, show: str) -> list[Part]:
    """Return the import's parts that have rows; by default the first is current."""
    found: list[tuple[str, Any, int]] = [
        (verdict.value, verdict.label, counts.verdicts.get(verdict, 0)) for verdict in Verdict
    ]
    found.append((OTHER, _("Not about you"), sum(counts.about.values())))
    with_rows = [each for each in found if each[2]]
    names = [name for name, _label, _count in with_rows]
    current = show if show in names else next(iter(names), "")
    return [Part(name, label, count, name == current) for name, label, count in with_rows]


def _rows(batch: ImportBatch, part: str, after: int) -> list[Any]:
    """Return one row more than a page shows."""
    rows = batch.rows.filter(number__gt=after).order_by("number")
    chosen = ImportRow.CAN_BE_CHOSEN
    if part == OTHER:
        rows = rows.filter(verdict__in=chosen).exclude(about=About.PERSON)
    else:
        rows = rows.filter(verdict=part)
        rows = rows.filter(about=About.PERSON) if part in chosen else rows
    shown = list(rows[: PAGE + 1])
    for row in shown:
        is_offered = batch.state == State.PREVIEW and previews.can_be_taken(row)
        row.says = previews.entry_of(row) if row.entry or is_offered else None  # type: ignore[attr-defined]
        row.about_label = ABOUT.get(About(row.about), "") if row.about else ""  # type: ignore[attr-defined]
    return shown


def _file(each: dict[str, str]) -> dict[str, Any]:
    known = FORMATS.get(each["format"])
    return each | {"title": known.title if known else ""}


def _outcomes(counts: previews.Counts) -> list[tuple[int, Any]]:
    return [(count, OUTCOMES.get(name, name)) for name, count in sorted(counts.outcomes.items())]


def _can_undo(batch: ImportBatch) -> bool:
    is_recent = batch.created_at > timezone.now() - timedelta(days=policy.UNDO_DAYS)
    return batch.state == State.DONE and bool(batch.acts) and is_recent


def _stays(batch: ImportBatch) -> list[Any]:
    """Return the first memories left unchanged by a finished Undo."""
    return list(batches.left_as_is(batch)[:STAYS_SHOWN]) if batch.left_as_is and not batch.is_unfinished else []


def _done_before(batch: ImportBatch) -> ImportBatch | None:
    """Return an earlier finished import of the same files; None unless this is a preview."""
    if batch.state != State.PREVIEW:
        return None
    same = ImportBatch.objects.of(batch.person_id).filter(digest=batch.digest, state=State.DONE)
    return same.order_by("-created_at").first()


@require_POST
@login_required
@transaction.atomic
def start(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Keep the choices of the page; begin the import where the person pressed that, or show another part."""
    batch = _hold(request, pk, State.PREVIEW)
    if batch is None:
        return redirect("imports:import_batch", pk)
    previews.choose(batch, _ids(request, "listed"), _ids(request, "row"))
    if request.POST.get("do") != "import":
        url = redirect("imports:import_batch", pk).url
        show, after = request.POST.get("show", ""), request.POST.get("after", "")
        if goto := request.POST.get("goto", ""):
            show, after = goto, ""
        is_plain = show.isalpha() and (not after or after.isdecimal())
        return redirect(f"{url}?show={show}" + (f"&after={after}" if after else "") if is_plain else url)
    if not batch.rows.filter(is_chosen=True).exists():
        messages.warning(request, _("Nothing is ticked, so nothing was imported."))
        return redirect("imports:import_batch", pk)
    if previews.start(batch, uses_explicit=request.POST.get("explicit") == "yes", now=timezone.now()):
        _ring(batch)
    return redirect("imports:import_batch", pk)


def _ids(request: HttpRequest, name: str) -> list[UUID]:
    ids = []
    for text in request.POST.getlist(name)[: PAGE + 1]:
        try:
            ids.append(UUID(text))
        except ValueError:
            continue
    return ids


def _ring(batch: ImportBatch) -> None:
    """Wake a worker. If that is lost, the sweep finds the import."""
    ring = partial(tasks.go_on.delay, str(batch.person_id), str(batch.pk))
    transaction.on_commit(ring, robust=True)


@require_POST
@login_required
@transaction.atomic
def discard(request: HttpRequest, pk: UUID) -> HttpResponse:
    batch = _hold(request, pk, State.PREVIEW)
    if batch is None or not previews.discard(batch):
        messages.warning(request, _("It was already imported, so it was not thrown away."))
        return redirect("imports:import_batch", pk)
    messages.success(request, _("Thrown away. Nothing of it was kept."))
    return redirect("imports:imports")


@require_POST
@login_required
@transaction.atomic
def undo(request: HttpRequest, pk: UUID) -> HttpResponse:
    batch = _hold(request, pk, State.DONE)
    if batch and _can_undo(batch) and batches.begin_undo(batch, now=timezone.now()):
        _ring(batch)
    return redirect("imports:import_batch", pk)
