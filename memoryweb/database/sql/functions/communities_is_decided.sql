-- No change of a shared memory without its line in the log of moderators. Checked when the transaction ends.
CREATE OR REPLACE FUNCTION communities_is_decided()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM communities_decision WHERE NEW.id IN (shared_id, other)
                   AND transaction = pg_current_xact_id()::text::bigint) THEN
        RAISE insufficient_privilege USING MESSAGE = 'A decision needs a line in the log.';
    END IF;
    RETURN NULL;
END $$;
