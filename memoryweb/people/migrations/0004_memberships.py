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


class Migration(migrations.Migration):
    dependencies = [("people", "0003_single_keys")]

    operations = [
        migrations.RunSQL("DROP POLICY people_membership_add ON people_membership", ADD),
        migrations.RunSQL("DROP POLICY people_membership_change ON people_membership", CHANGE),
    ]
