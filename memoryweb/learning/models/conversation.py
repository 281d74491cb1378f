"""Conversations, stored as excerpts, and what the language model cost."""

from datetime import datetime, timedelta
from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.learning import policy
from memoryweb.memories.models import fingerprints
from memoryweb.memories.models.enums import SHARD
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def recent(self) -> Self:
        """Filter to those inside the person's window."""
        return self.filter(trimmed_at=None)

    def outside(self, now: datetime) -> Self:
        """Filter to those outside the window and not yet trimmed."""
        return self.filter(outside_from__lt=now)

    def unread(self) -> Self:
        """Filter to those nothing was learned from yet."""
        return self.recent().filter(learned_at=None)

    def unclaimed(self, now: datetime) -> Self:
        """Filter to those that no worker reads and that do not go on. A claim ends by itself."""
        return self.filter(Q(claimed_at=None) | Q(claimed_at__lt=now - timedelta(minutes=policy.LEASE_MINUTES)))


class Conversation(models.Model):
    """One conversation that ended (S1). Trimming empties its text; the row stays, to recognize a repeated report."""

    class ReadBy(models.TextChoices):
        PATTERNS = "patterns", _("patterns")
        MODEL = "model", _("the language model")

    class Trouble(models.TextChoices):
        """Why patterns read the conversation instead of the model."""

        TIMEOUT = "timeout", _("the language model did not answer in time")
        BUSY = "busy", _("the language model was too busy")
        MALFORMED = "malformed", _("the language model’s answer could not be read")
        UNREACHABLE = "unreachable", _("the language model could not be reached")
        FAILED = "failed", _("reading it failed")
        CAP = "cap", _("this month’s budget for the language model was spent")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    external_id = models.CharField(max_length=limits.CONVERSATION_ID_MAX)
    project = models.CharField(max_length=limits.PROJECT_MAX, blank=True, default="", db_default="")
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField()
    topic = models.CharField(max_length=limits.TOPIC_MAX, blank=True, default="", db_default="")
    summary = models.CharField(max_length=limits.SUMMARY_MAX, blank=True, default="", db_default="")
    # by the person: no report brings them back
    titles_removed = models.BooleanField(default=False, db_default=False)
    project_removed = models.BooleanField(default=False, db_default=False)
    # keyed digest of the agent's own id for it, where the person erased that: a repeated report is known by it
    erased_id = models.BinaryField(null=True, max_length=32)
    excerpts = ArrayField(models.CharField(max_length=limits.EXCERPT_MAX), default=list, blank=True)
    messages_reported = models.PositiveIntegerField(default=0, db_default=0)  # so far; more if it continues
    excerpts_read = models.PositiveIntegerField(default=0, db_default=0)  # the first so many were read
    withheld = models.PositiveIntegerField(default=0, db_default=0)  # messages the guard rejected
    recorded_at = models.DateTimeField()
    trimmed_at = models.DateTimeField(null=True, blank=True)
    # When it leaves its person's window; empty for never. A trigger keeps it up to date.
    outside_from = models.DateTimeField(null=True, blank=True, editable=False)
    # a worker has to read the rest of it now, whatever the person's settings say about when
    is_due = models.BooleanField(default=False, db_default=False)
    # keyed digests of what it is about, which stay when its words leave the window; whether they are to be compared yet
    topic_digests = ArrayField(models.BinaryField(max_length=32), default=list, blank=True, db_default=[])
    topics_due = models.BooleanField(default=False, db_default=False)
    claimed_at = models.DateTimeField(null=True, blank=True)  # set while a worker reads it, or while it goes on
    learned_at = models.DateTimeField(null=True, blank=True)
    read_by = models.CharField(max_length=10, choices=ReadBy, blank=True, default="", db_default="")
    trouble = models.CharField(max_length=12, choices=Trouble, blank=True, default="", db_default="")

    objects: ClassVar[ConversationQuerySet] = ConversationQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "agent", "external_id"], name="one_conversation_per_agents_own_id"
            ),
            models.CheckConstraint(
                condition=Q(trimmed_at=None) | Q(excerpts=[], topic="", summary=""),
                name="trimmed_conversations_keep_no_words",
            ),
            models.CheckConstraint(
                condition=Q(outside_from=None) | Q(trimmed_at=None), name="trimmed_conversations_are_not_trimmed_again"
            ),
        ]
        indexes = [
            # operations.rate: what an agent left within a day
            models.Index(fields=["agent", "id"], name="conversations_of_an_agent"),
            # Conversations page and the window: a person's newest, keyset
            models.Index(
                fields=["person", "-ended_at", "-id"], condition=Q(trimmed_at=None), name="conversations_recent"
            ),
            # upkeep.update_long_term: the unread ones
            models.Index(
                SHARD, "person", condition=Q(learned_at=None, trimmed_at=None), name="conversations_to_learn_from"
            ),
            # upkeep.update_long_term: those whose topics are to be compared
            models.Index(SHARD, "person", condition=Q(topics_due=True), name="conversations_to_compare"),
            # upkeep.trim_conversations: those outside the window, now or on a later day
            models.Index(
                "outside_from", SHARD, "person", condition=Q(outside_from__isnull=False), name="conversations_to_trim"
            ),
            # conversations.record: a report of one whose id was erased
            models.Index(fields=["erased_id"], condition=Q(erased_id__isnull=False), name="conversations_by_erased_id"),
            # upkeep.purge_logs: the trimmed ones
            models.Index(fields=["trimmed_at"], condition=Q(trimmed_at__isnull=False), name="conversations_to_purge"),
        ]

    def __str__(self) -> str:
        return self.topic or self.external_id

    @staticmethod
    def digest_of_id(agent: UUID, external_id: str) -> bytes:
        """Return the digest that replaces a conversation's erased id."""
        return fingerprints.keyed_digest("conversation", f"{agent}\x1f{external_id}")

    @property
    def unread_excerpts(self) -> list[str]:
        return self.excerpts[self.excerpts_read :]

    @property
    def progress(self) -> tuple[int, int, list[str]]:
        """Values that change with each continuation, erasure and reading."""
        return self.messages_reported, self.excerpts_read, self.excerpts

    @property
    def goes_on(self) -> bool:
        """Whether it is claimed and unread, so that reading has to wait."""
        return self.claimed_at is not None and self.learned_at is None


class Spend(models.Model):
    """The meter of one month: what the language model cost one person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    month = models.DateField()  # its first day
    calls = models.PositiveIntegerField(default=0, db_default=0)
    failures = models.PositiveIntegerField(default=0, db_default=0)
    input_tokens = models.PositiveBigIntegerField(default=0, db_default=0)
    output_tokens = models.PositiveBigIntegerField(default=0, db_default=0)
    micros = models.PositiveBigIntegerField(default=0, db_default=0)  # millionths of the prices' currency

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "month"], name="one_meter_per_person_and_month"),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}: {self.micros / 1e6:.2f}"
