"""Receipts name what a community shares, too."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("communities", "0002_policies"),
        ("memories", "0022_setting_changes"),
        ("recall", "0003_reads"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="receiptitem",
            name="shared",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="communities.sharedmemory",
            ),
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
                    ("own", "you have your own about this"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="receiptitem",
            index=models.Index(
                condition=models.Q(("shared__isnull", False)), fields=["shared"], name="receipts_of_a_shared_one"
            ),
        ),
        migrations.AlterField(
            model_name="receipt",
            name="operation",
            field=models.CharField(
                choices=[
                    ("recall", "asked before acting"),
                    ("preview", "looked at what it would get"),
                    ("get", "listed"),
                    ("search", "searched"),
                    ("conversations", "read conversations"),
                    ("community", "searched its community"),
                ],
                db_default="recall",
                default="recall",
                max_length=14,
            ),
        ),
    ]
