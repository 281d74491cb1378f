CREATE OR REPLACE TRIGGER communities_contribution_is_new BEFORE INSERT ON communities_contribution
    FOR EACH ROW EXECUTE FUNCTION communities_new_contribution();
