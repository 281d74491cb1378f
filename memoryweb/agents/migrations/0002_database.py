"""Row-level security of agents, and the lookup of a token's person, which nobody's policy allows."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# The one question asked before a person is known: whose token is this? Takes a hash and returns one id.
LOOKUP = """
CREATE FUNCTION agents_person_of_token(hash bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
AS 'SELECT person_id FROM agents_agent WHERE token_hash = hash';
REVOKE ALL ON FUNCTION agents_person_of_token(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION agents_person_of_token(bytea) TO memoryweb_app
"""
DROP_LOOKUP = "DROP FUNCTION agents_person_of_token(bytea)"


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_tables")]

    operations = [
        Isolate("agents_agent"),
        # Upkeep deletes old lines. To lock a line it must be allowed to change something of it.
        Isolate("agents_accesslog", clock="DELETE, UPDATE (at)"),
        SamePerson("agents_accesslog", "agent_id", "agents_agent"),
        migrations.RunSQL(sql=LOOKUP, reverse_sql=DROP_LOOKUP),
    ]
