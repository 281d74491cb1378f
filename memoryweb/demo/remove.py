"""Removes the example month: exactly what its agents brought, and nothing that came since by anybody else."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.demo.models import ExampleMonth
from memoryweb.demo.month import REFUSED
from memoryweb.memories.actions import Actor, Person, store
from memoryweb.memories.acts import recording
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import (
    Act,
    ActChange,
    ChangedBy,
    Conflict,
    Evidence,
    Memory,
    MemoryQuerySet,
    Proposal,
    Refusal,
    history_model,
)
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope

OWN_WORDS = ("edit", "revise")  # verbs by which the person makes a memory of the example their own


@dataclass(frozen=True)
class Removed:
    """How many memories were removed, and how many stay because the person or another agent built on them."""

    memories: int
    kept: int


def remove(person: User, *, now: datetime) -> Removed | None:
    """Remove the person's example month for good, without receipts or fingerprints; None if none is loaded."""
    with scope.acting_as(person.pk), recording.not_recording():
        store.lock_person(person.pk)
        month = ExampleMonth.objects.filter(person=person).first()
        if not month:
            return None
        brought = _brought(month)
        kept = set(brought.filter(_has_other_hands(month)).values_list("pk", flat=True))
        gone = list(brought.exclude(pk__in=kept).order_by("pk").values_list("pk", flat=True))
        conflicts = list(Conflict.objects.filter(members__memory__in=gone).values_list("pk", flat=True))
        acts = list(ActChange.objects.filter(memory__in=gone).values_list("act", flat=True))
        for pk in gone:
            erasure.erase_example(pk, by=Person(person), now=now)
        Conflict.objects.filter(pk__in=conflicts, members=None).delete()
        Act.objects.filter(pk__in=acts, at__lte=month.loaded_at).delete()
        _remove_agents(month, kept, by=Person(person), now=now)
        _remove_refusals(month)
        erasure.remove_empty_versions(gone)
        month.delete()
        return Removed(len(gone), len(kept))


def _brought(month: ExampleMonth) -> MemoryQuerySet:
    """Return the memories with evidence from the example's agents."""
    of_example = Evidence.objects.filter(memory=OuterRef("pk"), agent__in=month.agents)
    return Memory.objects.of(month.person_id).filter(Exists(of_example))


def _has_other_hands(month: ExampleMonth) -> Q:
    """Return the condition for a memory that the person rewrote, or that another agent said or asked about."""
    others = ~Q(agent__in=month.agents) | Q(agent=None)
    rewritten = history_model().objects.filter(
        id=OuterRef("pk"), changed_by=ChangedBy.PERSON, changed_verb__in=OWN_WORDS, history_date__gt=month.loaded_at
    )
    said = Evidence.objects.filter(others, memory=OuterRef("pk"), occurred_at__gt=month.loaded_at)
    asked = Proposal.objects.filter(memory=OuterRef("pk"), agent__isnull=False).exclude(agent__in=month.agents)
    return Q(Exists(rewritten)) | Q(Exists(said)) | Q(Exists(asked))


def _remove_agents(month: ExampleMonth, kept: set[UUID], *, by: Actor, now: datetime) -> None:
    """Remove the agents with their calls, conversations, receipts and feedback."""
    for memory in Memory.objects.filter(pk__in=kept, changed_by_agent__in=month.agents).order_by("pk"):
        store.save(memory, by=by, verb="unlink", because="the example month was removed", now=now)
    Agent.objects.filter(person=month.person_id, pk__in=month.agents).delete()


def _remove_refusals(month: ExampleMonth) -> None:
    """Take back what the example added to the counts of refused statements."""
    zone = MemorySettings.for_person(month.person_id).zone
    for days_ago, category in REFUSED:
        at = month.loaded_at - timedelta(days=days_ago, minutes=7 * days_ago)
        refusals = Refusal.objects.filter(person=month.person_id, day=timezone.localdate(at, zone), category=category)
        refusals.filter(count__gt=1).update(count=F("count") - 1) or refusals.delete()
