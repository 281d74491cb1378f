"""Evidence, the reasons a memory exists, and uses, how often agents received it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.memories.models.enums import Source
from memoryweb.memories.models.memory import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class Evidence(models.Model):
    """One dated reason a memory exists, with the smallest possible quote or reference."""

    class Kind(models.TextChoices):
        STATEMENT = "statement", _("said")
        FEEDBACK = "feedback", _("feedback")
        CONVERSATION = "conversation", _("conversation")
        IMPORT = "import", _("imported")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="evidence", db_constraint=False)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.STATEMENT)
    source = models.CharField(max_length=12, choices=Source)
    quote = models.CharField(max_length=limits.QUOTE_MAX, blank=True, default="", db_default="")
    ref = models.JSONField(default=dict, blank=True)
    # what an agent said besides its details, and its own note: its revision starts from this and from no one else's row
    statement = models.JSONField(default=dict, blank=True, db_default={})
    conversation = models.UUIDField(null=True, blank=True)  # learning's row; no key, since memories know no learning
    polarity = models.SmallIntegerField(default=1, db_default=1)
    weight = models.SmallIntegerField()
    # whether it came by the person or under a standing yes: only such evidence can put something into use unasked
    standing_yes = models.BooleanField(default=False, db_default=False)
    # whether its agent was told that it waits: True for a question, False for a note. Its limits count that, wherever
    # the words stand by now, or they would tell which words are known.
    told_to_wait = models.BooleanField(null=True, blank=True)
    occurred_at = models.DateTimeField()
    agent = models.ForeignKey(
        Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )

    class Meta:
        verbose_name_plural = "evidence"
        ordering = ["-occurred_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(polarity__in=[-1, 1]), name="polarity_is_for_or_against"),
        ]
        indexes = [
            # what was learned from a conversation
            models.Index(
                fields=["person", "conversation"],
                condition=Q(conversation__isnull=False),
                name="evidence_of_a_conversation",
            ),
            # operations.rate: what an agent left within a day
            models.Index(fields=["agent", "id"], name="evidence_of_an_agent"),
            # proposals.why_full: what an agent was told waits
            models.Index(fields=["agent", "id"], condition=Q(told_to_wait__isnull=False), name="evidence_told_to_wait"),
            # an agent's list: whether it ever left a note
            models.Index(fields=["agent"], condition=Q(statement__has_key="metadata"), name="evidence_with_a_note"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.occurred_at:%Y-%m-%d}"


class Use(models.Model):
    """How often, and when last, one agent received one memory."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="uses", db_constraint=False, db_index=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)
    times = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "memory", "agent"], name="one_use_per_memory_and_agent"),
        ]

    def __str__(self) -> str:
        return f"{self.agent_id} {self.times}×"
