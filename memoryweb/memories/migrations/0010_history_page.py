"""What the page History reads: twelve months of versions, what was erased, and the acts without a version."""

from django.db import migrations, models

# memories.months and memories.comparison: the course of each memory, told from the index alone.
COURSE_OF_MEMORIES = """
CREATE INDEX course_of_memories ON memories_historicalmemory (person_id, id, history_id)
INCLUDE (history_date, status, category, changed_verb) WHERE label <> ''
"""
# The same, of what was erased since: a few.
ERASED_MEMORIES = """
CREATE INDEX erased_memories ON memories_historicalmemory (person_id, history_date DESC, history_id DESC)
INCLUDE (id) WHERE history_type = '-'
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0009_by_name")]

    operations = [
        migrations.RunSQL(sql=COURSE_OF_MEMORIES, reverse_sql="DROP INDEX course_of_memories"),
        migrations.RunSQL(sql=ERASED_MEMORIES, reverse_sql="DROP INDEX erased_memories"),
        migrations.AddIndex(
            model_name="act", index=models.Index(fields=["person", "-at", "-id"], name="acts_of_a_person")
        ),
    ]
