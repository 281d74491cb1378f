-- Answers staff only (agents_agentoverview says how).
CREATE OR REPLACE VIEW memories_refusaloverview WITH (security_invoker = true) AS SELECT *
    FROM memories_refusaloverview_rows();
REVOKE ALL ON memories_refusaloverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON memories_refusaloverview TO memoryweb_app;
