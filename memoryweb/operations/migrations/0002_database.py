"""Row-level security of the kept answers, and the right of upkeep to delete old ones."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_tables")]

    operations = [
        # PostgreSQL lets a role lock a row only if it may update one of its columns.
        Isolate("operations_answer", clock="DELETE, UPDATE (created_at)"),
        SamePerson("operations_answer", "agent_id", "agents_agent"),
    ]
