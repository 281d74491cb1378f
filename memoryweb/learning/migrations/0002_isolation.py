"""The wall around what happened, and the clock's right to trim it."""

from django.db import migrations

from memoryweb.people.isolation import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("learning", "0001_initial"), ("memories", "0012_evidence_of_a_conversation")]

    operations = [
        Isolate("learning_conversation", clock="SELECT, UPDATE, DELETE"),
        Isolate("learning_feedback"),
        Isolate("learning_signal"),
        Isolate("learning_spend"),
        SamePerson("learning_conversation", "agent_id", "agents_agent"),
        SamePerson("learning_feedback", "agent_id", "agents_agent"),
        SamePerson("learning_signal", "feedback_id", "learning_feedback"),
        SamePerson("learning_signal", "memory_id", "memories_memory"),
    ]
