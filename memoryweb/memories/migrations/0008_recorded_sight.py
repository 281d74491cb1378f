"""Undo takes back what the person decided about an agent's sight, too."""

from django.db import migrations

from memoryweb.rls.policies import RecordChanges


class Migration(migrations.Migration):
    dependencies = [("agents", "0003_sight"), ("memories", "0007_last_day")]

    operations = [
        RecordChanges("agents_sight"),
        RecordChanges("agents_conversationgrant"),
        migrations.RunSQL(
            sql="DROP TRIGGER agents_agent_is_recorded ON agents_agent",
            reverse_sql=RecordChanges("agents_agent", when="UPDATE OF trust, paused_at, paused_until").sql,
        ),
        RecordChanges("agents_agent", when="UPDATE OF trust, paused_at, paused_until, sight, reads_conversations"),
    ]
