"""Tombstones with a key of each person's own, and those that a person brings from another machine with its key."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import memoryweb.people.ids
from memoryweb.rls.policies import Isolate, SamePerson

# Upkeep's role writes the log of settings of an account that comes from another machine (interchange/restoring.py).
LOG_OF_ANOTHER_MACHINE = """
GRANT SELECT, INSERT, DELETE ON memories_settingchange TO memoryweb_clock;
CREATE POLICY memories_settingchange_clock ON memories_settingchange TO memoryweb_clock USING (true) WITH CHECK (true)
"""
NO_LOG_OF_ANOTHER_MACHINE = """
DROP POLICY memories_settingchange_clock ON memories_settingchange;
REVOKE SELECT, INSERT, DELETE ON memories_settingchange FROM memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0025_places_by_type"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # What is here already has the key of the installation: the first default fills those rows.
        migrations.AddField("tombstone", "has_own_key", models.BooleanField(db_default=False, default=True)),
        migrations.AlterField("tombstone", "has_own_key", models.BooleanField(db_default=True, default=True)),
        migrations.CreateModel(
            name="FingerprintKey",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memoryweb.people.ids.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("sealed", models.CharField(max_length=300)),
                ("created_at", models.DateTimeField()),
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
                "constraints": [
                    models.UniqueConstraint(fields=("person", "id"), name="fingerprint_keys_of_one_person")
                ],
            },
        ),
        migrations.AddField(
            "tombstone",
            "brought",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="memories.fingerprintkey",
            ),
        ),
        Isolate("memories_fingerprintkey"),
        SamePerson("memories_tombstone", "brought_id", "memories_fingerprintkey"),
        migrations.RunSQL(LOG_OF_ANOTHER_MACHINE, NO_LOG_OF_ANOTHER_MACHINE),
    ]
