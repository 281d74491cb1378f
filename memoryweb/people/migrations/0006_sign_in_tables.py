"""Row-level security of passkeys, authenticator apps, sessions and connected identities: each person sees their own.

Whoever signs in is found first, by e-mail address, passkey or identity, and read in their own scope. So everyone can
read e-mail addresses, as before. Sessions from before this are on nobody's list, and "Sign out everywhere else" could
not end them. They end here.
"""

from django.db import migrations

from memoryweb.rls.policies import Isolate

# Runs before any person is set, when no policy shows a row. Takes a provider's id of somebody and returns ours.
LOOKUP = """
CREATE FUNCTION people_person_of_identity(of_provider text, its_id text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS 'SELECT user_id FROM socialaccount_socialaccount WHERE provider = of_provider AND uid = its_id';
REVOKE ALL ON FUNCTION people_person_of_identity(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_person_of_identity(text, text) TO memoryweb_app
"""
# Providers come from the environment, and their tokens are not kept.
UNUSED = "socialaccount_socialapp, socialaccount_socialtoken"


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("people", "0005_identities"),
        ("sessions", "0001_initial"),
        ("socialaccount", "0006_alter_socialaccount_extra_data"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        Isolate("account_emailaddress", column="user_id", sees="true"),
        Isolate("mfa_authenticator", column="user_id"),
        Isolate("usersessions_usersession", column="user_id"),
        Isolate("socialaccount_socialaccount", column="user_id"),
        migrations.RunSQL(LOOKUP, "DROP FUNCTION people_person_of_identity(text, text)"),
        migrations.RunSQL(
            f"REVOKE INSERT, UPDATE, DELETE ON {UNUSED} FROM memoryweb_app",
            f"GRANT INSERT, UPDATE, DELETE ON {UNUSED} TO memoryweb_app",
        ),
        migrations.RunSQL("DELETE FROM django_session", migrations.RunSQL.noop),
    ]
