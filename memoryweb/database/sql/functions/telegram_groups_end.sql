-- A group's link ends with the membership of who linked it.
CREATE OR REPLACE FUNCTION telegram_groups_end()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM telegram_groupchat WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    RETURN OLD;
END $$;
