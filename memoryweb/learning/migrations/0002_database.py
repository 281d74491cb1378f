"""Who may read and write conversations and feedback, and when a conversation leaves its window."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, RecordChanges, SamePerson


class Migration(migrations.Migration):
    dependencies = [("learning", "0001_tables"), ("memories", "0002_database")]

    operations = [
        Apply("functions/learning_mark_outside"),
        Isolate("learning_conversation", clock="SELECT, UPDATE, DELETE"),
        Isolate("learning_signal"),
        Isolate("learning_spend"),
        SamePerson("learning_conversation", "agent_id", "agents_agent"),
        SamePerson("learning_feedback", "agent_id", "agents_agent"),
        SamePerson("learning_signal", "feedback_id", "learning_feedback"),
        SamePerson("learning_signal", "memory_id", "memories_memory"),
        RecordChanges("learning_feedback", left_out=["note", "evidence_ref"]),
        RecordChanges("learning_signal"),
        Apply("policies/learning_feedback"),
        Apply("triggers/learning_conversation_changed", "triggers/learning_window_settings_changed"),
    ]
