DROP TRIGGER IF EXISTS memories_erasure_leaves_no_words ON memories_memory;
CREATE CONSTRAINT TRIGGER memories_erasure_leaves_no_words AFTER DELETE ON memories_memory
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION memories_erasure_leaves_no_words();
