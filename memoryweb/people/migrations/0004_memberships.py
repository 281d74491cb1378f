"""Nobody writes a membership by themselves: it will come from founding a community, an invitation or an owner's act.

A member may leave, and sees their own memberships.
"""

from django.db import migrations

from memoryweb.rls.policies import ME

OWN = f"person_id = {ME}"
ADD = f"CREATE POLICY people_membership_add ON people_membership FOR INSERT TO memoryweb_app WITH CHECK ({OWN})"
CHANGE = (
    "CREATE POLICY people_membership_change ON people_membership FOR UPDATE TO memoryweb_app"
    f" USING ({OWN}) WITH CHECK ({OWN})"
)
# For the trigger of rls.policies.MemberOnly. It runs as who writes, and sees their own memberships.
ONLY_MEMBERS = """
CREATE FUNCTION people_only_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM people_membership WHERE person_id = NEW.person_id AND community_id = NEW.community_id
    ) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a member writes into a community.';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0003_single_keys")]

    operations = [
        migrations.RunSQL("DROP POLICY people_membership_add ON people_membership", ADD),
        migrations.RunSQL("DROP POLICY people_membership_change ON people_membership", CHANGE),
        migrations.RunSQL(ONLY_MEMBERS, "DROP FUNCTION people_only_members()"),
    ]
