"""Memories that a yes takes out of use, found once for the page, for its version, and for the action.

A page that showed less would let a yes end what the person never saw. So nothing else decides what gives way.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q

from memoryweb.memories.actions.interpretation import fingerprint_for
from memoryweb.memories.models import Conflict, ConflictMember, Memory, Proposal, Status, history_model
from memoryweb.rules import policy

UNSEEN = "Something else is in use in its place, and this page doesn’t show it. Stop using that one first."
SAID_ALIKE = ("key", "value", "label")  # what is one statement in several projects


@dataclass(frozen=True)
class Ended:
    """Memories that a yes takes out of use: those in its place, and others.

    The others are the sides of its conflict, the same of other projects, and the rule that was learned against it.
    """

    in_its_place: list[Memory] = field(default_factory=list)
    others: list[Memory] = field(default_factory=list)

    @property
    def all(self) -> list[Memory]:
        return [*self.in_its_place, *self.others]


def ended_by_yes(memory: Memory, question: Proposal | None = None) -> Ended:
    """Return the memories that a yes to a question ends; without a question, confirming or restoring.

    As it is now or, on a page with many memories, as `read_ended` read it for them.
    """
    if question is None and isinstance(memory.read_ended, Ended):
        return memory.read_ended
    return ended_by_each([(memory, question)])[0]


def ends_unseen(memory: Memory, after: Memory, *, shown: Collection[UUID] = ()) -> bool:
    """Return whether the change to `after` would end a memory that the page doesn't show.

    `shown` is what the page shows besides.
    """
    seen = {*shown, *(each.pk for each in ended_by_yes(memory).all)}
    return any(each.pk not in seen for each in rivals(after))


def read_ended(memories: Collection[Memory]) -> None:
    """Read at once what a yes to each of these memories takes out of use, for a page that shows them."""
    for memory, ended in zip(memories, ended_by_each([(memory, None) for memory in memories]), strict=True):
        memory.read_ended = ended


def ended_by_each(yeses: Sequence[tuple[Memory, Proposal | None]]) -> list[Ended]:
    """Return `ended_by_yes` for several memories of one person and their questions, in few queries."""
    restored_as = _last_live_status([memory.pk for memory, question in yeses if not (question or memory.is_live)])
    after = [_after_yes(memory, question, restored_as) for memory, question in yeses]
    in_place = iter(rivals_of_each([each for each in after if each]))
    settled = [memory for memory, question in yeses if _settles(memory, question)]
    sides, rules = _other_sides(settled), opposite_rules([memory.pk for memory in settled])
    copies = _of_other_projects([memory for memory, question in yeses if _widens_project(question)])
    found = []
    for (memory, question), stands in zip(yeses, after, strict=True):
        others = copies[memory.pk] if _widens_project(question) else []
        if _settles(memory, question):
            others = [*sides[memory.pk], *([rules[memory.pk]] if memory.pk in rules and not memory.contested else [])]
        named = {each.pk for each in others}
        found.append(Ended([each for each in next(in_place) if each.pk not in named] if stands else [], others))
    return found


def _settles(memory: Memory, question: Proposal | None) -> bool:
    """Return whether the yes confirms the whole memory: it stays in use and decides its conflict."""
    if question is None:  # what was confirmed already is not confirmed again
        return memory.is_live and (memory.contested or not memory.confirmed_at)
    return question.kind == Proposal.Kind.REMEMBER or question.replaces is not None or question.is_answer


def _widens_project(question: Proposal | None) -> bool:
    return question is not None and question.kind == Proposal.Kind.MERGE and not question.change


def _after_yes(memory: Memory, question: Proposal | None, restored_as: dict[UUID, str]) -> Memory | None:
    """Return the memory after a yes; None if the yes has no effect on its rivals."""
    if _settles(memory, question):
        return as_it_will_be(memory, contested=False)
    if question is None and memory.is_live:
        return None
    if question is None:
        was_in_use = memory.status != Status.SUPERSEDED and restored_as.get(memory.pk) == Status.ACTIVE
        return as_it_will_be(memory, status=Status.ACTIVE, contested=False) if was_in_use else None
    if _widens_project(question):
        return as_it_will_be(memory, project="", contested=False)
    return memory if question.kind == Proposal.Kind.PROMOTE else None


def as_it_will_be(memory: Memory, **columns: Any) -> Memory:
    """Return a memory's copy with these columns changed, and its fingerprint updated."""
    after = copy(memory)
    for name, value in columns.items():
        setattr(after, name, value)
    if columns.keys() & {"project", "day"}:
        after.fingerprint = fingerprint_for(after, day=after.day)
    return after


def _last_live_status(ended: Collection[UUID]) -> dict[UUID, str]:
    """Return each memory's last live status, to restore it with."""
    if not ended:
        return {}
    live = history_model().objects.filter(id__in=ended, status__in=(Status.ACTIVE, Status.CANDIDATE))
    newest = live.order_by("id", "-history_id").distinct("id")
    return dict(newest.values_list("id", "status"))


def rivals(memory: Memory) -> list[Memory]:
    """Return live memories that can't be in use beside this one, in lock order."""
    return rivals_of_each([memory])[0]


def rivals_of_each(memories: Sequence[Memory]) -> list[list[Memory]]:
    """Return the rivals of several memories of one person.

    They say the same, are in use under the same one-valued key, or give way by an open question.
    """
    if not memories:
        return []
    named = _named_by_questions([memory.pk for memory in memories if not memory._state.adding])
    keys = {memory.key for memory in memories if memory.one_valued} - {""}
    same_place = Q(fingerprint__in={bytes(memory.fingerprint) for memory in memories})
    if keys:
        same_place |= Q(key__in=keys, one_valued=True, status=Status.ACTIVE)
    if named:
        same_place |= Q(pk__in=set().union(*named.values()), status=Status.ACTIVE)
    found = list(Memory.objects.of(memories[0].person_id).live().filter(same_place).order_by("pk"))
    return [[each for each in found if _gives_way(each, memory, named[memory.pk])] for memory in memories]


def _named_by_questions(memories: Collection[UUID]) -> dict[UUID, set[UUID]]:
    """Return by memory the ids that its open questions would replace."""
    named: dict[UUID, set[UUID]] = defaultdict(set)
    if memories:
        questions = Proposal.objects.filter(memory__in=memories, replaces__isnull=False).open()
        for memory, replaced in questions.values_list("memory", "replaces"):
            named[memory] |= {replaced} if replaced else set()
    return named


def _gives_way(other: Memory, memory: Memory, named: Collection[UUID]) -> bool:
    if other.pk == memory.pk:
        return False
    if bytes(other.fingerprint) == bytes(memory.fingerprint):
        return True
    if other.status != Status.ACTIVE:
        return False
    # a question names what gives way wherever it counts; but for one day it ends nothing that is meant to last
    return memory.excludes(other) or (other.pk in named and other.day == memory.day)


def _other_sides(memories: Iterable[Memory]) -> dict[UUID, list[Memory]]:
    """Return the other live members of the open conflict that each memory is in."""
    found: dict[UUID, list[Memory]] = defaultdict(list)
    contested = {memory.pk for memory in memories if memory.contested}
    if not contested:
        return found
    of_conflicts = Conflict.objects.open().filter(members__memory__in=contested).values("pk")
    members = ConflictMember.objects.filter(conflict__in=of_conflicts).select_related("memory").order_by("memory")
    in_conflict: dict[UUID, list[Memory]] = defaultdict(list)
    for member in members:
        in_conflict[member.conflict_id].append(member.memory)
    for sides in in_conflict.values():
        for side in sides:
            known = {side.pk, *(each.pk for each in found[side.pk])}
            found[side.pk] += [each for each in sides if each.is_live and each.pk not in known]
    return found


def opposite_rules(memory_ids: Collection[UUID]) -> dict[UUID, Memory]:
    """Return the live rules that were learned against these memories, by the memory's id."""
    if not memory_ids:
        return {}
    rules = Memory.objects.live().filter(kind=policy.Kind.RULE, negates__in=memory_ids)
    return {rule.negates_id: rule for rule in rules.order_by("-pk") if rule.negates_id}


def same_in_other_projects(memory: Memory) -> list[Memory]:
    """Return the memories in use that say the same in other projects, where their fingerprint differs."""
    return _of_other_projects([memory])[memory.pk]


def _of_other_projects(memories: Collection[Memory]) -> dict[UUID, list[Memory]]:
    found: dict[UUID, list[Memory]] = defaultdict(list)
    labels = {memory.label for memory in memories}
    if not labels:
        return found
    in_use = Memory.objects.active().filter(label__in=labels, key__in={memory.key for memory in memories})
    rows = list(in_use.of(next(iter(memories)).person_id).order_by("pk"))
    for memory in memories:
        found[memory.pk] = [
            each
            for each in rows
            if _is_of_other_project(each, memory) and all(getattr(each, n) == getattr(memory, n) for n in SAID_ALIKE)
        ]
    return found


def _is_of_other_project(one: Memory, other: Memory) -> bool:
    """Return whether two memories are in places that differ in the project alone."""
    return one.place != other.place and one.place._replace(project="") == other.place._replace(project="")
