"""The tables of the chain that shows whether history was changed. Only the owner's functions write them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from memoryweb.rls.policies import ME, Isolate


def read_only(table: str) -> migrations.RunSQL:
    """Take from the app what Isolate gives it beyond reading."""
    own = f"person_id = {ME}"
    return migrations.RunSQL(
        sql=f"""
        REVOKE INSERT, UPDATE, DELETE ON {table} FROM memoryweb_app;
        DROP POLICY {table}_add ON {table};
        DROP POLICY {table}_change ON {table};
        DROP POLICY {table}_remove ON {table}
        """,
        reverse_sql=f"""
        GRANT INSERT, UPDATE, DELETE ON {table} TO memoryweb_app;
        CREATE POLICY {table}_add ON {table} FOR INSERT TO memoryweb_app WITH CHECK ({own});
        CREATE POLICY {table}_change ON {table} FOR UPDATE TO memoryweb_app USING ({own}) WITH CHECK ({own});
        CREATE POLICY {table}_remove ON {table} FOR DELETE TO memoryweb_app USING ({own})
        """,
    )


# Versions that this transaction has written and not linked yet, one row for each statement; `first` 0 marks that all of
# them are linked next. No committed row is ever here, so nothing is lost without a log.
VERSIONS_TO_LINK = """
CREATE UNLOGGED TABLE memories_versionstolink (
    transaction bigint, first bigint, versions bigint[] NOT NULL, PRIMARY KEY (transaction, first)
);
ALTER TABLE memories_versionstolink ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_versionstolink FORCE ROW LEVEL SECURITY;
REVOKE INSERT, UPDATE, DELETE ON memories_versionstolink FROM memoryweb_app, memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0016_replay"),
        ("people", "0004_memberships"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoryHead",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("entries", models.BigIntegerField()),
                ("row_hash", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="HistoryLink",
            fields=[
                ("version", models.BigIntegerField(primary_key=True, serialize=False)),
                ("position", models.BigIntegerField()),
                ("memory", models.UUIDField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("format", models.SmallIntegerField()),
                ("salt", models.UUIDField(blank=True, null=True)),
                ("words_hash", models.BinaryField(max_length=32)),
                ("kept_hash", models.BinaryField(max_length=32)),
                ("row_hash", models.BinaryField(max_length=32)),
                ("removed_in", models.BigIntegerField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("removed_in__isnull", False)),
                        fields=["removed_in"],
                        name="links_of_a_removal",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("person", "position"), name="history_is_one_chain_per_person")
                ],
            },
        ),
        Isolate("memories_historyhead", clock="SELECT"),
        Isolate("memories_historylink", clock="SELECT"),
        read_only("memories_historyhead"),
        read_only("memories_historylink"),
        migrations.RunSQL(sql=VERSIONS_TO_LINK, reverse_sql="DROP TABLE memories_versionstolink"),
    ]
