"""The reason "hard" says that it holds for diets too; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("recall", "0005_only_new"),
    ]

    operations = [
        migrations.AlterField(
            model_name="receiptitem",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("rule", "a rule"),
                    ("pinned", "you pinned it"),
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
