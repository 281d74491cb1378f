"""What removing the example month takes out of history stands in the chain of the rest."""

from django.db import migrations

from memoryweb.rls.policies import ME

REMOVED = f"""
    DELETE FROM memories_historicalmemory AS version
    WHERE version.id = ANY (memories) AND version.person_id = {ME} AND version.label = '' AND version.value = 'null'
      AND NOT EXISTS (SELECT FROM memories_memory WHERE id = version.id)
"""
WITH_LINKS = f"""
CREATE OR REPLACE FUNCTION demo_remove_empty_versions(memories uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH removed AS ({REMOVED} RETURNING version.history_id)
    SELECT memories_note_removal({ME}, array_agg(history_id)) FROM removed
$$
"""
WITHOUT_LINKS = f"""
CREATE OR REPLACE FUNCTION demo_remove_empty_versions(memories uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$ {REMOVED} $$
"""


class Migration(migrations.Migration):
    dependencies = [("demo", "0001_example_month"), ("memories", "0019_verified_history")]

    operations = [migrations.RunSQL(sql=WITH_LINKS, reverse_sql=WITHOUT_LINKS)]
