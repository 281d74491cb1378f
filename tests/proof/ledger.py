"""Who said each mark, which yes covers it, and who may be given it: what the walk holds against every answer.

Nothing here asks the product's own rules: what a yes covers is what stood before the person, and sight is read from
the rows that say it.
"""

# ruff: noqa: SIM905  a list of words is easier to read as one

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q

from memoryweb.agents.models import Agent, ConversationGrant, Sight, SightMode
from memoryweb.memories.models import Memory, history_model
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from tests.proof.marks import marks, marks_in, number_of, texts_in

# What others may be given at all, once a yes covers it; every other field is a note to the agent itself, also one that
# a new operation brings.
GIVEN = set(
    "category preference details value key project condition tags content messages note signals accepted"
    " rejected".split()
)
OF_A_MEMORY = ("label", "value", "details", "key", "category", "condition", "project", "tags")
HELD = (*OF_A_MEMORY, "metadata")
MEMBERS, MODERATORS = "members", "moderators"  # whose yes counts for what a community's agents are given
RECORDS = "export of recent_conversations.md"  # the person's own file of what was recorded


@dataclass(frozen=True)
class Origin:
    """Where a mark was said first."""

    step: int
    who: str
    operation: str
    path: str
    agent: UUID | None = None
    is_typed: bool = False  # by the person, into a form
    is_unseen: bool = False  # in letters that show nothing

    @property
    def field(self) -> str:
        name = next((name for name in reversed(self.path.split(".")) if name != "*"), "*")
        return f"unseen in {name}" if self.is_unseen else name

    @property
    def is_given(self) -> bool:
        return self.is_typed or any(name in GIVEN for name in self.path.split("."))


@dataclass(frozen=True)
class Fault:
    """A mark that somebody was given without a reason."""

    why: str
    mark: str
    who: str
    how: str
    origin: Origin | None
    where: str = ""  # the words around it

    @property
    def kind(self) -> tuple[str, ...]:
        """What makes it another leak than others: what was said where, what gave it to whom."""
        return (self.why, *((self.origin.field, self.origin.operation) if self.origin else ("?", "?")), self.how)

    def __str__(self) -> str:
        told = f"{self.who} was given {self.mark} ({self.why}) by {self.how}: “{self.where}”"
        said = self.origin
        return f"{told}; said by {said.who} at step {said.step} in {said.operation}: {said.path}" if said else told


@dataclass
class Reader:
    """An agent of the walk, or whoever looks at a page or reads a file."""

    name: str
    person: UUID
    agent: UUID | None = None
    community: bool = False
    said: set[str] = field(default_factory=set)  # as it spelled them

    def has_said(self, mark: str) -> bool:
        return mark in self.said or (is_plain(mark) and mark.lower() in {each.lower() for each in self.said})


def is_plain(mark: str) -> bool:
    """Return whether a mark is spelled as keys and titles are, so that its spelling tells nothing of who said it."""
    return mark in (mark.lower(), mark.capitalize())


class Ledger:
    """All marks of one walk."""

    def __init__(self, *, is_moderated: bool) -> None:
        self.is_moderated = is_moderated
        self.origins: dict[int, Origin] = {}
        self.covered: dict[object, dict[str, set[object]]] = defaultdict(lambda: defaultdict(set))  # by whose yes
        self.shown: dict[object, set[str]] = defaultdict(set)  # by a press, undone or not
        self.gone: dict[UUID, set[str]] = defaultdict(set)  # by whose memory it was erased from
        self._redo: dict[object, list[tuple[object, str]]] = {}

    def say(self, reader: Reader, arguments: object) -> None:
        """Note what an agent says now; an erased mark that is said again is one like any other."""
        said = marks_in(arguments)
        reader.said |= said
        self.gone[reader.person] -= {mark.lower() for mark in said}

    def cover(self, whose: object, covered: Iterable[str], act: object) -> None:
        for mark in covered:
            self.covered[whose][mark].add(act)

    def show(self, whose: object, shown: Iterable[str]) -> None:
        self.shown[whose] |= {mark.lower() for mark in shown}

    def undo(self, act: object, by: object) -> None:
        """Take back the yes of an act; the act `by` which it was undone can be undone, too."""
        taken = [(whose, mark) for whose, held in self.covered.items() for mark, acts in held.items() if act in acts]
        for whose, mark in taken:
            self.covered[whose][mark].discard(act)
        for whose, mark in self._redo.pop(act, []):
            self.covered[whose][mark].add(by)
        self._redo[by] = taken

    def erase(self, person: UUID, erased: Iterable[str], readers: Iterable[Reader]) -> None:
        """Forget every reason for marks that were erased, but for the project that an agent is bound to."""
        gone = {mark.lower() for mark in erased if self.origins[number_of(mark)].operation != "connect"}
        self.gone[person] |= gone
        held = self.covered[person]
        for mark in [each for each in held if each.lower() in gone]:
            del held[mark]
        for reader in readers:
            if reader.person == person:
                reader.said = {mark for mark in reader.said if mark.lower() not in gone}

    def faults(self, reader: Reader, answer: object, how: str, *, now: Any) -> list[Fault]:
        """Return the marks in an answer that the reader has no reason to be given."""
        foreign = sorted(mark for mark in marks_in(answer) if not reader.has_said(mark))
        in_sight = marks_in_sight(reader, now=now) if foreign and reader.agent else None
        found = []
        for mark in foreign:
            if why := self._why_not(reader, mark, how, in_sight):
                text = next(each for each in texts_in(answer) if mark in marks(each))
                found.append(Fault(why, mark, reader.name, how, self.origins.get(number_of(mark)), around(text, mark)))
        return found

    def _why_not(self, reader: Reader, mark: str, how: str, in_sight: set[str] | None) -> str:
        origin, why = self.origins.get(number_of(mark)), ""
        if mark.lower() in self.gone[reader.person]:
            why = "erased"
        elif origin is None:
            why = "unknown"
        elif self._is_record(reader, origin, how) or (reader.community and self._is_shared(reader, origin, mark)):
            why = ""
        elif reader.agent and not origin.is_given:
            why = "a note of its own"
        elif not self._is_covered(reader.person, mark, ever=reader.agent is None):
            others = {*self.covered[reader.person], *reader.said} - {mark}
            why = "another spelling" if mark.lower() in {each.lower() for each in others} else "no yes covers it"
        elif in_sight is not None and mark.lower() not in in_sight:
            why = "hidden from it"
        return why

    def _is_covered(self, whose: object, mark: str, *, ever: bool = False) -> bool:
        """Return whether a yes covers a mark as it is spelled, or `ever` did: files and pages hold what was in use."""
        held = {each for each, acts in self.covered[whose].items() if acts or ever}
        return mark in held or (is_plain(mark) and mark.lower() in {each.lower() for each in held})

    def _is_shared(self, reader: Reader, origin: Origin, mark: str) -> bool:
        """Return whether a member's press showed it and, where moderators look first, their agents wait for theirs."""
        is_looked_at = reader.agent is None or not self.is_moderated or self._is_covered(MODERATORS, mark)
        is_for_it = reader.agent is None or origin.is_given or origin.path == "name"
        return is_looked_at and is_for_it and self._is_covered(MEMBERS, mark)

    def _is_record(self, reader: Reader, origin: Origin, how: str) -> bool:
        """Return whether it is an excerpt, or the recorder's name, that the person lets this agent read.

        The person's own files hold what was recorded, and what a file of theirs said.
        """
        if reader.agent is None:
            return origin.operation == "import" or (
                how == RECORDS and origin.operation in ("record_conversation", "hook")
            )
        if how != "get_recent_conversations" or origin.path not in ("messages", "messages.content", "name"):
            return False
        with scope.acting_as(reader.person):
            grants = ConversationGrant.objects.filter(agent=reader.agent, agent__reads_conversations=True)
            return grants.filter(recorder=origin.agent).exists()


def around(text: str, mark: str) -> str:
    """Return some of a text around a mark, or its beginning where the mark is unseen."""
    at = max(0, text.find(mark))
    return " ".join(text[max(0, at - 60) : at + 80].split())


def marks_in_sight(reader: Reader, *, now: Any) -> set[str]:
    """Return the marks of the memories in use that the person hides from this agent by nothing.

    One that this very call put out of use counts: its answer may name what it replaced.
    """
    found: set[str] = set()
    with scope.acting_as(reader.person):
        agent = Agent.objects.get(pk=reader.agent)
        blocked = {row.category: row.allowed for row in Sight.objects.filter(agent=agent)}
        shares = MemorySettings.for_person(reader.person).share_global_in_communities
        just_ended = Q(status__in=("superseded", "expired"), changed_at__gte=now)
        rows = Memory.objects.filter(Q(status="active") | just_ended, person=reader.person)
        for memory in rows.only(*OF_A_MEMORY, "said_category", "muted_agents", "community_id"):
            if not _is_hidden(memory, agent, blocked, shares=shares):
                found |= marks_in([getattr(memory, name) for name in OF_A_MEMORY])
    return {mark.lower() for mark in found}


def _is_hidden(memory: Memory, agent: Agent, blocked: dict[str, bool], *, shares: bool) -> bool:
    """Return whether the person's word on categories, a mute, or where it belongs keeps a memory from an agent."""
    default = agent.sight != SightMode.ONLY
    categories = {memory.category, *([memory.said_category] if memory.said_category else [])}
    if not all(blocked.get(category, default) for category in categories) or agent.pk in memory.muted_agents:
        return True
    if agent.community_id:
        return memory.community_id != agent.community_id and not (shares and memory.project == "")
    return bool(agent.project) and _squeezed(memory.project) not in ("", _squeezed(agent.project))


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split())


def held_anywhere(person: UUID) -> set[str]:
    """Return every mark that a memory of the person holds or ever held."""
    with scope.acting_as(person):
        rows = [*Memory.objects.filter(person=person), *history_model().objects.filter(person=person)]
        return {mark.lower() for row in rows for mark in marks_in([getattr(row, name) for name in HELD])}


def story(person: UUID, mark: str) -> list[str]:
    """Return how the memories that hold a mark came to it, version by version."""
    told = []
    with scope.acting_as(person):
        for version in history_model().objects.filter(person=person).order_by("history_id"):
            if mark.lower() in {each.lower() for each in marks_in([getattr(version, name) for name in HELD])}:
                words = f"{version.label}: {version.value} · {version.details} {version.tags} {version.key}"
                who = f"{version.changed_by} {version.changed_verb} {version.status}"
                place = f"{version.category}/{version.said_category} {version.project} {version.condition}"
                told.append(f"{str(version.id)[-4:]} {who} {words} [{place}] {version.metadata or ''}")
    return told
