"""Conflicts between memories: who is in one, which is used until the person decides, what is superseded."""

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from memoryweb.language import locales
from memoryweb.memories.actions import proposals, remainders, rivals, store
from memoryweb.memories.actions.types import Actor
from memoryweb.memories.models import (
    LIVE,
    Conflict,
    ConflictMember,
    Memory,
    Proposal,
    Status,
)
from memoryweb.rules import policy


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
    """Return the member used until the person decides: what they confirmed, else the heaviest, else the newest."""
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
    language = locales.for_code(members[-1].language)
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
        if all(other.place == memory.place for other in others):
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


def settle_by(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Answer the open conflict of a memory that the person says again: it replaces the others. Does not save it."""
    for conflict in Conflict.objects.open().filter(members__memory=memory):
        for other in _live_members(conflict, without=[memory.pk]):
            supersede_unshown(store.lock(other.pk), memory, by=by, now=now)
        conflict.status, conflict.decided_at, conflict.answer = Conflict.Status.ANSWERED, now, {"how": "keep_one"}
        conflict.save()
    memory.contested = False


def supersede_rivals(
    memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = (), was_shown: bool = False
) -> None:
    """Let a memory that the person has just chosen replace its rivals.

    Those `beside` it are chosen with it, and about to count elsewhere. `was_shown` is as in `supersede`.
    """
    others = [store.lock(each.pk) for each in rivals.rivals(memory) if each.pk not in beside]
    not_given = {each.pk for each in others if not _was_given(each)}  # before the conflict is asked anew
    for other in others:
        remove_member(other, by=by, now=now, together=[each.pk for each in others])
        supersede(other, memory, by=by, now=now, asks=not was_shown and other.pk in not_given)


def supersede(
    old: Memory,
    successor: Memory,
    *,
    by: Actor,
    now: datetime,
    because: str = "",
    is_whole: bool = False,
    asks: bool = False,
) -> int:
    """Link a memory to the one that replaces it and close its questions; return its version.

    What it says besides stays in use (remainders.left_over), unless somebody changed the whole of it. But nothing comes
    into use that nobody said yes to: a side of a conflict that the person never confirmed, and that no agent was given
    while the conflict was open, leaves its other parts in use only if the question showed them ("Stays in use"). Where
    it did not, each part `asks` as a question of its own. So nothing is lost in silence either.
    """
    was_in_use = old.status == Status.ACTIVE
    old.status, old.superseded_by, old.contested = Status.SUPERSEDED, successor, False
    version = store.save(old, by=by, verb="supersede", because=because or by.because, now=now)
    proposals.close_for(old, Proposal.Status.WITHDRAWN, now=now)
    parts = remainders.left_over(old, successor) if was_in_use and not is_whole else []
    if parts:
        remainders.give_up_key(successor, of=old)
    kept = remainders.ask(old, parts, by=by, now=now) if asks else remainders.keep(old, parts, by=by, now=now)
    proposals.point_elsewhere(old, successor, beside=kept)
    return version


def supersede_unshown(old: Memory, successor: Memory, *, by: Actor, now: datetime) -> int:
    """Supersede a side of a conflict by an answer that was given without a look at what stays."""
    return supersede(old, successor, by=by, now=now, asks=not _was_given(old))


def _was_given(memory: Memory) -> bool:
    """Return whether the person confirmed it, or agents were given it: of a conflict, they are given the winner."""
    if not memory.contested or memory.confirmed_at:
        return True
    return Conflict.objects.open().filter(members__memory=memory, winner=memory).exists()


def finish(
    memory: Memory,
    *,
    by: Actor,
    verb: str,
    now: datetime,
    because: str = "",
    close: str = "",
    supersede: bool = False,
    beside: Collection[UUID] = (),
) -> int:
    """Write a changed memory and all that follows from the change, in this order; return its version.

    What is no longer live leaves its conflict. What the person chose (`supersede`) replaces its rivals. The conflict it
    is in is asked anew. Its open questions are closed with the status `close`, if one is given.
    """
    if not memory.is_live:
        remove_member(memory, by=by, now=now)
        memory.contested = False
        proposals.point_elsewhere(memory, None)
    elif supersede:
        supersede_rivals(memory, by=by, now=now, beside=beside, was_shown=True)
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
