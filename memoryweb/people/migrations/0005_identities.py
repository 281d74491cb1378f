"""The web process signs people in, and makes, promotes or closes nobody.

It may write two columns of a person, and only of the person in scope (User.save sets the scope). Whom an operator adds
or promotes (manage.py create_person) is written by the worker's role. Before a person is known, everyone can be read.
"""

from django.db import migrations

from memoryweb.rls.policies import ME

PEOPLE = f"""
ALTER TABLE people_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_user FORCE ROW LEVEL SECURITY;
CREATE POLICY people_user_read ON people_user FOR SELECT TO memoryweb_app USING (true);
CREATE POLICY people_user_add ON people_user FOR INSERT TO memoryweb_app WITH CHECK (true);
CREATE POLICY people_user_change ON people_user FOR UPDATE TO memoryweb_app
    USING (id = {ME}) WITH CHECK (id = {ME});
CREATE POLICY people_user_clock ON people_user FOR SELECT TO memoryweb_clock USING (true);
REVOKE INSERT, UPDATE, DELETE ON people_user FROM memoryweb_app;
GRANT UPDATE (password, last_login) ON people_user TO memoryweb_app;
GRANT INSERT, UPDATE ON people_user TO memoryweb_worker
"""
PEOPLE_OF_EVERYONE = """
REVOKE INSERT, UPDATE ON people_user FROM memoryweb_worker;
GRANT INSERT, UPDATE, DELETE ON people_user TO memoryweb_app;
DROP POLICY people_user_read ON people_user;
DROP POLICY people_user_add ON people_user;
DROP POLICY people_user_change ON people_user;
DROP POLICY people_user_clock ON people_user;
ALTER TABLE people_user NO FORCE ROW LEVEL SECURITY;
ALTER TABLE people_user DISABLE ROW LEVEL SECURITY
"""

# Django's groups and rights, which nothing uses; the list of applied migrations; addresses that allauth only reads.
READ_ONLY = (
    "people_user_groups, people_user_user_permissions, auth_group, auth_group_permissions, auth_permission,"
    " django_content_type, django_migrations, account_emailaddress, account_emailconfirmation"
)


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("people", "0004_memberships"),
    ]

    operations = [
        migrations.RunSQL(PEOPLE, PEOPLE_OF_EVERYONE),
        migrations.RunSQL(
            f"REVOKE INSERT, UPDATE, DELETE ON {READ_ONLY} FROM memoryweb_app",
            f"GRANT INSERT, UPDATE, DELETE ON {READ_ONLY} TO memoryweb_app",
        ),
    ]
