-- What moderators removed is no longer quoted by anybody's receipts. Its words stay with its author and the moderators.
CREATE OR REPLACE FUNCTION communities_empty_lines(shared uuid)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s WHERE s.id = shared AND s.status = 'removed'
                   AND s.community_id = ANY (people_moderated_communities())) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a moderator may do this, to what was removed.';
    END IF;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared;
END $$;
REVOKE ALL ON FUNCTION communities_empty_lines(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_empty_lines(uuid) TO memoryweb_app;
