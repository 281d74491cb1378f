-- What memories_words_of gives of a version that was emptied.
CREATE OR REPLACE FUNCTION memories_no_words(format integer)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$
    SELECT CASE format WHEN 1 THEN
        {no_words}
    END
$$;
