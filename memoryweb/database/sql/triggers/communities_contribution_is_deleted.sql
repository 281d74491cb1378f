CREATE OR REPLACE TRIGGER communities_contribution_is_deleted AFTER DELETE ON communities_contribution
    FOR EACH ROW EXECUTE FUNCTION communities_deleted_contribution();
