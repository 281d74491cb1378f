-- A contribution has the id of the memory that it becomes, so nobody may make one for a memory that is there already:
-- it would be theirs.
CREATE OR REPLACE FUNCTION communities_new_contribution()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM communities_sharedmemory WHERE id = NEW.id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Somebody else shared this.';
    END IF;
    RETURN NEW;
END $$;
