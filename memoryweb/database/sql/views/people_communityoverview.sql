-- Answers staff only (agents_agentoverview says how).
CREATE OR REPLACE VIEW people_communityoverview WITH (security_invoker = true) AS SELECT *
    FROM people_communityoverview_rows();
REVOKE ALL ON people_communityoverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON people_communityoverview TO memoryweb_app;
