"""Conflicts between memories: who is in one, which is used until the person decides, what is superseded (SPEC §7)."""

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memoryweb.memories.actions import proposals, remainders, store
from memoryweb.memories.actions.types import Actor
from memoryweb.memories.models import (
    LIVE,
    Conflict,
    ConflictMember,
    Memory,
    MemoryQuerySet,
    Proposal,
    Status,
    spellings,
)
from memoryweb.rules import languages, policy


def _live_members(conflict: Conflict, *, without: Collection[UUID] = ()) -> list[Memory]:
    """Return the live members of a conflict, the oldest statement first."""
    return sorted(Memory.objects.filter(LIVE, conflicts__conflict=conflict).exclude(pk__in=without), key=statement_age)


def build_question(conflict: Conflict, *, without: Collection[UUID] = ()) -> str:
    """Return the question about the members that are still live; empty with fewer than two."""
    members = _live_members(conflict, without=without)
    return phrase_question(members) if len(members) > 1 else ""


def recompute(conflict: Conflict, *, without: Collection[UUID] = ()) -> list[Memory]:
    """Set the question and the winner by the members that are live now, and return those. Does not save."""
    members = _live_members(conflict, without=without)
    conflict.question = phrase_question(members) if len(members) > 1 else ""
    conflict.winner = pick_winner(members) if members else None
    return members


def statement_age(memory: Memory) -> tuple[date, UUID]:
    """Return what members are sorted by: the newest statement last."""
    return memory.updated_on or memory.learned_on or memory.observed_on, memory.pk


def pick_winner(members: list[Memory]) -> Memory:
    """Return the member used until the person decides: what they confirmed, else the heaviest, else the newest (§7)."""
    return max(members, key=lambda each: (each.confirmed_at is not None, each.weight, statement_age(each)))


def explain_winner(members: list[Memory]) -> list[str]:
    """Return two sentences for the person on why this member is used, and why it may be wrong (S0)."""
    first, newest, winner = members[0], members[-1], pick_winner(members)
    days = (statement_age(newest)[0] - statement_age(first)[0]).days
    if len({each.weight for each in members}) == 1:
        apart = f"{days} {'day' if days == 1 else 'days'} apart" if days else "on the same day"
        comparison = f"They were said {apart}. The newer one may be temporary."
    elif winner.pk == newest.pk:
        comparison = "The newer one counts for more. It may still be temporary."
    else:
        older, newer = f"The older one counts for more. {_how_known(winner)}", _how_known(newest)
        comparison = f"{older} The newer one counts for less. {newer}"
    return [comparison, f"Agents use “{winner.shown_value or winner.label}” until you decide."]


def _how_known(memory: Memory) -> str:
    return "You confirmed it." if memory.confirmed_at else policy.SOURCE_WORDS[policy.Source(memory.source)]


def phrase_question(members: list[Memory]) -> str:
    values = [f"“{member.shown_value}”" for member in members]
    language = languages.for_code(members[-1].language)
    first = language.list_separator.join(values[:-1])
    return language.conflict_question.format(label=members[-1].label, first=first, last=values[-1])


def replace_member(old: Memory, successor: Memory) -> None:
    """Put a member's successor in its place in the open conflict."""
    for conflict in Conflict.objects.filter(members__memory=old, status=Conflict.Status.OPEN):
        ConflictMember.objects.filter(conflict=conflict, memory=old).update(memory=successor)
        recompute(conflict)
        conflict.save()


def rejoin(memory: Memory) -> None:
    """Set whether a restored memory is contested: if its conflict is still open and it counts where the others do.

    Otherwise it leaves that conflict. Does not save the memory.
    """
    memory.contested = False
    for member in ConflictMember.objects.filter(memory=memory, conflict__status=Conflict.Status.OPEN):
        others = _live_members(member.conflict, without=[memory.pk])
        if all(
            (other.project, other.condition, other.day) == (memory.project, memory.condition, memory.day)
            for other in others
        ):
            memory.contested = True
        else:
            member.delete()


def refresh(memory: Memory) -> None:
    """Set the question and the winner of its open conflict anew."""
    for conflict in Conflict.objects.filter(members__memory=memory, status=Conflict.Status.OPEN):
        recompute(conflict)
        conflict.save(update_fields=["question", "winner"])


def detach(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Take a memory out of its conflict because the person said where or when it counts. Does not save it."""
    remove_member(memory, by=by, now=now)
    ConflictMember.objects.filter(memory=memory, conflict__status=Conflict.Status.OPEN).delete()
    memory.contested = False


def remove_member(memory: Memory, *, by: Actor, now: datetime, together: Collection[UUID] = ()) -> None:
    """Recompute the conflicts of a memory that is going, `together` with others.

    With fewer than two live members left there is nothing to decide: the conflict is dismissed.
    """
    if not memory.contested:
        return
    gone = {memory.pk, *together}
    for conflict in Conflict.objects.filter(members__memory=memory, status=Conflict.Status.OPEN):
        left = recompute(conflict, without=gone)
        if len(left) < 2:
            conflict.status, conflict.decided_at, conflict.winner = Conflict.Status.DISMISSED, now, None
        conflict.save()
        for other in left if len(left) == 1 else ():
            rest = store.lock(other.pk)
            rest.contested = False
            store.save(rest, by=by, verb="settle", because="the other one is gone", now=now)


def rivals(memory: Memory) -> MemoryQuerySet:
    """Return the live memories that could not be active beside this one: the same statement, or its one-valued key."""
    same_place = Q(fingerprint=bytes(memory.fingerprint))
    if memory.key and memory.one_valued:
        of_key = Q(
            key=memory.key, project__in=spellings(memory.person_id, "project", memory.project),
            condition__in=spellings(memory.person_id, "condition", memory.condition), day=memory.day,
            community=memory.community_id, one_valued=True, status=Status.ACTIVE,
        )  # fmt: skip
        same_place |= of_key & Q(contested=False) if memory.contested else of_key  # contested ones may stand together
    if not memory._state.adding:  # no question is about a memory that was only built
        same_place |= Q(pk__in=_given_way(memory), day=memory.day, status=Status.ACTIVE)
    return Memory.objects.of(memory.person_id).live().filter(same_place).exclude(pk=memory.pk)


def _given_way(memory: Memory) -> list[UUID]:
    """Return the memories in use that give way to this candidate if the person says yes to it."""
    questions = Proposal.objects.filter(memory=memory, replaces__isnull=False).open()
    return [pk for pk in questions.values_list("replaces", flat=True) if pk]


def settle_by(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Answer the open conflict of a memory that the person says again: it replaces the others. Does not save it."""
    for conflict in Conflict.objects.open().filter(members__memory=memory):
        for other in _live_members(conflict, without=[memory.pk]):
            supersede(store.lock(other.pk), memory, by=by, now=now)
        conflict.status, conflict.decided_at, conflict.answer = Conflict.Status.ANSWERED, now, {"how": "keep_one"}
        conflict.save()
    memory.contested = False


def supersede_rivals(memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = ()) -> None:
    """Let a memory that the person has just chosen replace its rivals.

    Those `beside` it are chosen with it, and about to count elsewhere.
    """
    others = list(rivals(memory).exclude(pk__in=beside).order_by("pk").select_for_update(of=("self",)))
    for other in others:
        remove_member(other, by=by, now=now, together=[each.pk for each in others])
        supersede(other, memory, by=by, now=now)


def supersede(
    old: Memory, successor: Memory, *, by: Actor, now: datetime, because: str = "", is_whole: bool = False
) -> int:
    """Link a memory to the one that replaces it and close its questions; return its version.

    What it says besides stays in use (remainders.left_over), unless somebody changed the whole of it.
    """
    was_in_use = old.status == Status.ACTIVE
    old.status, old.superseded_by, old.contested = Status.SUPERSEDED, successor, False
    version = store.save(old, by=by, verb="supersede", because=because or by.because, now=now)
    proposals.close_for(old, Proposal.Status.WITHDRAWN, now=now)
    parts = remainders.left_over(old, successor) if was_in_use and not is_whole else []
    if parts:
        remainders.give_up_key(successor, of=old)
    proposals.point_elsewhere(old, successor, beside=remainders.keep(old, parts, by=by, now=now))
    return version


def finish(
    memory: Memory, *, by: Actor, verb: str, now: datetime, because: str = "", close: str = "",
    supersede: bool = False, beside: Collection[UUID] = (),
) -> int:  # fmt: skip
    """Write a changed memory and all that follows from the change, in this order; return its version.

    What is no longer live leaves its conflict. What the person chose (`supersede`) replaces its rivals. The conflict it
    is in is asked anew. Its open questions are closed with the status `close`, if one is given.
    """
    if not memory.is_live:
        remove_member(memory, by=by, now=now)
        memory.contested = False
        proposals.point_elsewhere(memory, None)
    elif supersede:
        supersede_rivals(memory, by=by, now=now, beside=beside)
    version = store.save(memory, by=by, verb=verb, because=because or by.because, now=now)
    if memory.contested:
        refresh(memory)
    if close == Proposal.Status.ACCEPTED and memory.day is None:
        _withdraw_other_choices(memory, by=by, now=now)
    if close:
        proposals.close_for(memory, close, now=now)
    return version


def _withdraw_other_choices(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Withdraw the other values the person could have chosen. They leave no tombstone."""
    for proposal in Proposal.objects.filter(memory=memory, choice_group__isnull=False).open():
        for other in proposals.others_to_choose(proposal):
            rest = store.lock(other.memory_id)
            rest.status, rest.expired_on = Status.EXPIRED, timezone.localdate(now, by.settings.zone)
            rest.expire_reason = "You chose another value."
            store.save(rest, by=by, verb="withdraw", because=by.because, now=now)
            proposals.close_for(rest, Proposal.Status.WITHDRAWN, now=now)
