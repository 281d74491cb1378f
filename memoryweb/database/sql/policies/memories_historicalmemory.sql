-- A version is written once: no right and no policy to change or remove one. Only memories_blank_versions empties one.
ALTER TABLE memories_historicalmemory ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_historicalmemory FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON memories_historicalmemory TO memoryweb_app;
GRANT SELECT, INSERT ON memories_historicalmemory TO memoryweb_clock;
CREATE POLICY memories_historicalmemory_read ON memories_historicalmemory FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_historicalmemory_add ON memories_historicalmemory FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY memories_historicalmemory_clock ON memories_historicalmemory TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
