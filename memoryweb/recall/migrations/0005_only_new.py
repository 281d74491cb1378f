"""Receipts say whether a recall asked only for what its run had not received."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("recall", "0004_shared_items"),
    ]

    operations = [
        migrations.AddField(
            model_name="receipt",
            name="only_new",
            field=models.BooleanField(db_default=False, default=False),
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
                    ("given", "it was given earlier in the same session"),
                ],
                db_default="",
                default="",
                max_length=12,
            ),
        ),
    ]
