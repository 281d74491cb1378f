-- What staff may know of an account: states, numbers and dates. That they looked is noted.
CREATE OR REPLACE FUNCTION memories_open_account(whose uuid)
    RETURNS TABLE (what text, state text, number integer, newest timestamptz)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM people_require_staff();
    IF NOT EXISTS (SELECT FROM people_user WHERE id = whose) THEN
        RETURN;
    END IF;
    PERFORM people_note_staff_access(whose, 'person');
    RETURN QUERY
        SELECT 'memories', status::text, count(*)::integer, max(changed_at)
        FROM memories_memory WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'questions', status::text, count(*)::integer, max(created_at)
        FROM memories_proposal WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'conflicts', status::text, count(*)::integer, max(created_at)
        FROM memories_conflict WHERE person_id = whose GROUP BY status
    UNION ALL
        SELECT 'agents', CASE WHEN revoked_at IS NULL THEN 'connected' ELSE 'revoked' END,
            count(*)::integer, max(last_used_at)
        FROM agents_agent WHERE person_id = whose GROUP BY revoked_at IS NULL
    UNION ALL
        SELECT 'calls of agents', '', count(*)::integer, max(at) FROM agents_accesslog WHERE person_id = whose
    UNION ALL
        SELECT 'refused by the guard', category::text, sum(count)::integer, max(day)::timestamptz
        FROM memories_refusal WHERE person_id = whose GROUP BY category
    UNION ALL
        SELECT 'erasures', '', count(*)::integer, max(erased_at) FROM memories_erasure WHERE person_id = whose
    ORDER BY 1, 2;
END $$;
REVOKE ALL ON FUNCTION memories_open_account(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_open_account(uuid) TO memoryweb_app;
