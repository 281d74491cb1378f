CREATE OR REPLACE TRIGGER communities_contribution_is_dropped AFTER DELETE ON communities_contribution
    FOR EACH ROW
    WHEN (OLD.status = 'suggested')
    EXECUTE FUNCTION operations_forget_suggestion();
