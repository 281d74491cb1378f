-- For a topic that is erased: what these rows say is emptied, and that there was a change stays.
CREATE OR REPLACE FUNCTION memories_empty_setting_changes(ids uuid[])
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
DECLARE whose uuid := {person};
BEGIN
    UPDATE memories_settingchange SET changes = '[]' WHERE id = ANY (ids) AND person_id = whose;
END $$;
REVOKE ALL ON FUNCTION memories_empty_setting_changes(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_empty_setting_changes(uuid[]) TO memoryweb_app;
