"""The mark of a loaded example month, and the owner's function that removes the empty versions it leaves."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from memoryweb.rls.policies import ME, Isolate

# Only versions that erasing has emptied, of memories that are gone: no other history can be removed.
REMOVE_VERSIONS = f"""
CREATE FUNCTION demo_remove_empty_versions(memories uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
    DELETE FROM memories_historicalmemory AS version
    WHERE version.id = ANY (memories) AND version.person_id = {ME} AND version.label = '' AND version.value = 'null'
      AND NOT EXISTS (SELECT FROM memories_memory WHERE id = version.id)
$$;
REVOKE ALL ON FUNCTION demo_remove_empty_versions(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION demo_remove_empty_versions(uuid[]) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [
        ("memories", "0003_database"),
        ("people", "0002_database"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ExampleMonth",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "agents",
                    django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None),
                ),
                ("loaded_at", models.DateTimeField()),
            ],
        ),
        Isolate("demo_examplemonth"),
        migrations.RunSQL(sql=REMOVE_VERSIONS, reverse_sql="DROP FUNCTION demo_remove_empty_versions(uuid[])"),
    ]
