"""The change log as a page shows it: days of entries, with the runs and acts that Undo takes back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.memories.acts import recording
from memoryweb.memories.history import change_log
from memoryweb.memories.history.change_log import ActStep, Filters
from memoryweb.memories.history.history import Step
from memoryweb.memories.models import Act, Erasure
from memoryweb.people.models import User
from memoryweb.review import paging
from memoryweb.review.history.sentences import of_act, of_step, why
from memoryweb.review.history.setting_sentences import Sentence, Subjects
from memoryweb.review.history.year_chart import category_label
from memoryweb.rules import policy

PAGE = 30
SETTING_LINES = 10  # on the page of an agent or of the settings
TOGETHER = timedelta(seconds=2)  # a memory and what replaced it are written one after the other


@dataclass(frozen=True)
class Run:
    """A run of an agent that Undo can take back as a whole."""

    agent_id: UUID
    agent: str
    name: str
    calls: int


@dataclass(frozen=True)
class Entry:
    """One line: a version, or an act without versions."""

    at: datetime
    sentence: Sentence
    key: str  # of its version or act
    mark: str = ""
    category: str = ""
    step: Step | None = None
    why: str = ""
    erasure: UUID | None = None
    act: UUID | None = None  # what Undo takes back
    memories: int = 1  # that the act changed
    is_undone: bool = False
    is_redo: bool = False
    run: tuple[UUID, str] | None = None
    heads: Run | None = None  # stands above the newest entry of a run on its day

    @property
    def category_label(self) -> str:
        return category_label(self.category)

    @property
    def name(self) -> str:
        """Return the line as text, which names its Undo for screen readers."""
        words = self.sentence
        return " ".join(part for part in (words.says, words.what, words.after) if part)


@dataclass(frozen=True)
class Day:
    day: date
    entries: list[Entry]
    is_today: bool
    is_yesterday: bool


@dataclass(frozen=True)
class Log:
    days: list[Day]
    next_cursor: str  # empty on the last page

    @property
    def entries(self) -> list[Entry]:
        return [entry for day in self.days for entry in day.entries]


def read_log(person: User, filters: Filters, *, now: datetime) -> Log:
    """Return one page of the log: versions and acts without one, in order of time."""
    steps = change_log.changes(person, filters, PAGE + 1, compared=True)
    acts = change_log.acts(person, filters, PAGE + 1)
    keyed: list[tuple[datetime, bool, int | UUID, Step | ActStep]] = [
        *((step.at, True, step.version, step) for step in steps),
        *((step.act.at, False, step.key, step) for step in acts),
    ]
    # of the same moment, versions come first: change_log pages by that order
    keyed.sort(key=lambda each: (each[0], each[1], str(each[2]) if isinstance(each[2], UUID) else f"{each[2]:020}"))
    shown = keyed[::-1][:PAGE]
    cursor = paging.format_cursor(shown[-1][0], shown[-1][2]) if len(keyed) > PAGE else ""
    kept = [each[3] for each in shown]
    entries = _entries(
        person,
        [each for each in kept if isinstance(each, Step)],
        [each for each in kept if isinstance(each, ActStep)],
        now=now,
    )
    return Log(_days(entries, timezone.localdate(now)), cursor)


def parse_key(text: str) -> int | UUID:
    """Return the last part of a cursor: a version or an act. Raises ValueError for anything else."""
    return UUID(text) if "-" in text else paging.parse_version(text)


def _entries(person: User, steps: Sequence[Step], acts: Sequence[ActStep], *, now: datetime) -> list[Entry]:
    undoable = recording.undoable_acts([step.version for step in steps if not step.erased], now=now)
    successors = change_log.successors(steps)
    erasures = _erasures(person, steps)
    received = {number: len(each.received_by) for number, each in erasures.items()}
    entries = [
        Entry(
            at=step.at,
            sentence=of_step(step, successors, received),
            key=str(step.version),
            mark=step.mark,
            category=step.category,
            step=step,
            why=why(step),
            erasure=erasures[step.obs_id].pk if step.mark == change_log.ERASED and step.obs_id in erasures else None,
        )
        for step in steps
    ]
    entries = _with_undo(_without_successors(entries), undoable, steps)
    entries += _act_entries(acts, now=now)
    entries.sort(key=lambda entry: entry.at, reverse=True)
    return _with_heads(entries, [*undoable.values(), *(each.act for each in acts)], _agents(steps, acts))


def _erasures(person: User, steps: Iterable[Step]) -> dict[str, Erasure]:
    """Return the receipts of what was erased, by the memory's number."""
    numbers = {step.obs_id for step in steps if step.mark == change_log.ERASED}
    return {each.obs_id: each for each in Erasure.objects.filter(person=person, obs_id__in=numbers)} if numbers else {}


def _without_successors(entries: list[Entry]) -> list[Entry]:
    """Leave out the new memory where the line of the one it replaced shows both."""
    replaced = {
        (entry.step.replaced_by, entry.at) for entry in entries if entry.step and entry.step.verb == "supersede"
    }
    came = {pk: at for pk, at in replaced if pk}
    return [
        entry
        for entry in entries
        if not (
            entry.step
            and entry.step.verb != "supersede"
            and (at := came.get(entry.step.memory_id))
            and abs(entry.at - at) < TOGETHER
        )
    ]


def _with_undo(entries: list[Entry], undoable: dict[int, Act], steps: Sequence[Step]) -> list[Entry]:
    """Set the act of the newest line of each act that Undo can take back.

    An act of which no version is its memory's newest was built on, so it offers nothing.
    """
    on_top = {undoable[step.version].pk for step in steps if step.newest and step.version in undoable}
    shown_at: dict[UUID, int] = {}
    for entry in entries:
        act = undoable.get(entry.step.version) if entry.step else None
        if act and act.pk in on_top and entry.step:
            shown_at[act.pk] = max(shown_at.get(act.pk, 0), entry.step.version)
    counts = recording.memories_of_acts(list(shown_at))
    result = []
    for entry in entries:
        act = undoable.get(entry.step.version) if entry.step else None
        if act and entry.step:
            is_here = shown_at.get(act.pk) == entry.step.version
            run = (act.agent_id, act.run) if act.agent_id and act.run else None
            entry = replace(  # noqa: PLW2901
                entry,
                act=act.pk if is_here else None,
                is_redo=entry.step.verb == "undo",
                run=run,
                memories=counts.get(act.pk, 1),
            )
        result.append(entry)
    return result


def _act_entries(acts: Sequence[ActStep], *, now: datetime) -> list[Entry]:
    """Return the lines of acts without a version. Only the newest act that changed a row offers Undo."""
    subjects, changed_since = Subjects.from_steps(acts), set[tuple[UUID, str]]()
    entries = []
    for each in acts:
        act = each.act
        columns = {(change.row_id, name) for change in each.changes for name in change.after or change.before or {}}
        is_open = (
            each.is_kept and not (act.undone_at or act.erased_at) and act.at > now - timedelta(days=policy.UNDO_DAYS)
        )
        entries.append(
            Entry(
                at=act.at,
                sentence=of_act(each, subjects),
                key=str(act.pk),
                is_undone=bool(act.undone_at),
                act=act.pk if is_open and columns.isdisjoint(changed_since) else None,
                is_redo=act.verb in ("undo", "undo_act", "undo_run"),
                run=(act.agent_id, act.run) if act.agent_id and act.run and is_open else None,
            )
        )
        changed_since |= columns
    return entries


def _agents(steps: Sequence[Step], acts: Sequence[ActStep]) -> dict[UUID, str]:
    return {each.act.agent_id: each.agent for each in acts if each.act.agent_id} | {
        step.agent_id: step.agent for step in steps if step.agent_id
    }


def _with_heads(entries: list[Entry], acts: Sequence[Act], agents: dict[UUID, str]) -> list[Entry]:
    """Put the head of each run of several calls above its newest line of each day."""
    calls = change_log.calls_of_runs(acts)
    headed: set[tuple[tuple[UUID, str], date]] = set()
    result = []
    for entry in entries:
        place = (entry.run, timezone.localdate(entry.at)) if entry.run else None
        if place and place not in headed and calls.get(place[0], 0) > 1:
            headed.add(place)
            agent_id, name = place[0]
            entry = replace(entry, heads=Run(agent_id, agents.get(agent_id, _("an agent")), name, calls[place[0]]))  # noqa: PLW2901
        result.append(entry)
    return result


def _days(entries: list[Entry], today: date) -> list[Day]:
    by_day = groupby(entries, key=lambda entry: timezone.localdate(entry.at))
    return [
        Day(day, list(of_day), is_today=day == today, is_yesterday=day == today - timedelta(days=1))
        for day, of_day in by_day
    ]


@dataclass(frozen=True)
class SettingLine:
    """One change of an agent or setting: time and sentence."""

    at: datetime
    sentence: Sentence


def setting_lines(person: User, *, agent: UUID | None = None) -> list[SettingLine]:
    """Return the newest changes of one agent, or of the settings."""
    filters = Filters(agent=str(agent or ""))
    steps = change_log.setting_changes(person, filters, SETTING_LINES, of_settings=agent is None)
    subjects = Subjects.from_steps(steps)
    return [SettingLine(step.act.at, of_act(step, subjects)) for step in steps]
