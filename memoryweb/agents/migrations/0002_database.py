"""Who may read and write agents and what they called."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, MemberOnly, SamePerson


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_tables"), ("people", "0002_database")]

    operations = [
        Apply(
            "functions/agents_agentoverview_rows",
            "functions/agents_delete_calls",
            "functions/agents_open",
            "functions/agents_person_of_token",
            "functions/agents_revoke_by_staff",
            "functions/agents_revoke_everything",
        ),
        Isolate("agents_agent"),
        SamePerson("agents_accesslog", "agent_id", "agents_agent"),
        Isolate("agents_sight"),
        SamePerson("agents_sight", "agent_id", "agents_agent"),
        Isolate("agents_conversationgrant"),
        SamePerson("agents_conversationgrant", "agent_id", "agents_agent"),
        SamePerson("agents_conversationgrant", "recorder_id", "agents_agent"),
        MemberOnly("agents_agent", "community_id"),
        Apply("policies/agents_accesslog"),
        Apply("views/agents_agentoverview"),
    ]
