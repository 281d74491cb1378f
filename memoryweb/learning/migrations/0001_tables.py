"""The tables of conversations, feedback and what reading them cost."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

from memoryweb.people.ids import uuid7

# The sweeps share the people out among eight shards, by the last three bits of their ids.
SHARD = models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0001_tables"),
        ("memories", "0002_tables"),
        ("people", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Feedback",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("run", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("skill", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("task_type", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("project", models.CharField(blank=True, db_default="", default="", max_length=80)),
                (
                    "action",
                    models.CharField(
                        choices=[("accept", "accepted"), ("reject", "rejected"), ("partial", "partly accepted")],
                        max_length=8,
                    ),
                ),
                ("evidence_ref", models.JSONField(blank=True, default=dict)),
                ("note", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("rating", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "ignored_reason",
                    models.CharField(
                        blank=True,
                        choices=[("learning_off", "learning was switched off")],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                ("digest", models.BinaryField(max_length=32)),
                ("at", models.DateTimeField()),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
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
            ],
            options={
                "verbose_name_plural": "feedback",
                "indexes": [
                    models.Index(
                        condition=models.Q(("run", ""), _negated=True),
                        fields=["agent", "run"],
                        name="feedback_of_a_run",
                    ),
                    models.Index(fields=["person", "-at"], name="feedback_of_a_person"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("agent", "digest"), name="one_feedback_per_delivery"),
                    models.UniqueConstraint(fields=("person", "id"), name="feedback_of_one_person"),
                    models.CheckConstraint(
                        condition=models.Q(("action__in", ["accept", "reject", "partial"])), name="action_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rating", None), models.Q(("rating__gte", 1), ("rating__lte", 5)), _connector="OR"
                        ),
                        name="ratings_are_1_to_5",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signal",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "action",
                    models.CharField(
                        choices=[("accept", "accepted"), ("reject", "rejected"), ("partial", "partly accepted")],
                        max_length=8,
                    ),
                ),
                ("named", models.BooleanField()),
                (
                    "feedback",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="signals", to="learning.feedback"
                    ),
                ),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="signals",
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
                    models.UniqueConstraint(fields=("memory", "feedback"), name="a_feedback_says_one_thing_of_a_memory")
                ],
            },
        ),
        migrations.CreateModel(
            name="Spend",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("month", models.DateField()),
                ("calls", models.PositiveIntegerField(db_default=0, default=0)),
                ("failures", models.PositiveIntegerField(db_default=0, default=0)),
                ("input_tokens", models.PositiveBigIntegerField(db_default=0, default=0)),
                ("output_tokens", models.PositiveBigIntegerField(db_default=0, default=0)),
                ("micros", models.PositiveBigIntegerField(db_default=0, default=0)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "month"), name="one_meter_per_person_and_month")
                ],
            },
        ),
        migrations.CreateModel(
            name="Conversation",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("external_id", models.CharField(max_length=120)),
                ("project", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField()),
                ("topic", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("summary", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "excerpts",
                    ArrayField(base_field=models.CharField(max_length=500), blank=True, default=list, size=None),
                ),
                ("messages_reported", models.PositiveIntegerField(db_default=0, default=0)),
                ("excerpts_read", models.PositiveIntegerField(db_default=0, default=0)),
                ("withheld", models.PositiveIntegerField(db_default=0, default=0)),
                ("recorded_at", models.DateTimeField()),
                ("trimmed_at", models.DateTimeField(blank=True, null=True)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("learned_at", models.DateTimeField(blank=True, null=True)),
                (
                    "read_by",
                    models.CharField(
                        blank=True,
                        choices=[("patterns", "patterns"), ("model", "the language model")],
                        db_default="",
                        default="",
                        max_length=10,
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("timeout", "the language model did not answer in time"),
                            ("busy", "the language model was too busy"),
                            ("malformed", "the language model’s answer could not be read"),
                            ("unreachable", "the language model could not be reached"),
                            ("failed", "reading it failed"),
                            ("cap", "this month’s budget for the language model was spent"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="+", to="agents.agent"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("outside_from", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("trimmed_at", None)),
                        fields=["person", "-ended_at", "-id"],
                        name="conversations_recent",
                    ),
                    models.Index(
                        SHARD,
                        models.F("person"),
                        condition=models.Q(("learned_at", None), ("trimmed_at", None)),
                        name="conversations_to_learn_from",
                    ),
                    models.Index(
                        condition=models.Q(("trimmed_at__isnull", False)),
                        fields=["trimmed_at"],
                        name="conversations_to_purge",
                    ),
                    models.Index(
                        models.F("outside_from"),
                        SHARD,
                        models.F("person"),
                        condition=models.Q(("outside_from__isnull", False)),
                        name="conversations_to_trim",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "agent", "external_id"), name="one_conversation_per_agents_own_id"
                    ),
                    models.UniqueConstraint(fields=("person", "id"), name="conversations_of_one_person"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("trimmed_at", None),
                            models.Q(("excerpts", []), ("summary", ""), ("topic", "")),
                            _connector="OR",
                        ),
                        name="trimmed_conversations_keep_no_words",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outside_from", None), ("trimmed_at", None), _connector="OR"),
                        name="trimmed_conversations_are_not_trimmed_again",
                    ),
                ],
            },
        ),
    ]
