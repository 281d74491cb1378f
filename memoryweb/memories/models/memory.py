"""The memory table and its versions."""

from datetime import date, datetime
from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Lower
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.language.text import value_text
from memoryweb.memories.models import enums, places
from memoryweb.memories.models.due import DueQuerySet
from memoryweb.memories.models.enums import LIVE, ChangedBy, Horizon, Kind, Source, Status, value_is_known
from memoryweb.memories.models.history import HistoryOfATransaction, Versions, show_condition
from memoryweb.memories.models.places import Place
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, Section, User
from memoryweb.rules import decay, limits, policy


class MemoryQuerySet(DueQuerySet["Memory"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def active(self) -> Self:
        return self.filter(status=Status.ACTIVE)

    def live(self) -> Self:
        return self.filter(LIVE)

    def in_place_of(self, memory: "Memory | Place") -> Self:
        """Return the live ones in the same place, however their project and condition are spelled."""
        place = memory if isinstance(memory, Place) else memory.place
        return self.live().filter(**place.lookups())

    def holding(self, *keys: str) -> Self:
        """Filter to single-valued memories under one of these keys."""
        return self.filter(one_valued=True, key__in={*keys} - {""})


class Memory(models.Model):
    """One remembered statement. Written only by actions and upkeep.

    Erasing empties every column of its versions that database/memory_columns.py does not leave.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="memories", db_index=False)
    obs_id = models.CharField(max_length=20, editable=False)  # S2: OBS-YYYYMMDD-NNN

    # where it holds
    # whose agent it was told to; it is still the person's alone
    community = models.ForeignKey(Community, models.CASCADE, null=True, blank=True, related_name="+")
    project = models.CharField(max_length=limits.PROJECT_MAX, blank=True, default="", db_default="")
    condition = models.CharField(max_length=limits.CONDITION_MAX, blank=True, default="", db_default="")  # "when tired"
    day = models.DateField(null=True, blank=True)  # of a one-day memory, which does not replace a lasting one
    applies_to = ArrayField(models.CharField(max_length=limits.TASK_MAX), default=list, blank=True)
    muted_agents = ArrayField(models.UUIDField(), default=list, blank=True)  # agents that do not receive it
    muted_tasks = ArrayField(models.CharField(max_length=limits.TASK_MAX), default=list, blank=True)  # types and skills

    # what it says
    kind = models.CharField(max_length=12, choices=Kind)
    raw_kind = models.CharField(max_length=limits.KIND_MAX, blank=True, default="", db_default="")
    kind_basis = models.CharField(max_length=8, default="signal", db_default="signal")
    category = models.CharField(max_length=limits.CATEGORY_MAX, blank=True, default="", db_default="")
    said_category = models.CharField(max_length=limits.CATEGORY_MAX, blank=True, default="", db_default="")
    # other categories that it was said under, by the person or with their yes
    said_under = ArrayField(models.CharField(max_length=limits.CATEGORY_MAX), default=list, blank=True, db_default=[])
    key = models.CharField(max_length=limits.KEY_MAX, blank=True, default="", db_default="")
    one_valued = models.BooleanField(default=True, db_default=True)  # the key holds one value
    label = models.CharField(max_length=limits.LABEL_MAX)
    value = models.JSONField(default=None, null=True, blank=True)
    details = models.TextField(max_length=limits.DETAILS_MAX, blank=True, default="", db_default="")
    tags = ArrayField(models.CharField(max_length=limits.TAG_MAX), default=list, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=8, default="en", db_default="en")
    fingerprint = models.BinaryField(max_length=32)  # keyed; the same for the same statement

    # where it stands
    horizon = models.CharField(max_length=6, choices=Horizon)
    section = models.CharField(max_length=24, choices=Section, blank=True, default="", db_default="")
    status = models.CharField(max_length=12, choices=Status)
    contested = models.BooleanField(default=False, db_default=False)  # member of an open conflict
    superseded_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="supersedes", db_constraint=False, db_index=False
    )
    negates = models.ForeignKey(  # of a learned rule: the memory it contradicts; set in code only
        "self", models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )
    expired_on = models.DateField(null=True, blank=True)
    expire_reason = models.CharField(max_length=limits.REASON_MAX, blank=True, default="", db_default="")
    pinned = models.BooleanField(default=False, db_default=False)

    # how we know
    source = models.CharField(max_length=12, choices=Source)
    source_assumed = models.BooleanField(default=False, db_default=False)
    confidence = models.FloatField()
    evidence_count = models.PositiveIntegerField(default=1, db_default=1)
    repeats = models.PositiveIntegerField(default=1, db_default=1)  # of those, by another agent or on another day
    evidence_from = models.DateField(null=True, blank=True)  # the first and the last day of evidence for it
    evidence_to = models.DateField(null=True, blank=True)

    # how long it matters
    importance_base = models.FloatField()
    importance_as_of = models.DateField()
    importance_assumed = models.BooleanField(default=False, db_default=False)  # no decay (S2)
    ttl_days = models.PositiveIntegerField(null=True, blank=True)  # empty: never archived by age
    ttl_from = models.DateField()
    valid_until = models.DateField(null=True, blank=True)

    # computed by the database: the day it is archived (a goal: asked about), and the day it goes dormant
    archive_on = models.GeneratedField(
        expression=Func(
            F("kind"),
            F("pinned"),
            F("importance_base"),
            F("importance_as_of"),
            F("importance_assumed"),
            F("ttl_from"),
            F("ttl_days"),
            F("valid_until"),
            function="memories_archive_day",
        ),
        output_field=models.DateField(null=True),
        db_persist=True,
    )
    dormant_on = models.GeneratedField(
        expression=Func(
            Value(round(policy.DORMANT_BELOW * 100)),
            F("importance_base"),
            F("kind"),
            F("importance_as_of"),
            F("importance_assumed"),
            function="memories_first_day_below",
        ),
        output_field=models.DateField(null=True),
        db_persist=True,
    )

    # when
    observed_on = models.DateField()
    learned_on = models.DateField(null=True, blank=True)
    updated_on = models.DateField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)
    unasked_at = models.DateTimeField(null=True, blank=True)  # came into use by a standing yes; empty once confirmed
    changed_at = models.DateTimeField()

    # who changed it last: ordinary columns, so that history has them
    changed_by = models.CharField(max_length=10, choices=ChangedBy)
    changed_by_agent = models.ForeignKey(
        Agent, models.SET_NULL, null=True, blank=True, related_name="+", db_constraint=False
    )
    changed_verb = models.CharField(max_length=20)
    changed_because = models.CharField(max_length=limits.TRIGGER_MAX, blank=True, default="", db_default="")  # trigger

    objects: ClassVar[MemoryQuerySet] = MemoryQuerySet.as_manager()  # type: ignore[assignment]
    history = Versions(
        bases=[HistoryOfATransaction],
        history_id_field=models.BigAutoField(),
        no_db_index=["person", "community", "superseded_by", "negates", "changed_by_agent"],
        excluded_fields=["archive_on", "dormant_on"],  # computed from the others
    )

    class Meta:
        verbose_name_plural = "memories"
        constraints = [
            models.UniqueConstraint(fields=["person", "obs_id"], name="obs_id_is_never_reused"),
            models.UniqueConstraint(
                fields=[*places.FIELDS, "key"],
                condition=Q(status="active", one_valued=True, contested=False) & ~Q(key=""),
                nulls_distinct=False,
                name="at_most_one_active_memory_per_key",
            ),
            models.UniqueConstraint(
                fields=["person", "fingerprint"], condition=LIVE, name="one_live_memory_per_statement"
            ),
            value_is_known("kind", Kind),
            value_is_known("status", Status),
            value_is_known("source", Source),
            value_is_known("horizon", Horizon),
            value_is_known("section", Section, ""),
            value_is_known("changed_by", ChangedBy),
            models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1), name="confidence_between_0_and_1"
            ),
            models.CheckConstraint(
                condition=Q(importance_base__gte=0, importance_base__lte=10), name="importance_between_0_and_10"
            ),
            models.CheckConstraint(condition=Q(tags__len__lte=limits.TAGS_MAX), name="at_most_20_tags"),
            models.CheckConstraint(condition=Q(horizon="long") | Q(section=""), name="short_memories_have_no_section"),
            models.CheckConstraint(
                condition=~Q(status__in=["expired", "archived"]) | Q(expired_on__isnull=False),
                name="what_ended_has_its_date",
            ),
            models.CheckConstraint(
                condition=~Q(kind="rule") | Q(ttl_days=None), name="rules_are_never_archived_by_age"
            ),
            models.CheckConstraint(
                condition=Q(day=None) | Q(valid_until__isnull=False), name="what_is_for_one_day_has_a_last_day"
            ),
        ]
        indexes = [
            # Memories page: newest change first or by name, keyset over (changed_at or name, id), one status
            models.Index(fields=["person", "status", "-changed_at", "-id"], name="memories_page"),
            models.Index(F("person"), F("status"), Lower("label"), F("id").desc(), name="memories_by_name"),
            # its facets: each counts at most 1,001 entries, never in the table; the last two columns are for RLS
            models.Index(
                fields=["person", "status", "category", "kind"],
                include=["source", "community"],
                name="memories_facet_category",
            ),
            models.Index(
                fields=["person", "status", "kind", "source"],
                include=["category", "community"],
                name="memories_facet_kind",
            ),
            # remember(): the live memories of one key, and of one kind and category
            models.Index(fields=["person", "key"], condition=LIVE, name="memories_of_a_key"),
            models.Index(
                fields=["person", "status", "kind", "category", "-changed_at"],
                condition=LIVE,
                name="memories_of_a_kind",
            ),
            models.Index(fields=["superseded_by"], condition=Q(superseded_by__isnull=False), name="memories_before"),
            # confirm, feedback: the rule that contradicts a memory
            models.Index(fields=["negates"], condition=Q(negates__isnull=False), name="rules_against_a_memory"),
            # upkeep.archive: everyone's memories that are due; Review: a person's that are due soon
            models.Index(*enums.DUE, condition=enums.ARCHIVED_BY_AGE, name="memories_to_archive"),
            # upkeep.archive: goals to ask about
            models.Index(*enums.DUE, condition=enums.ASKED_ABOUT_BY_AGE, name="goals_to_ask_about"),
            # Review: a person's memories that go dormant soon; upkeep.archive: archive_below
            models.Index(
                fields=["person", "dormant_on"],
                name="memories_fading",
                condition=Q(status="active", dormant_on__isnull=False),
            ),
            # upkeep.purge_withdrawn
            models.Index(fields=["changed_at"], condition=enums.WITHDRAWN, name="memories_withdrawn"),
            # every save: what the person declined to keep, ended or replaced
            models.Index(fields=["person", "key"], condition=enums.ENDED_BY_PERSON, name="memories_ended_by_person"),
            # upkeep.promote: memories that are ripe
            models.Index(enums.SHARD, F("id"), condition=enums.RIPE, name="memories_to_promote"),
            # recall.recall: rules, pinned and hard facts; what applies to a task; without a question, the most certain
            models.Index(fields=["person"], condition=LIVE & enums.MUST_HAVE, name="memories_must_have"),
            models.Index(fields=["person"], condition=LIVE & ~Q(applies_to=[]), name="memories_that_apply"),
            models.Index(fields=["person", "-confidence", "-changed_at", "id"], condition=LIVE, name="memories_surest"),
            # Review: what came into use without a question in the last two weeks
            models.Index(fields=["person", "-unasked_at", "-id"], condition=enums.UNASKED, name="memories_unasked"),
            # Days: the short memories of a month
            models.Index(fields=["person", "observed_on"], condition=Q(horizon="short"), name="memories_of_a_day"),
            # places.spellings: what was withdrawn would otherwise make each search for a spelling longer
            models.Index(fields=["person", "project"], condition=LIVE & ~Q(project=""), name="memories_of_a_project"),
            models.Index(
                fields=["person", "condition"], condition=LIVE & ~Q(condition=""), name="memories_of_a_condition"
            ),
        ]

    indexed_as = ("", "")  # what its search documents were made of, if it was locked or saved here
    read_ended: object = None  # what a yes takes out of use, where a page read it (actions.rivals.read_ended)

    def __str__(self) -> str:
        return value_text.format_line(self.label, self.value)

    @property
    def sentence(self) -> str:
        """The memory as a sentence: its details, else label and value."""
        return self.own_details or str(self)

    @property
    def shown_value(self) -> str:
        return value_text.display_value(self.value)

    @property
    def words(self) -> str:
        """Return the memory's own words: its details, else its value, else its label."""
        return value_text.visible_details(self.details) or self.shown_value or self.label

    @property
    def own_details(self) -> str:
        return value_text.details_beyond_value(self.details, self.value, self.label)

    def importance_on(self, today: date) -> float:
        return decay.effective_importance(
            self.importance_base, self.kind, self.importance_as_of, today, assumed=self.importance_assumed
        )

    @property
    def importance(self) -> float:
        return self.importance_on(datetime.now(tz=timezone.get_default_timezone()).date())

    @property
    def band(self) -> str:
        return policy.band(self.importance)

    @property
    def is_dormant(self) -> bool:
        return self.importance < policy.DORMANT_BELOW

    @property
    def shown_condition(self) -> str:
        return show_condition(self.day, self.condition)

    @property
    def is_unfinished_goal(self) -> bool:
        return self.kind == Kind.GOAL and self.completed_at is None

    @property
    def evidence_days(self) -> int:
        """Return the whole days between the first and the last evidence for it."""
        return (self.evidence_to - self.evidence_from).days if self.evidence_to and self.evidence_from else 0

    @property
    def stood_behind_at(self) -> datetime | None:
        """Return when the person last confirmed or verified it."""
        return max((at for at in (self.confirmed_at, self.verified_at) if at), default=None)

    @property
    def weight(self) -> int:
        return policy.WEIGHTS[policy.Source(self.source)]

    @property
    def s0_source(self) -> str:
        return policy.s0_source(self.source)

    @property
    def is_must_have(self) -> bool:
        """Whether it must not be missed, as enums.MUST_HAVE says: a rule, pinned, or under a hard key."""
        return self.pinned or self.kind == Kind.RULE or self.key in policy.HARD_KEYS

    @property
    def is_protected(self) -> bool:
        """Whether agents may not replace it."""
        return self.confirmed_at is not None or self.is_must_have

    @property
    def is_live(self) -> bool:
        return self.status in (Status.CANDIDATE, Status.ACTIVE)

    @property
    def place(self) -> Place:
        return Place.at(self.person_id, self.community_id, self.project, self.condition, self.day)

    def excludes(self, other: "Memory") -> bool:
        """Return whether the two compete as single value of a key in one place: just one can be in use.

        The database holds this for places that are spelled alike (at_most_one_active_memory_per_key), but for the sides
        of a conflict, which stand together until it is answered.
        """
        is_of_key = bool(self.key) and self.key == other.key and self.one_valued and other.one_valued
        return is_of_key and not (self.contested and other.contested) and self.place == other.place
