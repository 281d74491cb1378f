-- What is hashed for a link that says that a version was removed.
CREATE OR REPLACE FUNCTION memories_removal_of(version bigint, person uuid, at timestamptz)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$ SELECT ROW('removal', version, person, at)::text $$;
