"""What a page shows about one memory or conflict: the words and numbers behind its cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from enum import StrEnum
from string import ascii_uppercase

from django.utils.translation import gettext as _

from memoryweb.language.comparing import identity
from memoryweb.language.filing import classifier
from memoryweb.memories.actions import conflicts, proposals, remainders, rivals
from memoryweb.memories.disclosure import Addition, beyond_sentence, whole_words
from memoryweb.memories.models import Conflict, Horizon, Memory, Proposal, Status
from memoryweb.people.models import MemorySettings
from memoryweb.review.queue import questions
from memoryweb.rules import fields, policy

# Conflicts


@dataclass(frozen=True)
class Side:
    """One memory of a conflict as its card shows it: its sentence, and what else a yes to it would cover."""

    memory: Memory
    name: str  # as a button can hold it
    line: str
    adds: list[Addition]
    goes: list[str]  # what else is in use in its place, and ends with the others
    stays: list[str]  # parts of the others that stay in use if this one is kept
    is_newest: bool


@dataclass(frozen=True)
class ConflictCard:
    """The memories in a conflict in order of time, with notes that help to decide."""

    conflict: Conflict
    sides: list[Memory]
    notes: list[str]

    @property
    def version(self) -> str:
        """Return the version that answers to this card carry."""
        return proposals.conflict_version(self.sides)

    @property
    def names(self) -> list[tuple[str, Memory]]:
        """Return each memory with its value as a button can hold it; with a letter where two would read alike."""
        short = [questions.truncate(side.shown_value or side.label) for side in self.sides]
        is_clear = len(set(short)) == len(short)
        return [
            (name if is_clear else f"{letter}: {name}", side)
            for name, (letter, side) in zip(short, self.lettered, strict=True)
        ]

    @property
    def shown(self) -> list[Side]:
        """Return the card's sides with everything a yes covers; without a label common to all."""
        labels = {side.label for side in self.sides}
        return [
            Side(
                side,
                name,
                side.shown_value if len(labels) == 1 and side.shown_value else str(side),
                _beyond_its_quote(side),
                [whole_words(each) for each in self._ended_besides(side)],
                remainders.all_left_over(self._others(side), side),
                side is self.sides[-1],
            )
            for name, side in self.names
        ]

    def _others(self, side: Memory) -> list[Memory]:
        return [*(each for each in self.sides if each.pk != side.pk), *self._ended_besides(side)]

    def _ended_besides(self, side: Memory) -> list[Memory]:
        sides = {each.pk for each in self.sides}
        return [each for each in rivals.ended_by_yes(side).in_its_place if each.pk not in sides]

    @property
    def lettered(self) -> list[tuple[str, Memory]]:
        """Return each memory with a letter, because two long values may begin alike."""
        return [(ascii_uppercase[n % 26] * (n // 26 + 1), side) for n, side in enumerate(self.sides)]

    @property
    def newest(self) -> tuple[str, Memory]:
        return self.lettered[-1]


def _beyond_its_quote(side: Memory) -> list[Addition]:
    """Return what else a yes covers, without details that the words beside them have."""
    quote = next((each.quote for each in side.evidence.all()), "")
    beyond = beyond_sentence(side)
    says_it = identity.normal_text(side.own_details) in identity.normal_text(quote)
    return [each for each in beyond if each.column != "details" or not says_it]


def conflict_card(conflict: Conflict) -> ConflictCard:
    """Build the card. It has no sides once the conflict is decided."""
    is_open = conflict.status == Conflict.Status.OPEN
    members = [member.memory for member in conflict.members.all() if is_open and member.memory.is_live]
    sides = sorted(members, key=conflicts.statement_age)
    return ConflictCard(conflict, sides, conflicts.explain_winner(sides) if len(sides) > 1 else [])


def conflict_cards(rows: Iterable[Conflict]) -> list[ConflictCard]:
    """Build a card for every conflict that still has two sides."""
    cards = [card for card in map(conflict_card, rows) if len(card.sides) > 1]
    rivals.read_ended([side for card in cards for side in card.sides])
    return cards


# The kind of a memory


def kind_reason(memory: Memory, quote: str = "") -> str:
    """Explain in a few words why the memory is of its kind: who chose it, a tag, its field, or a word in the text."""
    if memory.kind_basis == "person":
        return _("because you chose it")
    if memory.raw_kind:
        return _("because it was tagged “%(tag)s”") % {"tag": memory.raw_kind}
    if memory.kind_basis == "tag":
        return _("because it was tagged so")
    if field := fields.fields_by_key().get(memory.key):
        return _("because it is about %(field)s") % {"field": field.label.lower()}
    text = "\n".join(filter(None, (memory.label, memory.details, memory.shown_value, quote)))
    if word := classifier.matched_signal(memory.kind, text):
        return _("because you wrote “%(word)s”") % {"word": word}
    return _("going by the whole sentence")


# From short-term to long-term


class NextStep(StrEnum):
    """What is missing until the person is asked to keep the memory for good."""

    MORE = "more"  # repeats or days
    ANSWER = "answer"  # to a question that is open
    DECISION = "decision"  # in its conflict
    USE = "use"  # it is still a candidate
    MEMORY = "memory"  # memory is switched off
    AGAIN = "again"  # the person was asked and did not answer
    CLOCK = "clock"  # nothing: the clock asks next


@dataclass(frozen=True)
class Progress:
    """How far a short-term memory is, as in "2 of 3 repeats, 11 of 14 days"."""

    repeats: int
    days: int
    next: NextStep
    repeats_needed: int = policy.PROMOTE_REPEATS
    days_passed: int = policy.PROMOTE_DAYS  # one more is needed


def promotion_progress(memory: Memory, asked: Sequence[Proposal], settings: MemorySettings) -> Progress | None:
    """Return the memory's progress, or None if never promoted. `asked` are all its questions.

    Never promoted: what is long-term already, ended, of a kind that stays short, for one day only, or declined.
    """
    if memory.day:
        return None
    if memory.horizon != Horizon.SHORT or not memory.is_live or memory.kind in policy.NEVER_PROMOTED:
        return None
    if any(question.status == Proposal.Status.DECLINED for question in asked if _is_promotion(question)):
        return None
    return Progress(
        repeats=min(memory.repeats, policy.PROMOTE_REPEATS),
        days=memory.evidence_days,
        next=_next_step(memory, asked, settings),
    )


def _next_step(memory: Memory, asked: Sequence[Proposal], settings: MemorySettings) -> NextStep:
    """Return the first step that is missing, by the same conditions as `upkeep.promote`."""
    steps = (
        (NextStep.ANSWER, any(question.status == Proposal.Status.OPEN for question in asked)),
        (NextStep.DECISION, memory.contested),
        (NextStep.MORE, not Memory.objects.earning_promotion().filter(pk=memory.pk).exists()),
        (NextStep.USE, memory.status != Status.ACTIVE),
        (NextStep.AGAIN, any(_was_left_unanswered(question, memory) for question in asked)),
        (NextStep.MEMORY, not settings.enable_memory),
    )
    return next((step for step, is_missing in steps if is_missing), NextStep.CLOCK)


def _is_promotion(question: Proposal) -> bool:
    return question.kind == Proposal.Kind.PROMOTE


def _was_left_unanswered(question: Proposal, memory: Memory) -> bool:
    """Return whether nobody answered whether to promote it, and no evidence came since."""
    if not (_is_promotion(question) and question.decided_at and memory.evidence_to):
        return False
    expired = question.decided_at - question.created_at >= timedelta(days=policy.PROPOSAL_DAYS)
    return expired and question.created_at.astimezone(UTC).date() >= memory.evidence_to
