-- The community whose group a chat is. An account that is to be deleted, or was stopped, has no chats.
CREATE OR REPLACE FUNCTION telegram_community_of_group(chat bigint)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
        SELECT c.community_id FROM telegram_groupchat c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL JOIN people_membership m ON m.person_id = c.person_id
            AND m.community_id = c.community_id WHERE c.chat_id = chat
$$;
REVOKE ALL ON FUNCTION telegram_community_of_group(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION telegram_community_of_group(bigint) TO memoryweb_app;
