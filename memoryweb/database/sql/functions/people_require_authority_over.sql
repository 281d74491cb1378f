-- Whoever took over one staff member's session closes no other one's account, and nobody locks themselves out.
CREATE OR REPLACE FUNCTION people_require_authority_over(whose uuid)
    RETURNS uuid
    LANGUAGE plpgsql
    STABLE
    SET search_path = public, pg_temp
AS $$
DECLARE acting uuid := people_require_staff();
BEGIN
    IF EXISTS (SELECT FROM people_user target, people_user me WHERE target.id = whose AND me.id = acting
               AND (target.id = me.id OR (target.is_staff OR target.is_superuser) AND NOT me.is_superuser)) THEN
        RAISE insufficient_privilege
            USING MESSAGE = 'Only a superuser may do this to staff, and nobody to themselves.';
    END IF;
    RETURN acting;
END $$;
REVOKE ALL ON FUNCTION people_require_authority_over(uuid) FROM PUBLIC;
