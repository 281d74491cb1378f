"""What each read leaves: listings, searches and questions, too."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("recall", "0002_database"),
    ]

    operations = [
        migrations.AddField(
            model_name="receipt",
            name="asked",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=64), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="excerpts",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="receipt",
            name="operation",
            field=models.CharField(
                choices=[
                    ("recall", "asked before acting"),
                    ("preview", "looked at what it would get"),
                    ("get", "listed"),
                    ("search", "searched"),
                    ("conversations", "read conversations"),
                ],
                db_default="recall",
                default="recall",
                max_length=14,
            ),
        ),
        migrations.AddField(
            model_name="receipt",
            name="question",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="receipt",
            name="times",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AlterField(
            model_name="receiptitem",
            name="left_out",
            field=models.CharField(
                blank=True,
                choices=[
                    ("budget", "did not fit the token budget"),
                    ("beyond", "too many memories"),
                    ("muted", "muted for this agent or task"),
                    ("blocked", "its category is switched off for this agent"),
                    ("dormant", "its importance has faded"),
                    ("unconfirmed", "you haven’t said yes yet"),
                    ("unsure", "confidence too low"),
                    ("scope", "for another project, or this project has its own"),
                    ("conflict", "the other side of a conflict is used"),
                    ("section", "its section is off in Settings"),
                    ("private", "privacy mode: it was learned, not said"),
                    ("over", "its last day is over"),
                    ("today", "what you said for today goes first"),
                    ("time", "for another time of the day or week"),
                    ("far", "not close enough to what was asked"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="receiptitem",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("rule", "a rule"),
                    ("pinned", "you pinned it"),
                    ("hard", "an allergy or a forbidden word"),
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
