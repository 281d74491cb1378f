"""Who may read and write answers that are kept for a repetition, and when a suggestion's is forgotten."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("communities", "0002_database"), ("operations", "0001_tables")]

    operations = [
        Apply("functions/operations_forget_suggestion"),
        # PostgreSQL lets a role lock a row only if it may update one of its columns.
        Isolate("operations_answer", clock="DELETE, UPDATE (created_at)"),
        SamePerson("operations_answer", "agent_id", "agents_agent"),
        Apply("triggers/communities_contribution_is_answered", "triggers/communities_contribution_is_dropped"),
    ]
