-- Answers staff only (agents_agentoverview says how).
CREATE OR REPLACE VIEW people_membershipoverview WITH (security_invoker = true) AS SELECT *
    FROM people_membershipoverview_rows();
REVOKE ALL ON people_membershipoverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON people_membershipoverview TO memoryweb_app;
