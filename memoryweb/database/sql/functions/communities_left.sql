-- An owner leaves after handing over. When their account goes, the one longest there takes over, moderators first. Of a
-- community without members nothing is left but its row.
CREATE OR REPLACE FUNCTION communities_left()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE shared uuid[];
BEGIN
    DELETE FROM communities_communityinvitation
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    IF NOT EXISTS (SELECT FROM people_membership WHERE community_id = OLD.community_id) THEN
        shared := ARRAY(SELECT id FROM communities_sharedmemory WHERE community_id = OLD.community_id);
        DELETE FROM communities_sharedmute WHERE shared_id = ANY (shared);
        UPDATE recall_receiptitem SET line = '', parts = '{}', shared_id = NULL WHERE shared_id = ANY (shared);
        DELETE FROM communities_contribution WHERE community_id = OLD.community_id;
        DELETE FROM communities_sharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_historicalsharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_decision WHERE community_id = OLD.community_id;
        DELETE FROM communities_report WHERE community_id = OLD.community_id;
        UPDATE people_community SET name = '' WHERE id = OLD.community_id;
    ELSIF OLD.role = 'owner' AND NOT EXISTS (
        SELECT FROM people_membership WHERE community_id = OLD.community_id AND role = 'owner'
    ) THEN
        IF OLD.person_id = {person} THEN
            RAISE insufficient_privilege USING MESSAGE = 'An owner hands the community over before leaving it.';
        END IF;
        UPDATE people_membership SET role = 'owner' WHERE id = (
            SELECT id FROM people_membership WHERE community_id = OLD.community_id
            ORDER BY role <> 'moderator', joined_at, id LIMIT 1);
    END IF;
    RETURN OLD;
END $$;
