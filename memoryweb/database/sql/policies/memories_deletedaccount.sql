-- Nobody's row: no person has a policy. The clock notes what it deletes, and backups read it.
ALTER TABLE memories_deletedaccount ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_deletedaccount FORCE ROW LEVEL SECURITY;
GRANT SELECT ON memories_deletedaccount TO memoryweb_app;
GRANT SELECT, INSERT, UPDATE ON memories_deletedaccount TO memoryweb_clock;
CREATE POLICY memories_deletedaccount_clock ON memories_deletedaccount TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
