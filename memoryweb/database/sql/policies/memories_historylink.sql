-- Only memories_link_versions and the other functions of the owner write the chain.
ALTER TABLE memories_historylink ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_historylink FORCE ROW LEVEL SECURITY;
GRANT SELECT ON memories_historylink TO memoryweb_app;
GRANT SELECT ON memories_historylink TO memoryweb_clock;
CREATE POLICY memories_historylink_read ON memories_historylink FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_historylink_clock ON memories_historylink TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
