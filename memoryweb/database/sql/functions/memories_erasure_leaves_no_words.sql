-- No erasure that leaves words in a version. Checked when the transaction ends.
CREATE OR REPLACE FUNCTION memories_erasure_leaves_no_words()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public
AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM memories_historicalmemory h
               WHERE h.person_id = OLD.person_id AND h.id = OLD.id AND h.label <> '') THEN
        RAISE EXCEPTION 'memory % was deleted but its versions keep its words', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
