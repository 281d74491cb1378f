ALTER TABLE memories_memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_memory FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON memories_memory TO memoryweb_app;
GRANT SELECT, UPDATE ON memories_memory TO memoryweb_clock;
CREATE POLICY memories_memory_read ON memories_memory FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_memory_add ON memories_memory FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY memories_memory_change ON memories_memory FOR UPDATE TO memoryweb_app
    USING (person_id = {person})
    WITH CHECK (person_id = {person});
CREATE POLICY memories_memory_remove ON memories_memory FOR DELETE TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY memories_memory_clock ON memories_memory TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
