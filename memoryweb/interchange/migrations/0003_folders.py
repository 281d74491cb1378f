"""Folders that are kept in step, and their lines. The process that watches them lists them as the clock's role."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import Isolate, SamePerson

# What a folder is, and the standing yes to its edits, stand in the change log (memories, migration 0022).
STAYS_IN_THE_LOG = """
CREATE TRIGGER interchange_folder_stays_in_the_log
AFTER DELETE OR UPDATE OF kind, standing_since, paused_at ON interchange_folder
FOR EACH ROW EXECUTE FUNCTION memories_record_setting(
    'path', 'host', 'watched_at', 'passed_at', 'trouble', 'writes_again', 'takes_deletions', 'findings', 'created_at')
"""


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0009_deleted_agents"),
        ("interchange", "0002_database"),
        ("memories", "0022_setting_changes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Folder",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
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
        ),
        migrations.CreateModel(
            name="FolderLine",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
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
                        to="interchange.folder",
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
        ),
        migrations.AddConstraint(
            model_name="folder",
            constraint=models.UniqueConstraint(fields=("person", "id"), name="folders_of_one_person"),
        ),
        migrations.AddConstraint(
            model_name="folder",
            constraint=models.UniqueConstraint(fields=("person", "host", "path"), name="one_folder_of_a_path"),
        ),
        migrations.AddConstraint(
            model_name="folder",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agent__isnull", False), ("kind__in", ("agent", "native"))),
                    models.Q(("agent", None), ("kind__in", ("undeclared", "own"))),
                    _connector="OR",
                ),
                name="folders_of_agents_have_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="folder",
            constraint=models.CheckConstraint(
                condition=models.Q(("standing_since", None), ("kind", "own"), _connector="OR"),
                name="only_own_folders_have_a_standing_yes",
            ),
        ),
        migrations.AddConstraint(
            model_name="folderline",
            constraint=models.UniqueConstraint(fields=("folder", "file", "digest"), name="one_row_of_a_folder_line"),
        ),
        Isolate("interchange_folder", clock="SELECT"),
        Isolate("interchange_folderline"),
        SamePerson("interchange_folder", "agent_id", "agents_agent"),
        SamePerson("interchange_folderline", "folder_id", "interchange_folder"),
        migrations.RunSQL(STAYS_IN_THE_LOG, "DROP TRIGGER interchange_folder_stays_in_the_log ON interchange_folder"),
    ]
