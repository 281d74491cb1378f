"""Receipts: what one agent was given by one read, and for a recall also what was left out, and why."""

from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.communities.models import SharedMemory
from memoryweb.memories.models import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class ReceiptQuerySet(models.QuerySet["Receipt"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)


class Receipt(models.Model):
    """One read of one agent. A block is stored only as its items' lines, so erasing a memory empties it too."""

    class Operation(models.TextChoices):
        RECALL = "recall", _("asked before acting")
        PREVIEW = "preview", _("looked at what it would get")
        GET = "get", _("listed")
        SEARCH = "search", _("searched")
        CONVERSATIONS = "conversations", _("read conversations")
        COMMUNITY = "community", _("searched its community")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    at = models.DateTimeField()
    operation = models.CharField(
        max_length=14, choices=Operation, default=Operation.RECALL, db_default=Operation.RECALL
    )
    times = models.PositiveIntegerField(default=1, db_default=1)  # of the same question within BURST
    question = models.BinaryField(null=True, max_length=32)  # keyed digest of a listing or a search, to know it again
    asked = ArrayField(models.CharField(max_length=64), default=list, blank=True)  # keyed digests of what it had to ask
    excerpts = models.PositiveIntegerField(default=0, db_default=0)  # of conversations
    task_type = models.CharField(max_length=limits.TASK_MAX, blank=True, default="", db_default="")
    skill = models.CharField(max_length=limits.TASK_MAX, blank=True, default="", db_default="")
    project = models.CharField(max_length=limits.PROJECT_MAX, blank=True, default="", db_default="")
    # the agent's own id for its work
    run = models.CharField(max_length=limits.RUN_MAX, blank=True, default="", db_default="")
    query = models.CharField(max_length=limits.QUERY_KEPT_MAX, blank=True, default="", db_default="")
    max_items = models.PositiveSmallIntegerField()
    budget = models.PositiveIntegerField()  # tokens
    tokens = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    nothing_because = models.CharField(max_length=20, blank=True, default="", db_default="")  # the switch that is off
    undone_at = models.DateTimeField(null=True, blank=True)
    only_new = models.BooleanField(default=False, db_default=False)  # without what its run had received
    cut = models.FloatField(null=True, blank=True)  # how likely a memory had to be needed, where that was told

    objects: ClassVar[ReceiptQuerySet] = ReceiptQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [
            # Receipts page: a person's newest, keyset; of one agent
            models.Index(fields=["person", "-at", "-id"], name="receipts_of_a_person"),
            models.Index(fields=["agent", "-at", "-id"], name="receipts_of_an_agent"),
            # receipts.memories_given_in_run
            models.Index(fields=["agent", "run"], condition=~Q(run=""), name="receipts_of_a_run"),
            # upkeep.purge_logs: everybody's oldest
            models.Index(fields=["at"], name="receipts_to_purge"),
        ]

    def __str__(self) -> str:
        return f"{self.operation} {self.at:%Y-%m-%d %H:%M}"


class ReceiptItem(models.Model):
    """A memory that was given or nearly given. Erasing the memory empties the item, which then shows that."""

    class Why(models.TextChoices):
        """Why a memory was given."""

        RULE = "rule", _("a rule")
        PINNED = "pinned", _("you pinned it")
        WANTED = "wanted", _("you said it should be given for this work")
        HARD = "hard", _("an allergy, a diet or a forbidden word")
        TASK = "task", _("this kind of task needs it")
        APPLIES = "applies", _("you said it applies to this")
        QUERY = "query", _("close to what was asked")
        ALWAYS = "always", _("general memory")
        LISTED = "listed", _("in the list it asked for")

    class LeftOut(models.TextChoices):
        """Reasons for leaving out a memory."""

        BUDGET = "budget", _("did not fit the token budget")
        BEYOND = "beyond", _("too many memories")
        MUTED = "muted", _("muted for this agent or task")
        BLOCKED = "blocked", _("its category is switched off for this agent")
        DORMANT = "dormant", _("its importance has faded")
        UNCONFIRMED = "unconfirmed", _("you haven’t said yes yet")
        UNSURE = "unsure", _("confidence too low")
        SCOPE = "scope", _("for another project, or this project has its own")
        CONFLICT = "conflict", _("the other side of a conflict is used")
        SECTION = "section", _("its section is off in Settings")
        PRIVATE = "private", _("privacy mode: it was learned, not said")
        OVER = "over", _("its last day is over")
        TODAY = "today", _("what you said for today goes first")
        TIME = "time", _("for another time of the day or week")
        FAR = "far", _("not close enough to what was asked")
        OWN = "own", _("you have your own about this")
        GIVEN = "given", _("it was given earlier in the same session")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    receipt = models.ForeignKey(Receipt, models.CASCADE, related_name="items", db_constraint=False)
    memory = models.ForeignKey(
        Memory, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )
    version = models.BigIntegerField(null=True, blank=True)  # the version given (history_id)
    shared = models.ForeignKey(  # instead of a memory: what a community shares
        SharedMemory, models.DO_NOTHING, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )
    rank = models.PositiveSmallIntegerField()
    # its line in the block
    line = models.CharField(max_length=limits.LINE_MAX, blank=True, default="", db_default="")
    why = models.CharField(max_length=12, choices=Why, blank=True, default="", db_default="")
    left_out = models.CharField(max_length=12, choices=LeftOut, blank=True, default="", db_default="")
    score = models.FloatField()
    # of the score: {"task": 1.0, "query": 0.41, …}; beside them "needed", how likely the question needs it, and
    # "words", how much of "query" comes from words that both have
    parts = models.JSONField(default=dict)
    tokens = models.PositiveIntegerField(default=0, db_default=0)
    helped = models.BooleanField(null=True, blank=True)  # whether the person accepted the work it was given for

    class Meta:
        ordering = ["receipt", "rank"]
        indexes = [
            # a memory's "used by", newest first: ids are times
            models.Index(fields=["memory", "-id"], name="receipts_of_a_memory"),
            # recall.candidates: what helped before
            models.Index(fields=["person", "-id"], condition=Q(helped=True), name="receipts_that_helped"),
            # taking back what was shared empties its lines
            models.Index(fields=["shared"], condition=Q(shared__isnull=False), name="receipts_of_a_shared_one"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.why or self.left_out}"

    @property
    def is_erased(self) -> bool:
        return self.memory_id is None and self.shared_id is None
