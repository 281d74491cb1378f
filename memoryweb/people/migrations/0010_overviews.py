"""What staff may list of communities and memberships, and the function that opens one membership."""

from django.db import migrations, models

from memoryweb.rls.policies import StaffView

COMMUNITIES = """
    SELECT c.id, c.created_at, count(m.id)::integer AS members,
        count(m.id) FILTER (WHERE m.role = 'moderator')::integer AS moderators,
        count(m.id) FILTER (WHERE m.role = 'owner')::integer AS owners
    FROM people_community c LEFT JOIN people_membership m ON m.community_id = c.id GROUP BY c.id
"""
MEMBERSHIPS = "SELECT id, community_id, role::text FROM people_membership"

OPEN_MEMBERSHIP = """
CREATE FUNCTION people_open_membership(pk uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE whose uuid;
BEGIN
    PERFORM people_require_staff();
    SELECT person_id INTO whose FROM people_membership WHERE id = pk;
    PERFORM people_note_staff_access(whose, 'membership');
    RETURN whose;
END $$;
REVOKE ALL ON FUNCTION people_open_membership(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_open_membership(uuid) TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0009_staff_access")]

    operations = [
        StaffView(
            "people_communityoverview", COMMUNITIES,
            "id uuid, created_at timestamptz, members integer, moderators integer, owners integer",
        ),
        StaffView("people_membershipoverview", MEMBERSHIPS, "id uuid, community_id uuid, role text"),
        migrations.RunSQL(OPEN_MEMBERSHIP, "DROP FUNCTION people_open_membership(uuid)"),
        migrations.CreateModel(
            name="CommunityOverview",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(verbose_name="founded")),
                ("members", models.IntegerField(verbose_name="members")),
                ("moderators", models.IntegerField(verbose_name="moderators")),
                ("owners", models.IntegerField(verbose_name="owners")),
            ],
            options={"verbose_name": "community", "verbose_name_plural": "communities", "managed": False},
        ),
        migrations.CreateModel(
            name="MembershipOverview",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("role", models.CharField(max_length=10, verbose_name="role")),
                ("community_id", models.UUIDField(verbose_name="community")),
            ],
            options={"verbose_name": "membership", "verbose_name_plural": "memberships", "managed": False},
        ),
    ]  # fmt: skip
