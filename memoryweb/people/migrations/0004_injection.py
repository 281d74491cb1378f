"""What agents are given at once, and whether: the person's decision."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_archive_below"),
    ]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="injection_enabled",
            field=models.BooleanField(db_default=True, default=True, verbose_name="Agents are given memories"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="injection_max_items",
            field=models.PositiveSmallIntegerField(db_default=12, default=12, verbose_name="At most this many at once"),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="injection_token_budget",
            field=models.PositiveIntegerField(db_default=400, default=400, verbose_name="Tokens at most"),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("injection_max_items__gte", 5), ("injection_max_items__lte", 12)),
                name="agents_are_given_5_to_12_items",
            ),
        ),
        migrations.AddConstraint(
            model_name="memorysettings",
            constraint=models.CheckConstraint(
                condition=models.Q(("injection_token_budget__gte", 200), ("injection_token_budget__lte", 600)),
                name="agents_are_given_200_to_600_tokens",
            ),
        ),
    ]
