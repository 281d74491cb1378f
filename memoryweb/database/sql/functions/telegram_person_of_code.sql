-- Whose code it is that a chat sent. An account that is to be deleted, or was stopped, has no chats.
CREATE OR REPLACE FUNCTION telegram_person_of_code(code bytea)
    RETURNS uuid
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
        SELECT c.person_id FROM telegram_linkcode c JOIN people_user u ON u.id = c.person_id AND u.is_active
            AND u.deletion_asked_at IS NULL
        WHERE c.digest = code AND c.community_id IS NULL AND c.expires_at > now()
$$;
REVOKE ALL ON FUNCTION telegram_person_of_code(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION telegram_person_of_code(bytea) TO memoryweb_app;
