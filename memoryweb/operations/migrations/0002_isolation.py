from django.db import migrations

from memoryweb.people.isolation import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_initial"), ("agents", "0002_isolation")]

    operations = [
        Isolate("operations_answer"),
        SamePerson("operations_answer", "agent_id", "agents_agent"),
    ]
