-- A new or changed conversation can push an older one out of the window; so can new settings.
CREATE OR REPLACE TRIGGER learning_conversation_changed AFTER INSERT OR UPDATE OF ended_at, trimmed_at
    ON learning_conversation
    FOR EACH ROW
    WHEN (NEW.trimmed_at IS NULL)
    EXECUTE FUNCTION learning_mark_outside();
