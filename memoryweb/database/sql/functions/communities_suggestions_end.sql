-- What an agent suggested to share ends with its person's membership.
CREATE OR REPLACE FUNCTION communities_suggestions_end()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM communities_contribution
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id AND status = 'suggested';
    RETURN OLD;
END $$;
