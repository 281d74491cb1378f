"""What the person lets each agent read: by category, and other agents' recorded conversations."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0002_database"),
        ("people", "0002_database"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ConversationGrant",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sight",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("category", models.CharField(blank=True, max_length=60)),
                ("allowed", models.BooleanField()),
            ],
        ),
        migrations.AddField(
            model_name="agent",
            name="reads_conversations",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="agent",
            name="sight",
            field=models.CharField(
                choices=[
                    ("all_but", "Every category except those switched off"),
                    ("only", "Only the categories switched on"),
                ],
                db_default="all_but",
                default="all_but",
                max_length=8,
                verbose_name="May read",
            ),
        ),
        migrations.AddField(
            model_name="agent",
            name="unrecorded_reads",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddConstraint(
            model_name="agent",
            constraint=models.CheckConstraint(
                condition=models.Q(("sight__in", ["all_but", "only"])), name="agent_sight_is_known"
            ),
        ),
        migrations.AddField(
            model_name="conversationgrant",
            name="agent",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="conversation_grants",
                to="agents.agent",
            ),
        ),
        migrations.AddField(
            model_name="conversationgrant",
            name="person",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="conversationgrant",
            name="recorder",
            field=models.ForeignKey(
                db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="agents.agent"
            ),
        ),
        migrations.AddField(
            model_name="sight",
            name="agent",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="agents.agent",
            ),
        ),
        migrations.AddField(
            model_name="sight",
            name="person",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="conversationgrant",
            constraint=models.UniqueConstraint(fields=("agent", "recorder"), name="one_grant_per_reader_and_recorder"),
        ),
        migrations.AddConstraint(
            model_name="sight",
            constraint=models.UniqueConstraint(fields=("agent", "category"), name="one_word_per_agent_and_category"),
        ),
        Isolate("agents_sight"),
        SamePerson("agents_sight", "agent_id", "agents_agent"),
        Isolate("agents_conversationgrant"),
        SamePerson("agents_conversationgrant", "agent_id", "agents_agent"),
        SamePerson("agents_conversationgrant", "recorder_id", "agents_agent"),
    ]
