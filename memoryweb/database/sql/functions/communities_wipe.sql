-- Emptied for good: the words, in every version, in everybody's receipts. What is left says that there was something.
CREATE OR REPLACE FUNCTION communities_wipe(shared uuid)
    RETURNS void
    LANGUAGE sql
    SET search_path = public, pg_temp
AS $$
    UPDATE communities_sharedmemory SET status = 'retracted', statement = '', details = '', reason = '', appeal = '',
        key = '', category = '', author_name = '', agent_name = '', appealed_at = NULL, words = NULL, vector = NULL,
        encoder = '', changed_at = now() WHERE id = shared;
    UPDATE communities_historicalsharedmemory SET statement = '', details = '', reason = '', appeal = '', key = '',
        category = '', author_name = '', agent_name = '' WHERE id = shared;
    UPDATE communities_report SET words = '', resolved_at = coalesce(resolved_at, now()) WHERE shared_id = shared;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared
$$;
REVOKE ALL ON FUNCTION communities_wipe(uuid) FROM PUBLIC;
