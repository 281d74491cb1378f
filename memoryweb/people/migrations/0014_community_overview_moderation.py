"""Staff see how a community is moderated, too."""

from django.db import migrations, models

from memoryweb.rls.policies import StaffView

COUNTS = """
    count(m.id)::integer AS members, count(m.id) FILTER (WHERE m.role = 'moderator')::integer AS moderators,
    count(m.id) FILTER (WHERE m.role = 'owner')::integer AS owners
"""
FROM = "FROM people_community c LEFT JOIN people_membership m ON m.community_id = c.id GROUP BY c.id"
COLUMNS = "members integer, moderators integer, owners integer"
BEFORE = StaffView(
    "people_communityoverview", f"SELECT c.id, c.created_at, {COUNTS} {FROM}",
    f"id uuid, created_at timestamptz, {COLUMNS}",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("people", "0013_communities")]

    operations = [
        migrations.RunSQL(str(BEFORE.reverse_sql), str(BEFORE.sql)),
        StaffView(
            "people_communityoverview", f"SELECT c.id, c.created_at, c.moderation::text, {COUNTS} {FROM}",
            f"id uuid, created_at timestamptz, moderation text, {COLUMNS}",
        ),
        migrations.AddField(
            "communityoverview", "moderation",
            models.CharField(
                choices=[
                    ("reviewed", "Moderators look at everything first"),
                    ("open", "What a member shares is shown at once"),
                ],
                max_length=8,
                verbose_name="before something is shown",
            ),
            preserve_default=False,
        ),
    ]  # fmt: skip
