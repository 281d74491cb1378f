"""Conflicts: members, the winner used until the person decides, and what a chosen memory supersedes (SPEC §7)."""

from collections.abc import Collection
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q

from memoryweb.memories.actions import proposals, store
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import LIVE, Conflict, ConflictMember, Memory, MemoryQuerySet, Proposal, Status
from memoryweb.rules import policy


def _live_members(conflict: Conflict, *, without: Collection[UUID] = ()) -> list[Memory]:
    """Its live members, the oldest statement first."""
    return sorted(Memory.objects.filter(LIVE, conflicts__conflict=conflict).exclude(pk__in=without), key=statement_age)


def build_question(conflict: Conflict, *, without: Collection[UUID] = ()) -> str:
    """Asks about those who still stand, in their own language, and quotes nobody else."""
    members = _live_members(conflict, without=without)
    return phrase_question(members) if len(members) > 1 else ""


def recompute(conflict: Conflict, *, without: Collection[UUID] = ()) -> list[Memory]:
    """What is asked, and which one is used until the answer, by those who stand now; not saved."""
    members = _live_members(conflict, without=without)
    conflict.question = phrase_question(members) if len(members) > 1 else ""
    conflict.winner = pick_winner(members) if members else None
    return members


def statement_age(memory: Memory) -> tuple[date, UUID]:
    """What sorts the members of a conflict: the newest statement last."""
    return memory.updated_on or memory.learned_on or memory.observed_on, memory.pk


def pick_winner(members: list[Memory]) -> Memory:
    """Used until the person decides: the newest, but only at equal or higher weight (SPEC §7)."""
    return max(members, key=lambda each: (each.weight, statement_age(each)))


def explain_winner(members: list[Memory]) -> list[str]:
    """What speaks for and against deciding by the clock (S0): two sentences for the person."""
    first, newest, used = members[0], members[-1], pick_winner(members)
    apart = (statement_age(newest)[0] - statement_age(first)[0]).days
    if len({each.weight for each in members}) == 1:
        weighed = f"Both weigh the same, {apart} days apart: the newer one may be a passing need."
    elif used.pk == newest.pk:
        weighed = "The newer one weighs more, but may be a passing need."
    else:
        known, noticed = (policy.SOURCE_WORDS[policy.Source(each.source)] for each in (used, newest))
        weighed = f"The older one weighs more. Of it: {known} Of the newer one: {noticed}"
    return [weighed, f"What you do next may settle it. Until you decide, “{used.shown_value or used.label}” is used."]


def phrase_question(members: list[Memory]) -> str:
    values = [f"“{member.shown_value}”" for member in members]
    if members[-1].language == "zh":
        return f"{'、'.join(values[:-1])}和{values[-1]}，哪一个对？"
    return f"{members[-1].label}: {', '.join(values[:-1])} or {values[-1]}?"


def replace_member(old: Memory, successor: Memory) -> None:
    """The successor of a member takes its place in the open conflict."""
    for conflict in Conflict.objects.filter(members__memory=old, status=Conflict.Status.OPEN):
        ConflictMember.objects.filter(conflict=conflict, memory=old).update(memory=successor)
        recompute(conflict)
        conflict.save()


def rejoin(memory: Memory) -> None:
    """From the past into a conflict that is still open, where its other members stand: contested again.

    Else it is not, and belongs to that conflict no more.
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
    """The question of the open conflict names everyone who stands now, and the heaviest of them is used."""
    for conflict in Conflict.objects.filter(members__memory=memory, status=Conflict.Status.OPEN):
        recompute(conflict)
        conflict.save(update_fields=["question", "winner"])


def detach(memory: Memory, *, by: Actor, now: datetime) -> None:
    """The person says where or when it counts: it stands beside the others no more, and its conflict is over."""
    remove_member(memory, by=by, now=now)
    ConflictMember.objects.filter(memory=memory, conflict__status=Conflict.Status.OPEN).delete()
    memory.contested = False


def remove_member(memory: Memory, *, by: Actor, now: datetime, together: Collection[UUID] = ()) -> None:
    """A member is gone, `together` with others: with fewer than two live ones there is nothing to decide."""
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
    """Who would stand beside this memory if it were active: the same statement, or its one-valued key."""
    same_place = Q(fingerprint=bytes(memory.fingerprint))
    if memory.key and memory.one_valued:
        of_key = Q(
            key=memory.key, project=memory.project, condition=memory.condition, day=memory.day,
            audience=memory.audience, community=memory.community_id, one_valued=True, status=Status.ACTIVE,
        )  # fmt: skip
        same_place |= (
            of_key & Q(contested=False) if memory.contested else of_key
        )  # beside its conflict's others it stands
    return Memory.objects.of(memory.person_id).live().filter(same_place).exclude(pk=memory.pk)


def supersede_rivals(memory: Memory, *, by: Actor, now: datetime, beside: Collection[UUID] = ()) -> None:
    """The person has just chosen this one: the others are superseded by it, and no longer asked about.

    Those `beside` it are chosen with it, and about to count elsewhere.
    """
    others = list(rivals(memory).exclude(pk__in=beside).order_by("pk").select_for_update(of=("self",)))
    for other in others:
        remove_member(other, by=by, now=now, together=[each.pk for each in others])
        other.status, other.superseded_by, other.contested = Status.SUPERSEDED, memory, False
        store.save(other, by=by, verb="supersede", because="your decision", now=now)
        proposals.close_for(other, Proposal.Status.WITHDRAWN, now=now)
