-- Once a suggestion is answered, the answer that its agent got is forgotten: repeated, the call is a new one.
CREATE OR REPLACE FUNCTION operations_forget_suggestion()
    RETURNS trigger
    LANGUAGE plpgsql
    SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
BEGIN
    DELETE FROM operations_answer WHERE person_id = OLD.person_id AND agent_id = OLD.agent_id AND data->>'id' = OLD.id::text;
    RETURN OLD;
END $$;
