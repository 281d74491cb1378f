"""From when on a conversation is outside of its person's window is a column: the clock reads what is due, no more."""

from django.db import migrations, models

SHARD = models.Func(models.F("person"), template="get_byte(uuid_send(%(expressions)s), 15) & 7")

# Of conversation c under settings s; `oldest` is the last of the newest so many, where there are as many.
OUTSIDE_FROM = """(CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END)"""


class Migration(migrations.Migration):
    dependencies = [("learning", "0002_isolation"), ("people", "0005_learning")]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="outside_from",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RemoveIndex(model_name="conversation", name="conversations_to_trim"),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                models.F("outside_from"),
                SHARD,
                models.F("person"),
                condition=models.Q(("outside_from__isnull", False)),
                name="conversations_to_trim",
            ),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.CheckConstraint(
                condition=models.Q(("outside_from", None), ("trimmed_at", None), _connector="OR"),
                name="trimmed_conversations_are_not_trimmed_again",
            ),
        ),
        # In the scope of whoever makes the change, and only what it moves is written. The clock may have trimmed one
        # between the look and the write: what is asked of the row itself is asked again then.
        migrations.RunSQL(
            sql=f"""
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
                END $$;
                CREATE TRIGGER learning_told AFTER INSERT OR UPDATE OF ended_at, trimmed_at ON learning_conversation
                    FOR EACH ROW WHEN (NEW.trimmed_at IS NULL) EXECUTE FUNCTION learning_mark_outside();
                CREATE TRIGGER learning_window_decided AFTER INSERT OR UPDATE OF
                    enable_memory, recent_window_type, recent_max_items, recent_max_age_days ON people_memorysettings
                    FOR EACH ROW EXECUTE FUNCTION learning_mark_outside()
            """,
            reverse_sql="""
                DROP TRIGGER learning_window_decided ON people_memorysettings;
                DROP TRIGGER learning_told ON learning_conversation;
                DROP FUNCTION learning_mark_outside()
            """,
        ),
        # Those that are there already: as if everybody had just decided what they have decided.
        migrations.RunSQL(
            sql="UPDATE people_memorysettings SET enable_memory = enable_memory", reverse_sql=migrations.RunSQL.noop
        ),
    ]
