-- A line is written once. Upkeep deletes old ones; to lock a row a role needs the right to update some column of it.
ALTER TABLE agents_accesslog ENABLE ROW LEVEL SECURITY;
ALTER TABLE agents_accesslog FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON agents_accesslog TO memoryweb_app;
GRANT SELECT, DELETE, UPDATE (at) ON agents_accesslog TO memoryweb_clock;
CREATE POLICY agents_accesslog_read ON agents_accesslog FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY agents_accesslog_add ON agents_accesslog FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY agents_accesslog_clock ON agents_accesslog TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
