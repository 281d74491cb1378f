"""Communities: how they are moderated, what members are called, and who may read and change which of both."""

import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models

from memoryweb.rls.policies import AGENT_COMMUNITY, IS_PERSON, ME


def communities_with_role(name: str, condition: str) -> str:
    """Return a function for the communities where who acts has a role.

    It is the owner's, because it is used in the policy of the table that it reads; PostgreSQL inlines no PL/pgSQL, so
    it is planned once in a session.
    """
    return f"""
CREATE OR REPLACE FUNCTION {name}() RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    RETURN ARRAY(SELECT community_id FROM people_membership WHERE person_id = {ME} AND {condition});
END $$;
REVOKE ALL ON FUNCTION {name}() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION {name}() TO memoryweb_app
"""


MINE = communities_with_role("people_my_communities", f"{AGENT_COMMUNITY} IN ('', community_id::text)")
MODERATED = communities_with_role("people_moderated_communities", f"{IS_PERSON} AND role IN ('moderator', 'owner')")
OWNED = communities_with_role("people_owned_communities", f"{IS_PERSON} AND role = 'owner'")
# Members see one another by the names they chose. Nobody but the owner's functions adds a member or changes a role.
POLICIES = f"""
ALTER POLICY people_community_read ON people_community USING (id = ANY ((SELECT people_my_communities())::uuid[]));
REVOKE INSERT, UPDATE, DELETE ON people_community FROM memoryweb_app;
GRANT UPDATE (name, moderation, agents_may) ON people_community TO memoryweb_app;
CREATE POLICY people_community_change ON people_community FOR UPDATE TO memoryweb_app
    USING (id = ANY ((SELECT people_owned_communities())::uuid[]))
    WITH CHECK (id = ANY ((SELECT people_owned_communities())::uuid[]));
ALTER POLICY people_membership_read ON people_membership USING (
    CASE WHEN person_id = {ME} THEN true ELSE community_id = ANY ((SELECT people_my_communities())::uuid[]) END);
REVOKE INSERT, UPDATE ON people_membership FROM memoryweb_app;
GRANT UPDATE (name) ON people_membership TO memoryweb_app;
CREATE POLICY people_membership_change ON people_membership FOR UPDATE TO memoryweb_app
    USING (person_id = {ME} AND {IS_PERSON}) WITH CHECK (person_id = {ME} AND {IS_PERSON});
ALTER POLICY people_membership_remove ON people_membership USING (person_id = {ME} AND {IS_PERSON})
"""
# They are not taken back one by one: the columns that the policies speak of go with this migration.
BEFORE = f"""
DROP POLICY people_membership_change ON people_membership;
DROP POLICY people_community_change ON people_community;
ALTER POLICY people_membership_remove ON people_membership USING (person_id = {ME});
ALTER POLICY people_membership_read ON people_membership USING (person_id = {ME});
ALTER POLICY people_community_read ON people_community
    USING (id IN (SELECT community_id FROM people_membership WHERE person_id = {ME}));
GRANT INSERT, UPDATE ON people_membership TO memoryweb_app;
GRANT INSERT, UPDATE, DELETE ON people_community TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0012_account_deletion"), ("memories", "0022_setting_changes")]

    operations = [
        migrations.AddField(
            model_name="community",
            name="agents_may",
            field=models.CharField(
                choices=[
                    ("suggest", "Agents may read, and suggest things to their own person"),
                    ("read", "Agents may only read"),
                ],
                db_default="suggest",
                default="suggest",
                max_length=7,
                verbose_name="What agents may do",
            ),
        ),
        migrations.AddField(
            model_name="community",
            name="moderation",
            field=models.CharField(
                choices=[
                    ("reviewed", "Moderators look at everything first"),
                    ("open", "What a member shares is shown at once"),
                ],
                db_default="reviewed",
                default="reviewed",
                max_length=8,
                verbose_name="Before something is shown",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="joined_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="name",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=40, verbose_name="Your name there"
            ),
        ),
        migrations.AlterField(
            model_name="community",
            name="name",
            field=models.CharField(max_length=80, verbose_name="Name"),
        ),
        migrations.AddConstraint(
            model_name="community",
            constraint=models.CheckConstraint(
                condition=models.Q(("moderation__in", ["reviewed", "open"])), name="moderation_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="community",
            constraint=models.CheckConstraint(
                condition=models.Q(("agents_may__in", ["suggest", "read"])), name="agents_may_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("role", "owner")), fields=("community",), name="one_owner_per_community"
            ),
        ),
        migrations.RunSQL(MINE, migrations.RunSQL.noop),
        migrations.RunSQL(MODERATED, "DROP FUNCTION people_moderated_communities()"),
        migrations.RunSQL(OWNED, "DROP FUNCTION people_owned_communities()"),
        migrations.RunSQL(POLICIES, BEFORE),
    ]
