"""What should have been given: the person's word about a near miss, and the reason "wanted" on later receipts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import Isolate, RecordChanges, SamePerson


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("memories", "0030_rows_with_an_end"),
        ("recall", "0006_hard_includes_diets"),
    ]

    operations = [
        migrations.CreateModel(
            name="WantedCase",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("receipt", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("work", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("query", models.CharField(blank=True, db_default="", default="", max_length=120)),
                (
                    "memory",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="memories.memory",
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
                "indexes": [models.Index(fields=["person", "work"], name="wanted_cases_of_a_kind_of_work")],
                "constraints": [
                    models.UniqueConstraint(fields=("memory", "receipt"), name="one_wanted_case_per_memory_and_receipt")
                ],
            },
        ),
        Isolate("recall_wantedcase"),
        SamePerson("recall_wantedcase", "memory_id", "memories_memory"),
        RecordChanges("recall_wantedcase"),
        migrations.AlterField(
            model_name="receiptitem",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("rule", "a rule"),
                    ("pinned", "you pinned it"),
                    ("wanted", "you said it should be given for this work"),
                    ("hard", "an allergy, a diet or a forbidden word"),
                    ("task", "this kind of task needs it"),
                    ("applies", "you said it applies to this"),
                    ("query", "close to what was asked"),
                    ("always", "general memory"),
                    ("listed", "in the list it asked for"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
    ]
