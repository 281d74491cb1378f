"""With a membership goes what agents suggested to share there: nobody can answer that any more."""

from django.db import migrations

ENDS = """
CREATE FUNCTION communities_suggestions_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM communities_contribution
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id AND status = 'suggested';
    RETURN OLD;
END $$;
CREATE TRIGGER people_membership_ends_suggestions AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION communities_suggestions_end()
"""
OF_NO_MEMBER = """
DELETE FROM communities_contribution c WHERE status = 'suggested' AND NOT EXISTS (
    SELECT FROM people_membership m WHERE m.community_id = c.community_id AND m.person_id = c.person_id)
"""


class Migration(migrations.Migration):
    dependencies = [("communities", "0003_functions")]

    operations = [
        migrations.RunSQL(ENDS, "DROP FUNCTION communities_suggestions_end() CASCADE"),
        migrations.RunSQL(OF_NO_MEMBER, migrations.RunSQL.noop),
    ]
