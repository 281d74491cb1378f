-- Whose chat it is. An account that is to be deleted, or was stopped, has no chats.
CREATE OR REPLACE FUNCTION telegram_person_of_chat(chat_system text, chat_user text)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
        SELECT c.person_id FROM telegram_chatidentity c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL
        WHERE c.system = chat_system AND c.user_id = chat_user AND c.community_id IS NULL
$$;
REVOKE ALL ON FUNCTION telegram_person_of_chat(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION telegram_person_of_chat(text, text) TO memoryweb_app;
