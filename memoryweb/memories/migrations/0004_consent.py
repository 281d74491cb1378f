"""Columns for the promise: what the person said yes to, in advance or not at all (SPEC §3)."""

from django.conf import settings
from django.db import migrations, models

from memoryweb.rls.policies import ME

# As in 0003, and the category a memory was said under.
BLANK_VERSIONS = f"""
CREATE OR REPLACE FUNCTION memories_blank_versions(memory uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE emptied integer;
BEGIN
    UPDATE memories_historicalmemory SET
        project = '', condition = '', day = NULL, applies_to = '{{}}', muted_agents = '{{}}', muted_tasks = '{{}}',
        kind = '', raw_kind = '', kind_basis = '', category = '', said_category = '', key = '', label = '',
        value = 'null', details = '', tags = '{{}}', metadata = '{{}}', language = '', fingerprint = '', section = '',
        source = '', expire_reason = '', confidence = 0, importance_base = 0
    WHERE id = memory AND person_id = {ME};
    GET DIAGNOSTICS emptied = ROW_COUNT;
    RETURN emptied;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("agents", "0002_database"),
        ("memories", "0003_database"),
        ("people", "0002_database"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="evidence",
            name="standing_yes",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="historicalmemory",
            name="said_category",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="historicalmemory",
            name="unasked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="memory",
            name="said_category",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddField(
            model_name="memory",
            name="unasked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="choice_group",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="proposal",
            name="replaces",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tombstone",
            name="words_fingerprint",
            field=models.BinaryField(default=b"", max_length=32),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                fields=["person", "-unasked_at", "-id"],
                condition=models.Q(status="active", unasked_at__isnull=False),
                name="memories_unasked",
            ),
        ),
        migrations.RunSQL(BLANK_VERSIONS, migrations.RunSQL.noop),
    ]
