"""Feedback on an agent's work, and its signals about single memories, which make up the ledger."""

from typing import ClassVar, Self
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.memories.models.enums import SHARD
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class FeedbackQuerySet(models.QuerySet["Feedback"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)


class Feedback(models.Model):
    """A person's verdict on one piece of an agent's work (S3 skill_run_feedback)."""

    class Action(models.TextChoices):
        ACCEPT = "accept", _("accepted")
        REJECT = "reject", _("rejected")
        PARTIAL = "partial", _("partly accepted")

    class Ignored(models.TextChoices):
        """Reason for learning nothing from the feedback."""

        LEARNING_OFF = "learning_off", _("learning was switched off")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    # the agent's own id for its work
    run = models.CharField(max_length=limits.RUN_MAX, blank=True, default="", db_default="")
    skill = models.CharField(max_length=limits.TASK_MAX, blank=True, default="", db_default="")
    task_type = models.CharField(max_length=limits.TASK_MAX, blank=True, default="", db_default="")
    project = models.CharField(max_length=limits.PROJECT_MAX, blank=True, default="", db_default="")
    action = models.CharField(max_length=8, choices=Action)
    evidence_ref = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=limits.NOTE_MAX, blank=True, default="", db_default="")
    rating = models.PositiveSmallIntegerField(null=True, blank=True)  # 1–5
    ignored_reason = models.CharField(max_length=12, choices=Ignored, blank=True, default="", db_default="")
    # whether the agent's word was covered by a standing yes when it came; without one the person is asked
    standing_yes = models.BooleanField(default=False, db_default=False)
    # some of it is to be learned yet; the first so many of what it says in words are
    is_due = models.BooleanField(default=False, db_default=False)
    signals_read = models.PositiveSmallIntegerField(default=0, db_default=0)
    digest = models.BinaryField(max_length=32)  # keyed, of the whole delivery: a repeated one counts once
    at = models.DateTimeField()

    objects: ClassVar[FeedbackQuerySet] = FeedbackQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = "feedback"
        constraints = [
            models.UniqueConstraint(fields=["person", "agent", "digest"], name="one_feedback_per_delivery"),
            models.CheckConstraint(condition=Q(action__in=["accept", "reject", "partial"]), name="action_is_known"),
            models.CheckConstraint(
                condition=Q(rating=None) | Q(rating__gte=1, rating__lte=5), name="ratings_are_1_to_5"
            ),
        ]
        indexes = [
            # operations.rate: what an agent left within a day
            models.Index(fields=["agent", "id"], name="feedback_of_an_agent"),
            # a receipt's feedback, a run's feedback
            models.Index(fields=["agent", "run"], condition=~Q(run=""), name="feedback_of_a_run"),
            # upkeep.update_long_term: what is half learned
            models.Index(SHARD, "person", condition=Q(is_due=True), name="feedback_to_learn_from"),
            # the weekly digest: a person's newest
            models.Index(fields=["person", "-at"], name="feedback_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.run}"

    @property
    def ref(self) -> dict[str, str]:
        """The reference that evidence keeps: this feedback and its run."""
        return ({"run": self.run} if self.run else {}) | {"feedback": str(self.pk)}


class Signal(models.Model):
    """What one feedback says about one memory. A memory's confidence can be recomputed from its signals alone."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    feedback = models.ForeignKey(Feedback, models.CASCADE, related_name="signals", db_constraint=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="signals", db_constraint=False, db_index=False)
    action = models.CharField(max_length=8, choices=Feedback.Action)
    named = models.BooleanField()  # named in evidence_ref; otherwise it was only given in the run
    is_due = models.BooleanField(default=False, db_default=False)  # the memory's ledger does not count it yet

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "memory", "feedback"], name="a_feedback_says_one_thing_of_a_memory"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} of {self.memory_id}"
