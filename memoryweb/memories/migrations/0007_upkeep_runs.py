"""A sweep is one row, however many workers share it: which shards are still open, which kinds it touched."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0006_days_of_evidence")]

    operations = [
        migrations.RemoveIndex(
            model_name="upkeeprun",
            name="newest_upkeep_runs",
        ),
        migrations.AddField(
            model_name="upkeeprun",
            name="finished_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="upkeeprun",
            name="for_hour",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="upkeeprun",
            name="kinds",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="upkeeprun",
            name="open_shards",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(), default=list, size=None
            ),
        ),
        migrations.AlterField(
            model_name="upkeeprun",
            name="counts",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="upkeeprun",
            name="milliseconds",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name="upkeeprun",
            index=models.Index(fields=["-started_at", "-id"], name="newest_upkeep_runs"),
        ),
        migrations.AddConstraint(
            model_name="upkeeprun",
            constraint=models.UniqueConstraint(fields=("name", "for_hour"), name="one_upkeep_run_per_hour"),
        ),
        migrations.AddConstraint(
            model_name="upkeeprun",
            constraint=models.CheckConstraint(
                condition=models.Q(("finished_at", None), ("open_shards", []), _connector="OR"),
                name="finished_runs_have_no_open_shards",
            ),
        ),
    ]
