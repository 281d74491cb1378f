"""With a membership go the groups that its person linked to the community, so that others can link them again."""

from django.db import migrations

ENDS = """
CREATE FUNCTION telegram_groups_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM telegram_groupchat WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    RETURN OLD;
END $$;
CREATE TRIGGER people_membership_ends_groups AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION telegram_groups_end()
"""
OF_NO_MEMBER = """
DELETE FROM telegram_groupchat g WHERE NOT EXISTS (
    SELECT FROM people_membership m WHERE m.community_id = g.community_id AND m.person_id = g.person_id)
"""


class Migration(migrations.Migration):
    dependencies = [("telegram", "0003_overdue")]

    operations = [
        migrations.RunSQL(ENDS, "DROP FUNCTION telegram_groups_end() CASCADE"),
        migrations.RunSQL(OF_NO_MEMBER, migrations.RunSQL.noop),
    ]
