"""The wall around agents, and the one question asked before a person is known: whose token is this?"""

from django.db import migrations

from memoryweb.people.isolation import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_initial"), ("people", "0002_isolation")]

    operations = [
        Isolate("agents_agent"),
        Isolate("agents_accesslog"),
        SamePerson("agents_accesslog", "agent_id", "agents_agent"),
        migrations.RunSQL(
            sql="""
                CREATE FUNCTION agents_person_of_token(hash bytea) RETURNS uuid
                LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
                AS 'SELECT person_id FROM agents_agent WHERE token_hash = hash';
                REVOKE ALL ON FUNCTION agents_person_of_token(bytea) FROM PUBLIC;
                GRANT EXECUTE ON FUNCTION agents_person_of_token(bytea) TO memoryweb_app
            """,
            reverse_sql="DROP FUNCTION agents_person_of_token(bytea)",
        ),
    ]
