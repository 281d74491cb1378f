"""With a suggestion to a community goes the kept answer that quotes it: once it is answered, its words go."""

from django.db import migrations

END = """
CREATE FUNCTION operations_forget_suggestion() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM operations_answer WHERE agent_id = OLD.agent_id AND data->>'id' = OLD.id::text;
    RETURN OLD;
END $$;
CREATE TRIGGER communities_contribution_is_answered AFTER UPDATE OF status ON communities_contribution
    FOR EACH ROW WHEN (OLD.status = 'suggested' AND NEW.status <> 'suggested')
    EXECUTE FUNCTION operations_forget_suggestion();
CREATE TRIGGER communities_contribution_is_dropped AFTER DELETE ON communities_contribution
    FOR EACH ROW WHEN (OLD.status = 'suggested') EXECUTE FUNCTION operations_forget_suggestion()
"""
OF_BEFORE = """
DELETE FROM operations_answer a USING communities_contribution c
WHERE c.agent_id = a.agent_id AND c.status <> 'suggested' AND a.data->>'id' = c.id::text
"""


class Migration(migrations.Migration):
    dependencies = [("operations", "0003_answers_have_data"), ("communities", "0004_suggestions_end")]

    operations = [
        migrations.RunSQL(END, "DROP FUNCTION operations_forget_suggestion() CASCADE"),
        migrations.RunSQL(OF_BEFORE, migrations.RunSQL.noop),
    ]
