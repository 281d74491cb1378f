"""Row-level security of the agents tables, and the function that finds the person of a token."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# Runs before any person is set, when no policy shows a row. Takes a hash and returns one id.
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
        # Upkeep deletes old rows. To lock a row a role needs the right to update some column of it.
        Isolate("agents_accesslog", clock="DELETE, UPDATE (at)"),
        SamePerson("agents_accesslog", "agent_id", "agents_agent"),
        migrations.RunSQL(sql=LOOKUP, reverse_sql=DROP_LOOKUP),
    ]
