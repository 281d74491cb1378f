-- An author's record in the community, for its moderators. Of whom it is, they learn what the memory itself says.
CREATE OR REPLACE FUNCTION communities_record(shared uuid)
    RETURNS TABLE (approved integer, sent_back integer, removed integer, warned integer, since timestamptz)
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s
                   WHERE s.id = shared AND s.community_id = ANY (people_moderated_communities())) THEN
        RETURN;
    END IF;
    RETURN QUERY
        SELECT count(*) FILTER (WHERE s.status IN ('shown', 'replaced'))::integer,
            count(*) FILTER (WHERE s.status = 'sent_back')::integer,
            count(*) FILTER (WHERE s.status IN ('hidden', 'removed'))::integer,
            (SELECT count(*)::integer FROM communities_decision d
             JOIN communities_contribution other ON other.id = d.shared_id
             WHERE d.verb = 'warn' AND d.undone_at IS NULL AND other.person_id = own.person_id
               AND d.community_id = own.community_id),
            (SELECT m.joined_at FROM people_membership m
             WHERE m.person_id = own.person_id AND m.community_id = own.community_id)
        FROM communities_contribution own
        JOIN communities_contribution c ON c.person_id = own.person_id AND c.community_id = own.community_id
        JOIN communities_sharedmemory s ON s.id = c.id
        WHERE own.id = shared GROUP BY own.id, own.person_id, own.community_id;
END $$;
REVOKE ALL ON FUNCTION communities_record(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_record(uuid) TO memoryweb_app;
