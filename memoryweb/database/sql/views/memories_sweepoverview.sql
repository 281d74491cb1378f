-- Runs name nobody, so this view reads what the web process may read anyway.
CREATE OR REPLACE VIEW memories_sweepoverview WITH (security_invoker = true) AS
    SELECT name, max(started_at) AS last_started_at, max(finished_at) AS last_finished_at,
        count(*) FILTER (WHERE started_at > now() - interval '24 hours')::integer AS runs_today,
        count(*) FILTER (WHERE finished_at IS NULL)::integer AS unfinished,
        min(started_at) FILTER (WHERE finished_at IS NULL) AS oldest_unfinished_at
    FROM memories_upkeeprun WHERE NOT dry_run GROUP BY name;
REVOKE ALL ON memories_sweepoverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON memories_sweepoverview TO memoryweb_app;
