"""The tables of embeddings and receipts."""

from django.conf import settings
from django.db import migrations, models
from pgvector.django import HalfVectorField

from memoryweb.people.ids import uuid7


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0001_tables"),
        ("memories", "0002_tables"),
        ("people", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Embedding",
            fields=[
                (
                    "memory",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="embedding",
                        serialize=False,
                        to="memories.memory",
                    ),
                ),
                ("encoder", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("digest", models.BinaryField(db_default=b"", default=b"", max_length=16)),
                ("vector", HalfVectorField(null=True)),
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
                    models.Index(fields=["person"], name="embeddings_of_a_person"),
                    models.Index(fields=["encoder"], name="embeddings_of_an_encoder"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("task_type", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("skill", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("project", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("run", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("query", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("max_items", models.PositiveSmallIntegerField()),
                ("budget", models.PositiveIntegerField()),
                ("tokens", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("nothing_because", models.CharField(blank=True, db_default="", default="", max_length=20)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
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
                "indexes": [
                    models.Index(fields=["person", "-at", "-id"], name="receipts_of_a_person"),
                    models.Index(fields=["agent", "-at", "-id"], name="receipts_of_an_agent"),
                    models.Index(fields=["at"], name="receipts_to_purge"),
                    models.Index(
                        condition=models.Q(("run", ""), _negated=True),
                        fields=["agent", "run"],
                        name="receipts_of_a_run",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("person", "id"), name="receipts_of_one_person")],
            },
        ),
        migrations.CreateModel(
            name="ReceiptItem",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("version", models.BigIntegerField(blank=True, null=True)),
                ("rank", models.PositiveSmallIntegerField()),
                ("line", models.CharField(blank=True, db_default="", default="", max_length=360)),
                (
                    "why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("rule", "a rule"),
                            ("pinned", "you pinned it"),
                            ("hard", "an allergy or a forbidden word"),
                            ("task", "this kind of task needs it"),
                            ("applies", "you said it applies to this"),
                            ("query", "close to what was asked"),
                            ("always", "general memory"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                (
                    "left_out",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("budget", "did not fit the token budget"),
                            ("beyond", "too many memories"),
                            ("muted", "muted for this agent or task"),
                            ("dormant", "its importance has faded"),
                            ("unconfirmed", "you haven’t said yes yet"),
                            ("unsure", "confidence too low"),
                            ("scope", "for another project, or this project has its own"),
                            ("conflict", "the other side of a conflict is used"),
                            ("section", "its section is off in Settings"),
                            ("private", "privacy mode: it was learned, not said"),
                            ("over", "its last day is over"),
                            ("time", "for another time of the day or week"),
                            ("far", "not close enough to what was asked"),
                        ],
                        db_default="",
                        default="",
                        max_length=12,
                    ),
                ),
                ("score", models.FloatField()),
                ("parts", models.JSONField(default=dict)),
                ("tokens", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "memory",
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
                    "receipt",
                    models.ForeignKey(
                        db_constraint=False, on_delete=models.CASCADE, related_name="items", to="recall.receipt"
                    ),
                ),
                ("helped", models.BooleanField(blank=True, null=True)),
            ],
            options={
                "ordering": ["receipt", "rank"],
                "indexes": [
                    models.Index(fields=["memory", "-id"], name="receipts_of_a_memory"),
                    models.Index(
                        condition=models.Q(("helped", True)), fields=["person", "-id"], name="receipts_that_helped"
                    ),
                ],
            },
        ),
    ]
