-- Triggers write the log (memories_record_setting), and upkeep's role that of an account from another machine
-- (interchange/restoring.py).
ALTER TABLE memories_settingchange ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_settingchange FORCE ROW LEVEL SECURITY;
GRANT SELECT ON memories_settingchange TO memoryweb_app;
GRANT SELECT, INSERT, DELETE ON memories_settingchange TO memoryweb_clock;
CREATE POLICY memories_settingchange_read ON memories_settingchange FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_settingchange_clock ON memories_settingchange TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
