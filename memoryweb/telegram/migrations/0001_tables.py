"""The rows of chats."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0009_deleted_agents"),
        ("people", "0014_community_overview_moderation"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CommunityTools",
            fields=[
                (
                    "community",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="people.community",
                    ),
                ),
                (
                    "tools",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), blank=True, default=list, size=None
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "community tools",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("tools__contained_by", ["search_memory", "save_memory", "save_user_preference"])
                        ),
                        name="community_tools_are_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeenUpdate",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="seen_updates_to_purge")],
            },
        ),
        migrations.CreateModel(
            name="ChatIdentity",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "system",
                    models.CharField(choices=[("telegram", "Telegram"), ("webhook", "Another chat")], max_length=10),
                ),
                ("user_id", models.CharField(max_length=64)),
                ("linked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "agent",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chat",
                        to="agents.agent",
                    ),
                ),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("system", "user_id", "community"),
                        name="a_chat_user_is_one_person",
                        nulls_distinct=False,
                    ),
                    models.UniqueConstraint(
                        fields=("person", "system", "community"), name="one_chat_user_per_person", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("system__in", ["telegram", "webhook"])), name="chat_system_is_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("system", "telegram"), _negated=True),
                            ("user_id__regex", "^[1-9][0-9]{0,18}$"),
                            _connector="OR",
                        ),
                        name="a_telegram_user_is_a_number",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatTurn",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chat_id", models.BigIntegerField()),
                ("message_id", models.BigIntegerField()),
                (
                    "statements",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
                ),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="chat_turns_to_purge")],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "chat_id", "message_id"), name="one_turn_per_message")
                ],
            },
        ),
        migrations.CreateModel(
            name="GroupChat",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chat_id", models.BigIntegerField(unique=True)),
                ("linked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("chat_id__lt", 0)), name="a_group_has_a_negative_id")
                ],
            },
        ),
        migrations.CreateModel(
            name="LinkCode",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "community",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="people.community",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="link_codes_to_purge")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "community"), name="one_code_per_purpose", nulls_distinct=False
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("method", models.CharField(max_length=30)),
                ("payload", models.JSONField()),
                ("at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="outgoing_messages_to_purge")],
            },
        ),
        migrations.CreateModel(
            name="UnreadMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("update_id", models.BigIntegerField()),
                ("chat_id", models.BigIntegerField()),
                ("message_id", models.BigIntegerField()),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                (
                    "agent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="agents.agent",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="unread_messages_to_purge")],
            },
        ),
    ]
