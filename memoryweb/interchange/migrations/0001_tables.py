"""Imports and their rows."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportBatch",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("preview", "waits for your yes"),
                            ("importing", "is being imported"),
                            ("done", "was imported"),
                            ("undoing", "is being undone"),
                            ("undone", "was undone"),
                        ],
                        db_default="preview",
                        default="preview",
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("files", models.JSONField(default=list)),
                ("uses_explicit", models.BooleanField(db_default=False, default=False)),
                (
                    "acts",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), blank=True, default=list, size=None
                    ),
                ),
                ("left_as_is", models.PositiveIntegerField(db_default=0, default=0)),
                ("total", models.PositiveIntegerField(db_default=0, default=0)),
                ("done", models.PositiveIntegerField(db_default=0, default=0)),
                ("created_at", models.DateTimeField()),
                ("touched_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
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
                "indexes": [
                    models.Index(fields=["person", "-created_at", "-id"], name="imports_of_a_person"),
                    models.Index(
                        models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7"),
                        models.F("person"),
                        models.F("touched_at"),
                        condition=models.Q(("state__in", ("importing", "undoing"))),
                        name="imports_to_go_on",
                    ),
                    models.Index(fields=["created_at"], name="imports_to_purge"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "id"), name="imports_of_one_person"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "preview")),
                        fields=("person", "digest"),
                        name="one_preview_of_the_same_files",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ImportRow",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("file", models.PositiveSmallIntegerField()),
                ("line", models.PositiveIntegerField()),
                ("part", models.PositiveIntegerField(db_default=0, default=0)),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("new", "New"),
                            ("change", "Changes what you have"),
                            ("past", "For your history"),
                            ("same", "You have it already"),
                            ("blocked", "Not kept"),
                            ("refused", "Refused"),
                            ("unknown", "Not understood"),
                        ],
                        max_length=8,
                    ),
                ),
                ("about", models.CharField(blank=True, db_default="", default="", max_length=12)),
                ("is_explicit", models.BooleanField(db_default=False, default=False)),
                ("is_chosen", models.BooleanField(db_default=False, default=False)),
                ("entry", models.JSONField(blank=True, null=True)),
                ("text", models.CharField(blank=True, db_default="", default="", max_length=2000)),
                ("category", models.CharField(blank=True, db_default="", default="", max_length=20)),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("outcome", models.CharField(blank=True, db_default="", default="", max_length=20)),
                (
                    "batch",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rows",
                        to="interchange.importbatch",
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
                "indexes": [
                    models.Index(fields=["batch", "verdict", "number"], name="import_rows_of_a_verdict"),
                    models.Index(
                        condition=models.Q(("is_chosen", True), ("outcome", "")),
                        fields=["batch", "number"],
                        name="import_rows_to_import",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "id"), name="import_rows_of_one_person"),
                    models.UniqueConstraint(fields=("batch", "number"), name="import_rows_are_numbered"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("verdict", "refused"), _negated=True),
                            models.Q(("entry", None), ("text", "")),
                            _connector="OR",
                        ),
                        name="refused_import_rows_keep_no_words",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outcome", ""), ("entry", None), _connector="OR"),
                        name="imported_rows_keep_no_words",
                    ),
                ],
            },
        ),
    ]
