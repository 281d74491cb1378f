"""Row-level security of the kept answers, and upkeep's right to delete the old ones."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_tables")]

    operations = [
        # To lock an answer upkeep must be allowed to change something of it.
        Isolate("operations_answer", clock="DELETE, UPDATE (created_at)"),
        SamePerson("operations_answer", "agent_id", "agents_agent"),
    ]
