"""The table of answers that are kept for repeated requests."""

from django.conf import settings
from django.db import migrations, models

from memoryweb.people.ids import uuid7


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0001_tables"),
        ("people", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=120)),
                ("operation", models.CharField(max_length=60)),
                ("arguments_digest", models.BinaryField(max_length=32)),
                ("data", models.JSONField(null=True)),
                ("memory_count", models.PositiveIntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField()),
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
                "indexes": [models.Index(fields=["created_at"], name="answers_to_purge")],
                "constraints": [
                    models.UniqueConstraint(models.F("agent"), models.F("key"), name="one_answer_per_idempotency_key")
                ],
            },
        ),
    ]
