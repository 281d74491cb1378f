CREATE OR REPLACE TRIGGER communities_sharedmemory_changes BEFORE UPDATE ON communities_sharedmemory
    FOR EACH ROW EXECUTE FUNCTION communities_change_shared();
