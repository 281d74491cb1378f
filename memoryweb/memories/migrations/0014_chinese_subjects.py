"""A Chinese yes and no to the same thing have the same subject: what is there is compared once more."""

from django.db import migrations

AGAIN = """
UPDATE memories_searchdocument d SET weighed = false
FROM memories_memory m WHERE m.id = d.memory_id AND m.language = 'zh'
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0013_last_days")]

    operations = [migrations.RunSQL(sql=AGAIN, reverse_sql=migrations.RunSQL.noop)]
