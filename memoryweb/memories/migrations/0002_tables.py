"""The tables of memories, their versions, evidence and questions, and of upkeep."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import migrations, models
from django.db.models.functions import Cast
from simple_history.models import HistoricalChanges

from memoryweb.people.ids import uuid7

# The sweeps share the people out among eight shards, by the last three bits of their ids.
SHARD = models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0001_tables"),
        ("memories", "0001_functions"),
        ("people", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Memory",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("obs_id", models.CharField(editable=False, max_length=20)),
                ("audience", models.CharField(db_default="private", default="private", max_length=10)),
                ("project", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("condition", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("day", models.DateField(blank=True, null=True)),
                (
                    "applies_to",
                    ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None),
                ),
                (
                    "muted_agents",
                    ArrayField(base_field=models.UUIDField(), blank=True, default=list, size=None),
                ),
                (
                    "muted_tasks",
                    ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("preference", "Preference"),
                            ("fact", "Fact"),
                            ("habit", "Habit"),
                            ("goal", "Goal"),
                            ("rule", "Rule"),
                            ("context", "Context"),
                            ("event", "Event"),
                        ],
                        max_length=12,
                    ),
                ),
                ("raw_kind", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("kind_basis", models.CharField(db_default="signal", default="signal", max_length=8)),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("one_valued", models.BooleanField(db_default=True, default=True)),
                ("label", models.CharField(max_length=120)),
                ("value", models.JSONField(blank=True, default=None, null=True)),
                ("details", models.TextField(blank=True, db_default="", default="", max_length=10000)),
                ("tags", ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                ("metadata", models.JSONField(blank=True, default=dict)),
                ("language", models.CharField(db_default="en", default="en", max_length=8)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("horizon", models.CharField(choices=[("short", "short"), ("long", "long")], max_length=6)),
                (
                    "section",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("user_insights", "About you"),
                            ("response_preferences", "How to answer you"),
                            ("topic_highlights", "Topics you return to"),
                        ],
                        db_default="",
                        default="",
                        max_length=24,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("candidate", "waiting"),
                            ("active", "in use"),
                            ("superseded", "replaced"),
                            ("expired", "stopped"),
                            ("archived", "archived"),
                        ],
                        max_length=12,
                    ),
                ),
                ("contested", models.BooleanField(db_default=False, default=False)),
                ("expired_on", models.DateField(blank=True, null=True)),
                ("expire_reason", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("pinned", models.BooleanField(db_default=False, default=False)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("instruction", "told"),
                            ("correction", "corrected"),
                            ("behaviour", "noticed"),
                            ("pattern", "noticed several times"),
                            ("inference", "worked out"),
                            ("weak", "guessed"),
                            ("uncertain", "not sure"),
                        ],
                        max_length=12,
                    ),
                ),
                ("source_assumed", models.BooleanField(db_default=False, default=False)),
                ("confidence", models.FloatField()),
                ("evidence_count", models.PositiveIntegerField(db_default=1, default=1)),
                ("importance_base", models.FloatField()),
                ("importance_as_of", models.DateField()),
                ("importance_assumed", models.BooleanField(db_default=False, default=False)),
                ("ttl_days", models.PositiveIntegerField(blank=True, null=True)),
                ("ttl_from", models.DateField()),
                ("valid_until", models.DateField(blank=True, null=True)),
                ("observed_on", models.DateField()),
                ("learned_on", models.DateField(blank=True, null=True)),
                ("updated_on", models.DateField(blank=True, null=True)),
                ("completed_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("verified_at", models.DateTimeField(blank=True, null=True)),
                ("changed_at", models.DateTimeField()),
                (
                    "changed_by",
                    models.CharField(
                        choices=[
                            ("person", "you"),
                            ("agent", "an agent"),
                            ("clock", "the clock"),
                            ("moderator", "a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("changed_verb", models.CharField(max_length=20)),
                ("changed_because", models.CharField(blank=True, db_default="", default="", max_length=120)),
                (
                    "changed_by_agent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.CASCADE, related_name="+", to="people.community"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="memories", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "superseded_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="supersedes",
                        to="memories.memory",
                    ),
                ),
                (
                    "negates",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to="memories.memory",
                    ),
                ),
                (
                    "archive_on",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            models.F("kind"),
                            models.F("pinned"),
                            models.F("importance_base"),
                            models.F("importance_as_of"),
                            models.F("importance_assumed"),
                            models.F("ttl_from"),
                            models.F("ttl_days"),
                            models.F("valid_until"),
                            function="memories_archive_day",
                        ),
                        output_field=models.DateField(null=True),
                    ),
                ),
                (
                    "dormant_on",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            models.Value(300),
                            models.F("importance_base"),
                            models.F("kind"),
                            models.F("importance_as_of"),
                            models.F("importance_assumed"),
                            function="memories_first_day_below",
                        ),
                        output_field=models.DateField(null=True),
                    ),
                ),
                ("evidence_from", models.DateField(blank=True, null=True)),
                ("evidence_to", models.DateField(blank=True, null=True)),
                ("repeats", models.PositiveIntegerField(db_default=1, default=1)),
            ],
            options={
                "verbose_name_plural": "memories",
                "indexes": [
                    models.Index(fields=["person", "status", "-changed_at", "-id"], name="memories_page"),
                    models.Index(
                        fields=["person", "status", "category", "kind"],
                        include=("source", "audience", "community"),
                        name="memories_facet_category",
                    ),
                    models.Index(
                        fields=["person", "status", "kind", "source"],
                        include=("category", "audience", "community"),
                        name="memories_facet_kind",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["candidate", "active"])),
                        fields=["person", "key"],
                        name="memories_of_a_key",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["candidate", "active"])),
                        fields=["person", "kind", "category", "-changed_at"],
                        name="memories_of_a_kind",
                    ),
                    models.Index(
                        condition=models.Q(("superseded_by__isnull", False)),
                        fields=["superseded_by"],
                        name="memories_before",
                    ),
                    models.Index(
                        condition=models.Q(("negates__isnull", False)),
                        fields=["negates"],
                        name="rules_against_a_memory",
                    ),
                    models.Index(
                        models.F("archive_on"),
                        SHARD,
                        models.F("person"),
                        condition=models.Q(
                            ("status__in", ["candidate", "active"]),
                            ("archive_on__isnull", False),
                            ("contested", False),
                            models.Q(("completed_at", None), ("kind", "goal"), _negated=True),
                        ),
                        name="memories_to_archive",
                    ),
                    models.Index(
                        models.F("archive_on"),
                        SHARD,
                        models.F("person"),
                        condition=models.Q(
                            ("status__in", ["candidate", "active"]),
                            ("archive_on__isnull", False),
                            ("contested", False),
                            ("completed_at", None),
                            ("kind", "goal"),
                        ),
                        name="goals_to_ask_about",
                    ),
                    models.Index(
                        condition=models.Q(("dormant_on__isnull", False), ("status", "active")),
                        fields=["person", "dormant_on"],
                        name="memories_fading",
                    ),
                    models.Index(
                        SHARD,
                        models.F("id"),
                        condition=models.Q(
                            ("contested", False),
                            ("horizon", "short"),
                            ("status", "active"),
                            models.Q(("kind__in", ["event", "context"]), _negated=True),
                            models.Q(
                                ("repeats__gte", 3),
                                (
                                    "evidence_to__gt",
                                    models.Func(models.F("evidence_from"), template="(%(expressions)s + 14)"),
                                ),
                                _connector="OR",
                            ),
                        ),
                        name="memories_to_promote",
                    ),
                    models.Index(
                        condition=models.Q(("horizon", "short")),
                        fields=["person", "observed_on"],
                        name="memories_of_a_day",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("status__in", ["candidate", "active"]),
                            models.Q(
                                ("pinned", True),
                                ("kind", "rule"),
                                ("key__in", ("dietary.allergies", "communication.forbidden_words")),
                                _connector="OR",
                            ),
                        ),
                        fields=["person"],
                        name="memories_must_have",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("status__in", ["candidate", "active"]), models.Q(("applies_to", []), _negated=True)
                        ),
                        fields=["person"],
                        name="memories_that_apply",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["candidate", "active"])),
                        fields=["person", "-confidence", "-changed_at", "id"],
                        name="memories_surest",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "id"), name="memories_of_one_person"),
                    models.UniqueConstraint(fields=("person", "obs_id"), name="obs_id_is_never_reused"),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("contested", False),
                            ("one_valued", True),
                            ("status", "active"),
                            models.Q(("key", ""), _negated=True),
                        ),
                        fields=("person", "audience", "community", "project", "condition", "day", "key"),
                        name="at_most_one_active_memory_per_key",
                        nulls_distinct=False,
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status__in", ["candidate", "active"])),
                        fields=("person", "fingerprint"),
                        name="one_live_memory_per_statement",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["preference", "fact", "habit", "goal", "rule", "context", "event"])
                        ),
                        name="memory_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["candidate", "active", "superseded", "expired", "archived"])
                        ),
                        name="memory_status_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "source__in",
                                ["instruction", "correction", "behaviour", "pattern", "inference", "weak", "uncertain"],
                            )
                        ),
                        name="memory_source_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("horizon__in", ["short", "long"])), name="memory_horizon_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("section__in", ["user_insights", "response_preferences", "topic_highlights", ""])
                        ),
                        name="memory_section_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("changed_by__in", ["person", "agent", "clock", "moderator"])),
                        name="memory_changed_by_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("audience", "private"),
                            models.Q(("audience", "community"), ("community__isnull", False)),
                            _connector="OR",
                        ),
                        name="community_memory_has_a_community",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confidence__gte", 0), ("confidence__lte", 1)),
                        name="confidence_between_0_and_1",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("importance_base__gte", 0), ("importance_base__lte", 10)),
                        name="importance_between_0_and_10",
                    ),
                    models.CheckConstraint(condition=models.Q(("tags__len__lte", 20)), name="at_most_20_tags"),
                    models.CheckConstraint(
                        condition=models.Q(("horizon", "long"), ("section", ""), _connector="OR"),
                        name="short_memories_have_no_section",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "rule"), _negated=True), ("ttl_days", None), _connector="OR"
                        ),
                        name="rules_are_never_archived_by_age",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("day", None), ("valid_until__isnull", False), _connector="OR"),
                        name="what_is_for_one_day_has_a_last_day",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status__in", ["expired", "archived"]), _negated=True),
                            ("expired_on__isnull", False),
                            _connector="OR",
                        ),
                        name="what_ended_has_its_date",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Conflict",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "detected_by",
                    models.CharField(
                        choices=[
                            ("person", "you"),
                            ("agent", "an agent"),
                            ("clock", "the clock"),
                            ("moderator", "a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("question", models.TextField()),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("answered", "answered"), ("dismissed", "dismissed")],
                        db_default="open",
                        default="open",
                        max_length=10,
                    ),
                ),
                ("answer", models.JSONField(blank=True, default=dict)),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to="memories.memory",
                    ),
                ),
                ("later_until", models.DateField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["person", "created_at"],
                        name="conflicts_to_review",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "id"), name="conflicts_of_one_person"),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["open", "answered", "dismissed"])),
                        name="conflict_status_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalMemory",
            fields=[
                (
                    "transaction",
                    models.BigIntegerField(
                        db_default=Cast(
                            Cast(models.Func(function="pg_current_xact_id"), models.TextField()),
                            models.BigIntegerField(),
                        ),
                        editable=False,
                    ),
                ),
                ("id", models.UUIDField(db_index=True, default=uuid7, editable=False)),
                ("obs_id", models.CharField(editable=False, max_length=20)),
                ("audience", models.CharField(db_default="private", default="private", max_length=10)),
                ("project", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("condition", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("day", models.DateField(blank=True, null=True)),
                (
                    "applies_to",
                    ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None),
                ),
                (
                    "muted_agents",
                    ArrayField(base_field=models.UUIDField(), blank=True, default=list, size=None),
                ),
                (
                    "muted_tasks",
                    ArrayField(base_field=models.CharField(max_length=80), blank=True, default=list, size=None),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("preference", "Preference"),
                            ("fact", "Fact"),
                            ("habit", "Habit"),
                            ("goal", "Goal"),
                            ("rule", "Rule"),
                            ("context", "Context"),
                            ("event", "Event"),
                        ],
                        max_length=12,
                    ),
                ),
                ("raw_kind", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("kind_basis", models.CharField(db_default="signal", default="signal", max_length=8)),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("one_valued", models.BooleanField(db_default=True, default=True)),
                ("label", models.CharField(max_length=120)),
                ("value", models.JSONField(blank=True, default=None, null=True)),
                ("details", models.TextField(blank=True, db_default="", default="", max_length=10000)),
                ("tags", ArrayField(base_field=models.CharField(max_length=60), blank=True, default=list, size=None)),
                ("metadata", models.JSONField(blank=True, default=dict)),
                ("language", models.CharField(db_default="en", default="en", max_length=8)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("horizon", models.CharField(choices=[("short", "short"), ("long", "long")], max_length=6)),
                (
                    "section",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("user_insights", "About you"),
                            ("response_preferences", "How to answer you"),
                            ("topic_highlights", "Topics you return to"),
                        ],
                        db_default="",
                        default="",
                        max_length=24,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("candidate", "waiting"),
                            ("active", "in use"),
                            ("superseded", "replaced"),
                            ("expired", "stopped"),
                            ("archived", "archived"),
                        ],
                        max_length=12,
                    ),
                ),
                ("contested", models.BooleanField(db_default=False, default=False)),
                ("expired_on", models.DateField(blank=True, null=True)),
                ("expire_reason", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("pinned", models.BooleanField(db_default=False, default=False)),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("instruction", "told"),
                            ("correction", "corrected"),
                            ("behaviour", "noticed"),
                            ("pattern", "noticed several times"),
                            ("inference", "worked out"),
                            ("weak", "guessed"),
                            ("uncertain", "not sure"),
                        ],
                        max_length=12,
                    ),
                ),
                ("source_assumed", models.BooleanField(db_default=False, default=False)),
                ("confidence", models.FloatField()),
                ("evidence_count", models.PositiveIntegerField(db_default=1, default=1)),
                ("importance_base", models.FloatField()),
                ("importance_as_of", models.DateField()),
                ("importance_assumed", models.BooleanField(db_default=False, default=False)),
                ("ttl_days", models.PositiveIntegerField(blank=True, null=True)),
                ("ttl_from", models.DateField()),
                ("valid_until", models.DateField(blank=True, null=True)),
                ("observed_on", models.DateField()),
                ("learned_on", models.DateField(blank=True, null=True)),
                ("updated_on", models.DateField(blank=True, null=True)),
                ("completed_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("verified_at", models.DateTimeField(blank=True, null=True)),
                ("changed_at", models.DateTimeField()),
                (
                    "changed_by",
                    models.CharField(
                        choices=[
                            ("person", "you"),
                            ("agent", "an agent"),
                            ("clock", "the clock"),
                            ("moderator", "a moderator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("changed_verb", models.CharField(max_length=20)),
                ("changed_because", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("history_id", models.BigAutoField(editable=False, primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                (
                    "history_type",
                    models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
                ),
                (
                    "changed_by_agent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "superseded_by",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to="memories.memory",
                    ),
                ),
                (
                    "negates",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=models.DO_NOTHING,
                        related_name="+",
                        to="memories.memory",
                    ),
                ),
                ("evidence_from", models.DateField(blank=True, null=True)),
                ("evidence_to", models.DateField(blank=True, null=True)),
                ("repeats", models.PositiveIntegerField(db_default=1, default=1)),
            ],
            options={
                "verbose_name": "historical memory",
                "verbose_name_plural": "historical memories",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Evidence",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("statement", "said"),
                            ("feedback", "feedback"),
                            ("conversation", "conversation"),
                            ("import", "imported"),
                        ],
                        default="statement",
                        max_length=12,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("instruction", "told"),
                            ("correction", "corrected"),
                            ("behaviour", "noticed"),
                            ("pattern", "noticed several times"),
                            ("inference", "worked out"),
                            ("weak", "guessed"),
                            ("uncertain", "not sure"),
                        ],
                        max_length=12,
                    ),
                ),
                ("quote", models.CharField(blank=True, db_default="", default="", max_length=240)),
                ("ref", models.JSONField(blank=True, default=dict)),
                ("polarity", models.SmallIntegerField(db_default=1, default=1)),
                ("weight", models.SmallIntegerField()),
                ("occurred_at", models.DateTimeField()),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="evidence", to="memories.memory"
                    ),
                ),
                ("conversation", models.UUIDField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "evidence",
                "ordering": ["-occurred_at", "-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("conversation__isnull", False)),
                        fields=["person", "conversation"],
                        name="evidence_of_a_conversation",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("polarity__in", [-1, 1])), name="polarity_is_for_or_against"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ConflictMember",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "conflict",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="members",
                        to="memories.conflict",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="conflicts", to="memories.memory"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("conflict", "memory"), name="a_memory_joins_a_conflict_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ObservationCounter",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("last", models.PositiveIntegerField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("person", "day"), name="one_counter_per_day")],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "topic",
                    models.CharField(
                        blank=True, choices=[("goal", "still a goal?")], db_default="", default="", max_length=10
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("remember", "Remember"),
                            ("update", "Change"),
                            ("promote", "Keep for good"),
                            ("merge", "Apply everywhere"),
                            ("expire", "Stop using"),
                        ],
                        max_length=10,
                    ),
                ),
                ("change", models.JSONField(blank=True, default=dict)),
                ("based_on", models.BigIntegerField()),
                ("question", models.TextField()),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=200)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "withdrawn"),
                            ("stale", "out of date"),
                        ],
                        db_default="open",
                        default="open",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="proposals", to="memories.memory"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["person", "created_at", "id"],
                        name="proposals_to_review",
                    ),
                    models.Index(
                        condition=models.Q(("status", "open")), fields=["created_at"], name="proposals_to_expire"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "open")),
                        fields=("person", "memory", "kind"),
                        name="one_open_question_of_a_kind_per_memory",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("topic__in", ["", "goal"])), name="proposal_topic_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["remember", "update", "promote", "merge", "expire"])),
                        name="proposal_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("status", "open")),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("status__in", ["accepted", "declined", "withdrawn", "stale"]),
                            ),
                            _connector="OR",
                        ),
                        name="decided_proposals_have_a_date",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Refusal",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("category", models.CharField(max_length=20)),
                ("count", models.PositiveIntegerField(default=1)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "day", "category"), name="one_refusal_row_per_day_and_category"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("cause", models.CharField(choices=[("erased", "erased"), ("declined", "declined")], max_length=10)),
                ("created_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "fingerprint"), name="one_tombstone_per_statement")
                ],
            },
        ),
        migrations.CreateModel(
            name="UpkeepRun",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=40)),
                ("started_at", models.DateTimeField()),
                ("milliseconds", models.PositiveIntegerField(db_default=0, default=0)),
                ("counts", models.JSONField(default=dict)),
                ("dry_run", models.BooleanField(db_default=False, default=False)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("for_hour", models.DateTimeField(blank=True, null=True)),
                ("kinds", models.JSONField(default=dict)),
                ("open_shards", ArrayField(base_field=models.PositiveSmallIntegerField(), default=list, size=None)),
            ],
            options={
                "indexes": [models.Index(fields=["-started_at", "-id"], name="newest_upkeep_runs")],
                "constraints": [
                    models.UniqueConstraint(fields=("name", "for_hour"), name="one_upkeep_run_per_hour"),
                    models.CheckConstraint(
                        condition=models.Q(("finished_at", None), ("open_shards", []), _connector="OR"),
                        name="finished_runs_have_no_open_shards",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Use",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("times", models.PositiveIntegerField(default=1)),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="+", to="agents.agent"
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="uses",
                        to="memories.memory",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("memory", "agent"), name="one_use_per_memory_and_agent")
                ],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("obs_id", models.CharField(max_length=20)),
                ("fingerprint", models.BinaryField(max_length=32)),
                ("removed", models.JSONField()),
                ("received_by", models.JSONField()),
                ("erased_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("purged_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-erased_at"],
                "indexes": [
                    models.Index(fields=["person", "-erased_at"], name="erasures_of_a_person"),
                    models.Index(
                        condition=models.Q(("purged_at", None)), fields=["erased_at"], name="erasures_to_purge"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                (
                    "memory",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="search_document",
                        serialize=False,
                        to="memories.memory",
                    ),
                ),
                ("words", SearchVectorField()),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("negative", models.BooleanField(db_default=False, default=False)),
                ("subject", models.BinaryField(max_length=32, null=True)),
                ("compared", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "memory"], name="search_documents_of_a_person"),
                    models.Index(
                        SHARD,
                        models.F("memory"),
                        condition=models.Q(("compared", False)),
                        name="search_documents_to_compare",
                    ),
                    models.Index(fields=["person", "subject"], name="search_documents_of_a_subject"),
                ],
            },
        ),
    ]
