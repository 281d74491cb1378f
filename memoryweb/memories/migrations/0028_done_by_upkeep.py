"""Review: what upkeep did with a person's memories since yesterday, without reading what everybody else did."""

from django.db import migrations

DONE_BY_UPKEEP = """
CREATE INDEX done_by_upkeep ON memories_historicalmemory (person_id, history_date, changed_verb)
    WHERE changed_by = 'clock'
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0027_newest_of_a_kind")]

    operations = [migrations.RunSQL(sql=DONE_BY_UPKEEP, reverse_sql="DROP INDEX done_by_upkeep")]
