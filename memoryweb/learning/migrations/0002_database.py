"""Row-level security of conversations and feedback, and the triggers that mark conversations to be trimmed."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, SamePerson

# When conversation c leaves its person's window, under settings s. `oldest` is the last conversation that fits into
# the window by number; NULL if all fit.
OUTSIDE_FROM = """(CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END)"""

# Runs in the scope of whoever makes the change, and writes only rows that change. Upkeep may have trimmed a
# conversation between the SELECT and the UPDATE, so the UPDATE repeats the conditions on the row itself.
MARK_OUTSIDE = f"""
CREATE FUNCTION learning_mark_outside() RETURNS trigger
LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    UPDATE learning_conversation c SET outside_from = {OUTSIDE_FROM}
    FROM people_memorysettings s LEFT JOIN LATERAL (
        SELECT o.ended_at, o.id FROM learning_conversation o
        WHERE o.person_id = s.person_id AND o.trimmed_at IS NULL
        ORDER BY o.ended_at DESC, o.id DESC OFFSET s.recent_max_items - 1 LIMIT 1
    ) AS oldest ON true
    WHERE s.person_id = NEW.person_id AND c.person_id = NEW.person_id AND c.trimmed_at IS NULL
      AND c.outside_from IS DISTINCT FROM {OUTSIDE_FROM};
    RETURN NULL;
END $$
"""
DROP_MARK_OUTSIDE = "DROP FUNCTION learning_mark_outside()"

# A new or changed conversation can push an older one out of the window; so can new settings.
MARK_WHEN = """
CREATE TRIGGER learning_conversation_changed AFTER INSERT OR UPDATE OF ended_at, trimmed_at ON learning_conversation
    FOR EACH ROW WHEN (NEW.trimmed_at IS NULL) EXECUTE FUNCTION learning_mark_outside();
CREATE TRIGGER learning_window_settings_changed AFTER INSERT OR UPDATE OF
    enable_memory, recent_window_type, recent_max_items, recent_max_age_days ON people_memorysettings
    FOR EACH ROW EXECUTE FUNCTION learning_mark_outside()
"""
DROP_MARK_WHEN = """
DROP TRIGGER learning_window_settings_changed ON people_memorysettings;
DROP TRIGGER learning_conversation_changed ON learning_conversation
"""


class Migration(migrations.Migration):
    dependencies = [("learning", "0001_tables"), ("people", "0001_tables")]

    operations = [
        Isolate("learning_conversation", clock="SELECT, UPDATE, DELETE"),
        Isolate("learning_feedback"),
        Isolate("learning_signal"),
        Isolate("learning_spend"),
        SamePerson("learning_conversation", "agent_id", "agents_agent"),
        SamePerson("learning_feedback", "agent_id", "agents_agent"),
        SamePerson("learning_signal", "feedback_id", "learning_feedback"),
        SamePerson("learning_signal", "memory_id", "memories_memory"),
        migrations.RunSQL(sql=MARK_OUTSIDE, reverse_sql=DROP_MARK_OUTSIDE),
        migrations.RunSQL(sql=MARK_WHEN, reverse_sql=DROP_MARK_WHEN),
    ]
