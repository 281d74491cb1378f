-- Only memories_link_versions and the other functions of the owner write the chain.
ALTER TABLE memories_historyhead ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_historyhead FORCE ROW LEVEL SECURITY;
GRANT SELECT ON memories_historyhead TO memoryweb_app;
GRANT SELECT ON memories_historyhead TO memoryweb_clock;
CREATE POLICY memories_historyhead_read ON memories_historyhead FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_historyhead_clock ON memories_historyhead TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
