-- Founds a community, with who acts as its owner.
CREATE OR REPLACE FUNCTION communities_found(new_id uuid, called text, how text, my_name text)
    RETURNS void
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    INSERT INTO people_community (id, name, moderation, created_at) VALUES (new_id, called, how, now());
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), communities_require_person(), new_id, 'owner', my_name, now());
END $$;
REVOKE ALL ON FUNCTION communities_found(uuid, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION communities_found(uuid, text, text, text) TO memoryweb_app;
