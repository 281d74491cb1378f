DROP TRIGGER IF EXISTS memories_change_has_a_version ON memories_memory;
CREATE CONSTRAINT TRIGGER memories_change_has_a_version AFTER INSERT OR UPDATE ON memories_memory
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION memories_change_has_a_version();
