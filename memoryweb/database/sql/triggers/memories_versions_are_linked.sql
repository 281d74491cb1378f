DROP TRIGGER IF EXISTS memories_versions_are_linked ON memories_versionstolink;
CREATE CONSTRAINT TRIGGER memories_versions_are_linked AFTER INSERT ON memories_versionstolink
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION memories_link_at_commit();
