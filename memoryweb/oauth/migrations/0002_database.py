"""Row-level security of connections, codes and tokens, and the function that finds the person of a secret."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# Runs before any person is set, when no policy shows a row. Takes a hash and returns one id.
LOOKUP = """
CREATE FUNCTION oauth_person_of_secret(hash bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT person_id FROM oauth_accesstoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_refreshtoken WHERE token_checksum = encode(hash, 'hex')
    UNION ALL SELECT person_id FROM oauth_grant WHERE code = encode(hash, 'hex')
    LIMIT 1
$$;
REVOKE ALL ON FUNCTION oauth_person_of_secret(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oauth_person_of_secret(bytea) TO memoryweb_app
"""
# To lock a row, upkeep needs the right to update some column of it. Clients are nobody's.
CLIENTS = "GRANT DELETE, UPDATE (updated) ON oauth_application TO memoryweb_clock"
NO_CLIENTS = "REVOKE DELETE, UPDATE (updated) ON oauth_application FROM memoryweb_clock"
UNUSED = ("oauth2_provider_idtoken", "oauth2_provider_devicegrant")  # OpenID Connect and devices: nothing writes them


class Migration(migrations.Migration):
    dependencies = [
        ("oauth", "0001_tables"),
        ("oauth2_provider", "tables"),
        ("people", "0002_database"),
    ]

    operations = [
        Isolate("oauth_connection", clock="SELECT"),  # upkeep deletes clients without one
        Isolate("oauth_grant", clock="DELETE, UPDATE (expires)"),
        Isolate("oauth_accesstoken", clock="DELETE, UPDATE (expires)"),
        Isolate("oauth_refreshtoken", clock="DELETE, UPDATE (created)"),
        *(
            SamePerson(f"oauth_{table}", "agent_id", "agents_agent")
            for table in ("connection", "grant", "accesstoken", "refreshtoken")
        ),
        SamePerson(
            "oauth_accesstoken", "source_refresh_token_id", "oauth_refreshtoken",
            on_delete="SET NULL (source_refresh_token_id)",
        ),
        SamePerson(
            "oauth_refreshtoken", "access_token_id", "oauth_accesstoken", on_delete="SET NULL (access_token_id)"
        ),
        *(Isolate(table, column="user_id") for table in UNUSED),
        migrations.RunSQL(
            f"REVOKE INSERT, UPDATE, DELETE ON {', '.join(UNUSED)} FROM memoryweb_app",
            f"GRANT INSERT, UPDATE, DELETE ON {', '.join(UNUSED)} TO memoryweb_app",
        ),
        migrations.RunSQL(LOOKUP, "DROP FUNCTION oauth_person_of_secret(bytea)"),
        migrations.RunSQL(CLIENTS, NO_CLIENTS),
    ]  # fmt: skip
