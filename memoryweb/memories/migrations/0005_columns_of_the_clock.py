"""What the clock reads of a memory: its evidence in days, and the days it is archived and goes dormant."""

from django.db import migrations, models

SHARD = models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7")


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0004_days_of_the_clock"),
        ("agents", "0003_retention"),
        ("people", "0003_archive_below"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="memory",
            name="expired_memory_has_its_date",
        ),
        migrations.AddField(
            model_name="historicalmemory",
            name="evidence_from",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="historicalmemory",
            name="evidence_to",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="historicalmemory",
            name="repeats",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="memory",
            name="archive_on",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(
                    models.F("kind"),
                    models.F("pinned"),
                    models.F("importance_base"),
                    models.F("importance_as_of"),
                    models.F("importance_assumed"),
                    models.F("ttl_from"),
                    models.F("ttl_days"),
                    models.F("valid_until"),
                    function="memories_archive_day",
                ),
                output_field=models.DateField(null=True),
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="dormant_on",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Func(
                    models.Value(300),
                    models.F("importance_base"),
                    models.F("kind"),
                    models.F("importance_as_of"),
                    models.F("importance_assumed"),
                    function="memories_first_day_below",
                ),
                output_field=models.DateField(null=True),
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="evidence_from",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="memory",
            name="evidence_to",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="memory",
            name="repeats",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                models.F("archive_on"),
                SHARD,
                models.F("person"),
                condition=models.Q(
                    ("status__in", ["candidate", "active"]),
                    ("archive_on__isnull", False),
                    ("contested", False),
                    models.Q(("completed_at", None), ("kind", "goal"), _negated=True),
                ),
                name="memories_to_archive",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                models.F("archive_on"),
                SHARD,
                models.F("person"),
                condition=models.Q(
                    ("status__in", ["candidate", "active"]),
                    ("archive_on__isnull", False),
                    ("contested", False),
                    ("completed_at", None),
                    ("kind", "goal"),
                ),
                name="goals_to_ask_about",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("dormant_on__isnull", False), ("status", "active")),
                fields=["person", "dormant_on"],
                name="memories_fading",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                SHARD,
                models.F("id"),
                condition=models.Q(
                    ("contested", False),
                    ("horizon", "short"),
                    ("status", "active"),
                    models.Q(("kind__in", ["event", "context"]), _negated=True),
                    models.Q(
                        ("repeats__gte", 3),
                        (
                            "evidence_to__gt",
                            models.Func(models.F("evidence_from"), template="(%(expressions)s + 14)"),
                        ),
                        _connector="OR",
                    ),
                ),
                name="memories_to_promote",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("horizon", "short")), fields=["person", "observed_on"], name="memories_of_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["expired", "archived"]), _negated=True),
                    ("expired_on__isnull", False),
                    _connector="OR",
                ),
                name="what_ended_has_its_date",
            ),
        ),
    ]
