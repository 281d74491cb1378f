DROP TRIGGER IF EXISTS communities_sharedmemory_is_decided ON communities_sharedmemory;
CREATE CONSTRAINT TRIGGER communities_sharedmemory_is_decided AFTER UPDATE ON communities_sharedmemory
    DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN (NEW.status <> 'proposed' AND (OLD.status, OLD.statement, OLD.details) IS DISTINCT FROM (NEW.status,
        NEW.statement, NEW.details))
    EXECUTE FUNCTION communities_is_decided();
