"""What staff may see: the counts of one account, everybody's refusals added up, sweeps, and tasks that failed."""

from django.db import migrations, models

from memoryweb.people.ids import uuid7
from memoryweb.rls.policies import StaffView

OPEN_ACCOUNT = """
CREATE FUNCTION memories_open_account(whose uuid)
RETURNS TABLE (what text, state text, number integer, newest timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
    PERFORM people_require_staff();
    IF NOT EXISTS (SELECT FROM people_user WHERE id = whose) THEN
        RETURN;
    END IF;
    PERFORM people_note_staff_access(whose, 'person');
    RETURN QUERY
        SELECT 'memories', status::text, count(*)::integer, max(changed_at)
        FROM memories_memory WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'questions', status::text, count(*)::integer, max(created_at)
        FROM memories_proposal WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'conflicts', status::text, count(*)::integer, max(created_at)
        FROM memories_conflict WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'agents', CASE WHEN revoked_at IS NULL THEN 'connected' ELSE 'revoked' END,
            count(*)::integer, max(last_used_at)
        FROM agents_agent WHERE person_id = whose GROUP BY revoked_at IS NULL
    UNION ALL
        SELECT 'calls of agents', '', count(*)::integer, max(at) FROM agents_accesslog WHERE person_id = whose
    UNION ALL
        SELECT 'refused by the guard', category::text, sum(count)::integer, max(day)::timestamptz
        FROM memories_refusal WHERE person_id = whose GROUP BY category
    UNION ALL
        SELECT 'erasures', '', count(*)::integer, max(erased_at) FROM memories_erasure WHERE person_id = whose
    ORDER BY 1, 2;
END $$;
REVOKE ALL ON FUNCTION memories_open_account(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_open_account(uuid) TO memoryweb_app
"""
REFUSALS = """
    SELECT concat(day, ' ', category), day, category::text, sum(count)::integer, count(DISTINCT person_id)::integer
    FROM memories_refusal GROUP BY day, category
"""
# Runs name nobody, so this view reads what the web process may read anyway.
SWEEPS = """
CREATE VIEW memories_sweepoverview WITH (security_invoker = true) AS
    SELECT name, max(started_at) AS last_started_at, max(finished_at) AS last_finished_at,
        count(*) FILTER (WHERE started_at > now() - interval '24 hours')::integer AS runs_today,
        count(*) FILTER (WHERE finished_at IS NULL)::integer AS unfinished,
        min(started_at) FILTER (WHERE finished_at IS NULL) AS oldest_unfinished_at
    FROM memories_upkeeprun WHERE NOT dry_run GROUP BY name;
REVOKE ALL ON memories_sweepoverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON memories_sweepoverview TO memoryweb_app
"""
# The worker adds a line, upkeep deletes old ones. To lock a row a role needs the right to update some column of it.
FAILED_TASKS = """
REVOKE INSERT, UPDATE, DELETE ON memories_failedtask FROM memoryweb_app, memoryweb_clock;
GRANT INSERT ON memories_failedtask TO memoryweb_worker;
GRANT DELETE, UPDATE (at) ON memories_failedtask TO memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [("agents", "0008_staff"), ("memories", "0019_verified_history")]

    operations = [
        migrations.RunSQL(OPEN_ACCOUNT, "DROP FUNCTION memories_open_account(uuid)"),
        StaffView(
            "memories_refusaloverview", REFUSALS,
            "id text, day date, category text, refused integer, people integer",
        ),
        migrations.RunSQL(SWEEPS, "DROP VIEW memories_sweepoverview"),
        migrations.CreateModel(
            name="RefusalOverview",
            fields=[
                ("id", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("day", models.DateField(verbose_name="day")),
                ("category", models.CharField(max_length=20, verbose_name="category")),
                ("refused", models.IntegerField(verbose_name="refused")),
                ("people", models.IntegerField(verbose_name="people")),
            ],
            options={"verbose_name": "refusal", "verbose_name_plural": "refusals", "managed": False},
        ),
        migrations.CreateModel(
            name="SweepOverview",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="sweep")),
                ("last_started_at", models.DateTimeField(verbose_name="last started")),
                ("last_finished_at", models.DateTimeField(null=True, verbose_name="last finished")),
                ("runs_today", models.IntegerField(verbose_name="runs in 24 hours")),
                ("unfinished", models.IntegerField(verbose_name="not finished")),
                ("oldest_unfinished_at", models.DateTimeField(null=True, verbose_name="oldest not finished")),
            ],
            options={"verbose_name": "sweep", "verbose_name_plural": "sweeps", "managed": False},
        ),
        migrations.CreateModel(
            name="FailedTask",
            fields=[
                ("id", models.UUIDField(default=uuid7, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(verbose_name="when")),
                ("task", models.CharField(max_length=120, verbose_name="task")),
                ("error", models.CharField(max_length=120, verbose_name="error")),
            ],
            options={
                "verbose_name": "failed task",
                "verbose_name_plural": "failed tasks",
                "indexes": [models.Index(fields=["at"], name="failed_tasks_to_purge")],
            },
        ),
        migrations.RunSQL(FAILED_TASKS, migrations.RunSQL.noop),
    ]  # fmt: skip
