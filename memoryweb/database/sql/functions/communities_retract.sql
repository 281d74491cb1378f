-- An author takes back what they shared.
CREATE OR REPLACE FUNCTION communities_retract(shared uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    target communities_sharedmemory;
BEGIN
    IF NOT EXISTS (SELECT FROM communities_contribution
                   WHERE id = shared AND person_id = communities_require_person()) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only who shared it takes it back.';
    END IF;
    SELECT s.* INTO target FROM communities_sharedmemory s WHERE s.id = shared FOR UPDATE;
    IF target.id IS NULL OR target.status = 'retracted' THEN
        RETURN;
    END IF;
    INSERT INTO communities_decision (id, community_id, shared_id, verb, reason, before, at)
    VALUES (gen_random_uuid(), target.community_id, shared, 'retract', '', target.status, now());
    PERFORM communities_wipe(shared);
END $$;
REVOKE ALL ON FUNCTION communities_retract(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_retract(uuid) TO memoryweb_app;
