-- Answers staff only, through a function of the owner: no policy is widened, and SQL as the web process's role gets
-- from it exactly what staff get.
CREATE OR REPLACE VIEW agents_agentoverview WITH (security_invoker = true) AS SELECT * FROM agents_agentoverview_rows();
REVOKE ALL ON agents_agentoverview FROM memoryweb_app, memoryweb_clock;
GRANT SELECT ON agents_agentoverview TO memoryweb_app;
