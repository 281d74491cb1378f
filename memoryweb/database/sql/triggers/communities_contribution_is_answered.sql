CREATE OR REPLACE TRIGGER communities_contribution_is_answered AFTER UPDATE OF status ON communities_contribution
    FOR EACH ROW
    WHEN (OLD.status = 'suggested' AND NEW.status <> 'suggested')
    EXECUTE FUNCTION operations_forget_suggestion();
