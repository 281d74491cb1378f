"""The tables of agents and of what each of them did."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.utils import timezone

from memoryweb.agents.models import all_scopes
from memoryweb.people.ids import uuid7


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0001_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="Agent",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=80, verbose_name="Name")),
                ("token_hash", models.BinaryField(max_length=32)),
                ("token_hint", models.CharField(max_length=4)),
                (
                    "trust",
                    models.CharField(
                        choices=[("read_only", "Read only"), ("ask", "Ask me first"), ("trusted", "Trusted")],
                        db_default="ask",
                        default="ask",
                        max_length=10,
                        verbose_name="Trust",
                    ),
                ),
                (
                    "scopes",
                    ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("memories:read", "Read memories"),
                                ("memories:write", "Propose and update memories"),
                            ],
                            max_length=20,
                        ),
                        default=all_scopes,
                        size=None,
                    ),
                ),
                (
                    "project",
                    models.CharField(blank=True, db_default="", default="", max_length=80, verbose_name="Project"),
                ),
                ("created_at", models.DateTimeField(default=timezone.now)),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="Expires")),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("paused_until", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "community",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=models.CASCADE, related_name="+", to="people.community"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False, on_delete=models.CASCADE, related_name="agents", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("token_hash",), name="one_agent_per_token"),
                    models.UniqueConstraint(fields=("person", "id"), name="agents_of_one_person"),
                    models.CheckConstraint(
                        condition=models.Q(("trust__in", ["read_only", "ask", "trusted"])), name="agent_trust_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("scopes__contained_by", ["memories:read", "memories:write"])),
                        name="agent_scopes_are_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccessLog",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("operation", models.CharField(max_length=60)),
                ("writes", models.BooleanField()),
                ("outcome", models.CharField(max_length=20)),
                ("memories", models.PositiveIntegerField(db_default=0, default=0)),
                ("milliseconds", models.PositiveIntegerField()),
                ("request_id", models.UUIDField()),
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
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=models.CASCADE,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-id"],
                "indexes": [
                    models.Index(fields=["agent", "-at"], name="access_log_of_agent"),
                    models.Index(fields=["person", "-at"], name="access_log_of_person"),
                    models.Index(fields=["at"], name="access_log_to_purge"),
                ],
            },
        ),
    ]
