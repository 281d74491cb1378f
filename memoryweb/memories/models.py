"""Memories, why they exist, what was asked about them, and what was forgotten."""

from datetime import date, datetime
from typing import Any, ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Exists, Func, OuterRef, Q
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from memoryweb.agents.models import Agent
from memoryweb.memories import policy, registry
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, MemorySettings, Section, User


class Kind(models.TextChoices):
    PREFERENCE = policy.Kind.PREFERENCE.value, _("Preference")
    FACT = policy.Kind.FACT.value, _("Fact")
    HABIT = policy.Kind.HABIT.value, _("Habit")
    GOAL = policy.Kind.GOAL.value, _("Goal")
    RULE = policy.Kind.RULE.value, _("Rule")
    CONTEXT = policy.Kind.CONTEXT.value, _("Context")
    EVENT = policy.Kind.EVENT.value, _("Event")


class Source(models.TextChoices):
    INSTRUCTION = policy.Source.INSTRUCTION.value, _("instruction")
    CORRECTION = policy.Source.CORRECTION.value, _("correction")
    BEHAVIOUR = policy.Source.BEHAVIOUR.value, _("behaviour")
    PATTERN = policy.Source.PATTERN.value, _("pattern")
    INFERENCE = policy.Source.INFERENCE.value, _("inference")
    WEAK = policy.Source.WEAK.value, _("weak")
    UNCERTAIN = policy.Source.UNCERTAIN.value, _("uncertain")


class Status(models.TextChoices):
    CANDIDATE = policy.Status.CANDIDATE.value, _("candidate")
    ACTIVE = policy.Status.ACTIVE.value, _("active")
    SUPERSEDED = policy.Status.SUPERSEDED.value, _("superseded")
    EXPIRED = policy.Status.EXPIRED.value, _("expired")
    ARCHIVED = policy.Status.ARCHIVED.value, _("archived")


class Horizon(models.TextChoices):
    SHORT = policy.Horizon.SHORT.value, _("short")
    LONG = policy.Horizon.LONG.value, _("long")


class ChangedBy(models.TextChoices):
    PERSON = "person", _("you")
    AGENT = "agent", _("an agent")
    CLOCK = "clock", _("the clock")
    MODERATOR = "moderator", _("a moderator")


def _known(field: str, choices: type[models.TextChoices], *more: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=Q(**{f"{field}__in": [*choices.values, *more]}), name=f"memory_{field}_is_known"
    )


LIVE = Q(status__in=["candidate", "active"])


class MemoryQuerySet(models.QuerySet["Memory"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def active(self) -> Self:
        return self.filter(status=Status.ACTIVE)

    def live(self) -> Self:
        return self.filter(LIVE)

    def readable_by(self, agent: Agent, settings: MemorySettings, today: date, *, project: str = "") -> Self:
        """What this agent may be told, everywhere and in this project: every read obeys mute, pause,
        section and confidence (SPEC §11)."""
        if not settings.enable_memory or agent.is_paused(timezone.now()):
            return self.none()
        found = self.active().filter(
            Q(valid_until=None) | Q(valid_until__gte=today),
            Q(section="") | Q(section__in=settings.enabled_sections),
            Q(project__in={"", project}),
            confidence__gte=settings.min_confidence,
        )
        found = found.exclude(muted_for__contains=[str(agent.pk)])
        winning = Conflict.objects.filter(winner=OuterRef("pk"), status=Conflict.Status.OPEN)
        found = found.filter(Q(contested=False) | Exists(winning))
        if settings.privacy_mode:
            found = found.filter(source__in=[s for s in Source.values if policy.is_explicit(s)])
        return found.filter(community=agent.community) if agent.community_id else found


class HistoryOfATransaction(models.Model):
    """Which transaction wrote a version: the database itself checks that no change lacks one (0002)."""

    transaction = models.BigIntegerField(
        editable=False,
        db_default=Cast(Cast(Func(function="pg_current_xact_id"), models.TextField()), models.BigIntegerField()),
    )

    class Meta:
        abstract = True


class Memory(models.Model):
    """One remembered statement. Written only by lifecycle and upkeep."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="memories")
    obs_id = models.CharField(max_length=20, editable=False)  # S2: OBS-YYYYMMDD-NNN

    # where it counts
    audience = models.CharField(max_length=10, default="private", db_default="private")
    community = models.ForeignKey(Community, models.CASCADE, null=True, blank=True, related_name="+")
    project = models.CharField(max_length=80, blank=True, default="", db_default="")
    condition = models.CharField(max_length=200, blank=True, default="", db_default="")  # "when tired"
    applies_to = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    muted_for = ArrayField(models.CharField(max_length=80), default=list, blank=True)

    # what it says
    kind = models.CharField(max_length=12, choices=Kind)
    raw_kind = models.CharField(max_length=40, blank=True, default="", db_default="")
    kind_basis = models.CharField(max_length=8, default="signal", db_default="signal")
    category = models.CharField(max_length=60, blank=True, default="", db_default="")
    key = models.CharField(max_length=160, blank=True, default="", db_default="")
    one_valued = models.BooleanField(default=True, db_default=True)  # the key holds one value
    label = models.CharField(max_length=policy.LABEL_MAX)
    value = models.JSONField(default=None, null=True, blank=True)
    details = models.TextField(max_length=policy.DETAILS_MAX, blank=True, default="", db_default="")
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=8, default="en", db_default="en")
    fingerprint = models.BinaryField(max_length=32)  # keyed; what makes two statements the same

    # where it stands
    horizon = models.CharField(max_length=6, choices=Horizon)
    section = models.CharField(max_length=24, choices=Section, blank=True, default="", db_default="")
    status = models.CharField(max_length=12, choices=Status)
    contested = models.BooleanField(default=False, db_default=False)  # member of an open conflict
    superseded_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="supersedes", db_constraint=False, db_index=False
    )
    expired_on = models.DateField(null=True, blank=True)
    expire_reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    pinned = models.BooleanField(default=False, db_default=False)

    # how we know
    source = models.CharField(max_length=12, choices=Source)
    source_assumed = models.BooleanField(default=False, db_default=False)
    confidence = models.FloatField()
    evidence_count = models.PositiveIntegerField(default=1, db_default=1)

    # how long it matters
    importance_base = models.FloatField()
    importance_as_of = models.DateField()
    importance_assumed = models.BooleanField(default=False, db_default=False)  # no decay (S2)
    ttl_days = models.PositiveIntegerField(null=True, blank=True)  # empty: never archived by age
    ttl_from = models.DateField()
    valid_until = models.DateField(null=True, blank=True)

    # when
    observed_on = models.DateField()
    learned_on = models.DateField(null=True, blank=True)
    updated_on = models.DateField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField()

    # who changed it last: ordinary columns, so that history has them
    changed_by = models.CharField(max_length=10, choices=ChangedBy)
    changed_by_agent = models.ForeignKey(
        Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False
    )
    changed_verb = models.CharField(max_length=20)
    changed_because = models.CharField(max_length=120, blank=True, default="", db_default="")  # S0's trigger

    objects: ClassVar[MemoryQuerySet] = MemoryQuerySet.as_manager()  # type: ignore[assignment]
    history = HistoricalRecords(
        bases=[HistoryOfATransaction],
        history_id_field=models.BigAutoField(),
        no_db_index=["person", "community", "superseded_by", "changed_by_agent"],
    )

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(fields=["person", "id"], name="memories_of_one_person"),
            models.UniqueConstraint(fields=["person", "obs_id"], name="obs_id_is_never_reused"),
            models.UniqueConstraint(
                fields=["person", "audience", "community", "project", "condition", "key"],
                condition=Q(status="active", one_valued=True, contested=False) & ~Q(key=""),
                nulls_distinct=False,
                name="at_most_one_active_memory_per_key",
            ),
            models.UniqueConstraint(
                fields=["person", "fingerprint"], condition=LIVE, name="one_live_memory_per_statement"
            ),
            _known("kind", Kind),
            _known("status", Status),
            _known("source", Source),
            _known("horizon", Horizon),
            _known("section", Section, ""),
            _known("changed_by", ChangedBy),
            models.CheckConstraint(
                condition=Q(audience="private") | Q(audience="community", community__isnull=False),
                name="community_memory_has_a_community",
            ),
            models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1), name="confidence_between_0_and_1"
            ),
            models.CheckConstraint(
                condition=Q(importance_base__gte=0, importance_base__lte=10), name="importance_between_0_and_10"
            ),
            models.CheckConstraint(condition=Q(tags__len__lte=policy.TAGS_MAX), name="at_most_20_tags"),
            models.CheckConstraint(condition=Q(horizon="long") | Q(section=""), name="short_memories_have_no_section"),
            models.CheckConstraint(
                condition=~Q(status="expired") | Q(expired_on__isnull=False), name="expired_memory_has_its_date"
            ),
            models.CheckConstraint(
                condition=~Q(kind="rule") | Q(ttl_days=None), name="rules_are_never_archived_by_age"
            ),
        ]
        indexes = [
            # Memories page: newest change first, keyset over (changed_at, id), one status
            models.Index(fields=["person", "status", "-changed_at", "-id"], name="memories_page"),
            # its facets: each counts at most 1,001 entries of these indexes, and never visits the table;
            # audience and community are what the wall's policy looks at
            models.Index(
                fields=["person", "status", "category", "kind"],
                include=["source", "audience", "community"],
                name="memories_facet_category",
            ),
            models.Index(
                fields=["person", "status", "kind", "source"],
                include=["category", "audience", "community"],
                name="memories_facet_kind",
            ),
            # remember(): the live memories of one key, and of one kind and category
            models.Index(fields=["person", "key"], condition=LIVE, name="memories_of_a_key"),
            models.Index(
                fields=["person", "kind", "category", "-changed_at"], condition=LIVE, name="memories_of_a_kind"
            ),
            models.Index(fields=["superseded_by"], condition=Q(superseded_by__isnull=False), name="memories_before"),
        ]

    def __str__(self) -> str:
        return f"{self.label}: {self.shown_value}" if self.shown_value else self.label

    @property
    def shown_value(self) -> str:
        return registry.display(self.value)

    @property
    def own_details(self) -> str:
        """Details that say more than the value already does."""
        return "" if self.details.strip() == self.shown_value.strip() else self.details

    def importance_on(self, today: date) -> float:
        return policy.effective_importance(
            self.importance_base, self.kind, self.importance_as_of, today, assumed=self.importance_assumed
        )

    @property
    def importance(self) -> float:
        return self.importance_on(datetime.now(tz=timezone.get_default_timezone()).date())

    @property
    def band(self) -> str:
        return policy.band(self.importance)

    @property
    def weight(self) -> int:
        return policy.WEIGHTS[policy.Source(self.source)]

    @property
    def s0_source(self) -> str:
        return policy.s0_source(self.source)

    @property
    def is_live(self) -> bool:
        return self.status in (Status.CANDIDATE, Status.ACTIVE)


class SearchDocument(models.Model):
    """What a memory is found by: narrow, one row a memory, never in history."""

    memory = models.OneToOneField(Memory, models.CASCADE, primary_key=True, related_name="search_document")
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    words = SearchVectorField()

    class Meta:
        indexes = [models.Index(fields=["person", "memory"], name="search_documents_of_a_person")]

    def __str__(self) -> str:
        return str(self.memory_id)


class ObservationCounter(models.Model):
    """The last obs_id number given on a person's day: numbers are never reused, not even erased ones."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "day"], name="one_counter_per_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.last}"


class Evidence(models.Model):
    """One dated reason a memory exists, with the smallest possible quote or reference."""

    class Kind(models.TextChoices):
        STATEMENT = "statement", _("said")
        FEEDBACK = "feedback", _("feedback")
        CONVERSATION = "conversation", _("conversation")
        IMPORT = "import", _("imported")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="evidence", db_constraint=False)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.STATEMENT)
    source = models.CharField(max_length=12, choices=Source)
    quote = models.CharField(max_length=policy.QUOTE_MAX, blank=True, default="", db_default="")
    ref = models.JSONField(default=dict, blank=True)
    polarity = models.SmallIntegerField(default=1, db_default=1)
    weight = models.SmallIntegerField()
    occurred_at = models.DateTimeField()
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False)

    class Meta:
        verbose_name_plural = "evidence"
        ordering = ["-occurred_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(polarity__in=[-1, 1]), name="polarity_is_for_or_against"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.occurred_at:%Y-%m-%d}"


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def open(self) -> Self:
        return self.filter(status=Proposal.Status.OPEN)


class Proposal(models.Model):
    """A question to the person. Only a person can answer it."""

    class Kind(models.TextChoices):
        REMEMBER = "remember", _("Remember")
        UPDATE = "update", _("Update")
        PROMOTE = "promote", _("Keep for good")
        MERGE = "merge", _("Merge")
        EXPIRE = "expire", _("Expire")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        STALE = "stale", _("stale")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="proposals", db_constraint=False)
    change = models.JSONField(default=dict, blank=True)  # what an update would set
    based_on = models.BigIntegerField()  # the version (history_id) it was asked about
    question = models.TextField()
    reason = models.CharField(max_length=200, blank=True, default="", db_default="")  # why it is asked
    agent = models.ForeignKey(Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False)
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
        ]

    def __str__(self) -> str:
        return self.question


class Conflict(models.Model):
    """Two or more memories that cannot all be right."""

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
    answer = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "id"], name="conflicts_of_one_person"),
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
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    conflict = models.ForeignKey(Conflict, models.CASCADE, related_name="members", db_constraint=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="conflicts", db_constraint=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conflict", "memory"], name="a_memory_joins_a_conflict_once"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.conflict_id}"


class Use(models.Model):
    """How often, and when last, one agent was given one memory."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="uses", db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)
    times = models.PositiveIntegerField(default=1)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "agent"], name="one_use_per_memory_and_agent"),
        ]

    def __str__(self) -> str:
        return f"{self.agent_id} {self.times}×"


class Refusal(models.Model):
    """How often the guard refused something, by day and category. Never the text."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    category = models.CharField(max_length=20)
    count = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "day", "category"], name="one_refusal_row_per_day_and_category"),
        ]

    def __str__(self) -> str:
        return f"{self.category} ×{self.count}"


class Tombstone(models.Model):
    """A statement that is not learned again: erased or declined, kept only as a keyed fingerprint."""

    class Cause(models.TextChoices):
        ERASED = "erased", _("erased")
        DECLINED = "declined", _("declined")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    fingerprint = models.BinaryField(max_length=32)
    cause = models.CharField(max_length=10, choices=Cause)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "fingerprint"], name="one_tombstone_per_statement"),
        ]

    def __str__(self) -> str:
        return self.cause


class Erasure(models.Model):
    """The receipt of a deletion: what was removed and who had received it. Nothing of what it said."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    obs_id = models.CharField(max_length=20)
    fingerprint = models.BinaryField(max_length=32)
    removed = models.JSONField()  # {"versions": 3, "evidence": 2, …}
    received_by = models.JSONField()  # [{"agent": name, "times": n, "last_at": iso}, …]
    erased_at = models.DateTimeField()

    class Meta:
        ordering = ["-erased_at"]
        indexes = [models.Index(fields=["person", "-erased_at"], name="erasures_of_a_person")]

    def __str__(self) -> str:
        return self.obs_id


class UpkeepRun(models.Model):
    """What the clock did in one sweep, also when that was nothing. No person's words, no person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40)
    started_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    counts = models.JSONField()
    dry_run = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["-started_at"], name="newest_upkeep_runs")]

    def __str__(self) -> str:
        return f"{self.name} {self.counts}"


def history_model() -> Any:
    """The table of versions; simple-history makes its class at import time, so types cannot name it."""
    return Memory.history.model
