-- What may change, by whom: in its words a moderator, or its author until it is shown; in its state as the table of
-- rules/moderation.py says, for which communities_is_decided wants a line of the log. The owner's functions, which have
-- checked who acts, pass.
CREATE OR REPLACE FUNCTION communities_change_shared()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = public, pg_temp
AS $$
DECLARE
    moderates boolean := OLD.community_id = ANY ((SELECT people_moderated_communities())::uuid[]);
    new_words boolean := (NEW.statement, NEW.details, NEW.kind, NEW.category, NEW.key, NEW.one_valued, NEW.language)
        IS DISTINCT FROM (OLD.statement, OLD.details, OLD.kind, OLD.category, OLD.key, OLD.one_valued, OLD.language);
BEGIN
    IF NOT row_security_active('communities_sharedmemory') THEN
        RETURN NEW;
    END IF;
    IF (NEW.id, NEW.community_id, NEW.author_name, NEW.agent_name, NEW.replaces_id)
        IS DISTINCT FROM (OLD.id, OLD.community_id, OLD.author_name, OLD.agent_name, OLD.replaces_id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Whose a shared memory is, and where, does not change.';
    END IF;
    IF 'retracted' IN (OLD.status, NEW.status) THEN
        RAISE insufficient_privilege USING MESSAGE = 'What was taken back stays so.';
    END IF;
    IF moderates AND (NEW.appeal, NEW.reason) IS NOT DISTINCT FROM (OLD.appeal, OLD.reason) THEN
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT FROM communities_contribution WHERE id = OLD.id AND person_id = {person}) THEN
        IF NEW.status = OLD.status AND NOT new_words AND OLD.status IN ('sent_back', 'hidden', 'removed')
            AND NEW.shown_at IS NOT DISTINCT FROM OLD.shown_at THEN
            RETURN NEW;  -- an appeal
        END IF;
        IF OLD.status IN ('proposed', 'sent_back') AND NEW.status = 'proposed' AND NEW.shown_at IS NULL
            AND OLD.community_id = ANY ((SELECT people_my_communities())::uuid[]) THEN
            RETURN NEW;  -- in other words
        END IF;
    END IF;
    RAISE insufficient_privilege USING MESSAGE = 'Only a moderator decides this.';
END $$;
