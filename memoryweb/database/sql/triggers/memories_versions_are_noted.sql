CREATE OR REPLACE TRIGGER memories_versions_are_noted AFTER INSERT
    ON memories_historicalmemory REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION memories_note_versions();
