"""Folders are a room of their own. Their tables stay as interchange made them, under the names they have."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids

MODELS = [
    migrations.CreateModel(
        name="Folder",
        fields=[
            (
                "id",
                models.UUIDField(default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False),
            ),
            ("path", models.CharField(max_length=1024)),
            ("host", models.CharField(max_length=255)),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("undeclared", "not declared yet"),
                        ("own", "your own folder"),
                        ("agent", "an agent’s workspace"),
                        ("native", "an agent’s own memory, only watched"),
                    ],
                    db_default="undeclared",
                    default="undeclared",
                    max_length=10,
                ),
            ),
            ("standing_since", models.DateTimeField(blank=True, null=True)),
            ("paused_at", models.DateTimeField(blank=True, null=True)),
            ("watched_at", models.DateTimeField(blank=True, null=True)),
            ("passed_at", models.DateTimeField(blank=True, null=True)),
            (
                "trouble",
                models.CharField(
                    blank=True,
                    choices=[
                        ("no_folder", "The folder is not there. Nothing was changed."),
                        ("gone", "MEMORY.md is gone. Nothing was changed."),
                        ("many_gone", "Most of MEMORY.md was deleted. Nothing was changed."),
                        ("unreadable", "memoryweb may not read it. Nothing was changed."),
                        ("no_file", "MEMORY.md is no ordinary file, or a link. It is not read."),
                        ("too_large", "MEMORY.md is or would be larger than 4 MB. Nothing was changed."),
                        ("no_text", "MEMORY.md is not UTF-8 text. It is not read."),
                        ("changing", "MEMORY.md changes all the time. It is read when that stops."),
                        (
                            "not_writable",
                            "memoryweb may not write there, or the disk is full. Your edits are read.",
                        ),
                        ("memory_off", "Memory is off in Settings, so nothing is kept in step."),
                        (
                            "agent_off",
                            "The agent is paused or disconnected. It is given nothing, and nothing is read.",
                        ),
                        ("given_off", "Agents are given nothing automatically, by your settings."),
                        (
                            "full",
                            "Too many of its questions wait for you. The rest is read when you have answered some.",
                        ),
                        ("failed", "Something went wrong. It is tried again."),
                    ],
                    db_default="",
                    default="",
                    max_length=12,
                ),
            ),
            ("writes_again", models.BooleanField(db_default=False, default=False)),
            ("takes_deletions", models.BooleanField(db_default=False, default=False)),
            ("findings", models.JSONField(blank=True, default=list)),
            ("created_at", models.DateTimeField()),
            (
                "agent",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to="agents.agent",
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
            "db_table": "interchange_folder",
            "constraints": [
                models.UniqueConstraint(fields=("person", "host", "path"), name="one_folder_of_a_path"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("agent__isnull", False), ("kind__in", ("agent", "native"))),
                        models.Q(("agent", None), ("kind__in", ("undeclared", "own"))),
                        _connector="OR",
                    ),
                    name="folders_of_agents_have_one",
                ),
                models.CheckConstraint(
                    condition=models.Q(("standing_since", None), ("kind", "own"), _connector="OR"),
                    name="only_own_folders_have_a_standing_yes",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FolderLine",
        fields=[
            (
                "id",
                models.UUIDField(default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False),
            ),
            ("file", models.CharField(max_length=1024)),
            ("number", models.PositiveIntegerField()),
            ("digest", models.BinaryField(max_length=32)),
            (
                "state",
                models.CharField(
                    choices=[("in_step", "In Step"), ("waits", "Waits"), ("deleted", "Deleted"), ("left", "Left")],
                    max_length=8,
                ),
            ),
            ("memory", models.UUIDField(null=True)),
            ("says", models.BinaryField(max_length=32, null=True)),
            ("question", models.UUIDField(null=True)),
            ("replaces", models.UUIDField(null=True)),
            (
                "folder",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="lines",
                    to="folders.folder",
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
            "db_table": "interchange_folderline",
            "constraints": [
                models.UniqueConstraint(fields=("person", "folder", "file", "digest"), name="one_row_of_a_folder_line")
            ],
        },
    ),
]
# Rights of the admin's pages are kept by the room that a model is in.
CONTENT_TYPES = """
UPDATE django_content_type SET app_label = '{new}' WHERE app_label = '{old}' AND model IN ('folder', 'folderline')
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("agents", "0001_tables"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("interchange", "0003_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=MODELS),
        migrations.RunSQL(
            CONTENT_TYPES.format(old="interchange", new="folders"),
            reverse_sql=CONTENT_TYPES.format(old="folders", new="interchange"),
        ),
    ]
