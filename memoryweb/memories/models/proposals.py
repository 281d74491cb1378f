"""Proposals and conflicts: the questions that only the person answers."""

from datetime import date
from typing import ClassVar, Self
from uuid import UUID

from django.db import models
from django.db.models import Count, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.memories.models.enums import ChangedBy
from memoryweb.memories.models.memory import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def open(self) -> Self:
        return self.filter(status=Proposal.Status.OPEN)

    def count_questions(self) -> int:
        """Return the number of questions for the person; a choice between values counts once."""
        return int(self.aggregate(n=Count(Coalesce("choice_group", "pk"), distinct=True))["n"])


class Proposal(models.Model):
    """A question to the person. Only a person can answer it."""

    class Kind(models.TextChoices):
        REMEMBER = "remember", _("Remember")
        UPDATE = "update", _("Change")
        PROMOTE = "promote", _("Keep for good")
        MERGE = "merge", _("Apply everywhere")
        EXPIRE = "expire", _("Stop using")

    class Topic(models.TextChoices):
        """What a question is about beyond its kind. Cards and answers read this, never the question's words."""

        GOAL = "goal", _("still a goal?")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        STALE = "stale", _("out of date")

    SETTLES = "settles"  # in `change`: the conflict that a yes answers

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    kind = models.CharField(max_length=10, choices=Kind)
    topic = models.CharField(max_length=10, choices=Topic, blank=True, default="", db_default="")
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="proposals", db_constraint=False)
    change = models.JSONField(default=dict, blank=True)  # what an update would set
    based_on = models.BigIntegerField()  # the version (history_id) the question is about
    question = models.TextField()
    # why it is asked
    reason = models.CharField(max_length=limits.PROPOSAL_REASON_MAX, blank=True, default="", db_default="")
    replaces = models.UUIDField(null=True, blank=True)  # the memory in use that gives way if the person says yes
    choice_group = models.UUIDField(null=True, blank=True)  # the values of one key that the person chooses from
    agent = models.ForeignKey(
        Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN, db_default=Status.OPEN)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[ProposalQuerySet] = ProposalQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "memory", "kind"],
                condition=Q(status="open"),
                name="one_open_question_of_a_kind_per_memory",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["remember", "update", "promote", "merge", "expire"]),
                name="proposal_kind_is_known",
            ),
            models.CheckConstraint(condition=Q(topic__in=["", "goal"]), name="proposal_topic_is_known"),
            models.CheckConstraint(
                condition=Q(status="open", decided_at=None)
                | Q(status__in=["accepted", "declined", "withdrawn", "stale"], decided_at__isnull=False),
                name="decided_proposals_have_a_date",
            ),
        ]
        indexes = [
            # Review: a person's open questions, oldest first
            models.Index(fields=["person", "created_at", "id"], condition=Q(status="open"), name="proposals_to_review"),
            # upkeep.expire_proposals: everyone's open questions by age
            models.Index(fields=["created_at"], condition=Q(status="open"), name="proposals_to_expire"),
            # operations.rate: what an agent asked within a day; proposals.why_full
            models.Index(fields=["agent", "id"], name="proposals_of_an_agent"),
        ]

    def __str__(self) -> str:
        return self.question

    @property
    def is_answer(self) -> bool:
        """Whether an agent says that the person chose this side of a conflict."""
        return self.SETTLES in self.change


class ConflictQuerySet(models.QuerySet["Conflict"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def open(self) -> Self:
        return self.filter(status=Conflict.Status.OPEN)

    def waiting(self, today: date) -> Self:
        """Open, and not postponed to a later day."""
        return self.open().filter(Q(later_until=None) | Q(later_until__lte=today))


class Conflict(models.Model):
    """Two or more memories that contradict each other."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ANSWERED = "answered", _("answered")
        DISMISSED = "dismissed", _("dismissed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    detected_by = models.CharField(max_length=10, choices=ChangedBy)
    winner = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False
    )  # provisional: used until the person answers
    question = models.TextField()
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN, db_default=Status.OPEN)
    answer = models.JSONField(default=dict, blank=True)  # the chosen memory, and the versions the answer wrote
    later_until = models.DateField(null=True, blank=True)  # "ask me later": not shown before this day
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[ConflictQuerySet] = ConflictQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["open", "answered", "dismissed"]), name="conflict_status_is_known"
            ),
        ]
        indexes = [
            # Review: a person's open conflicts
            models.Index(fields=["person", "created_at"], condition=Q(status="open"), name="conflicts_to_review"),
        ]

    def __str__(self) -> str:
        return self.question


class ConflictMember(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    conflict = models.ForeignKey(Conflict, models.CASCADE, related_name="members", db_constraint=False, db_index=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="conflicts", db_constraint=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "conflict", "memory"], name="a_memory_joins_a_conflict_once"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.conflict_id}"
