-- Refusals by day and category, of everybody together, for staff.
CREATE OR REPLACE FUNCTION memories_refusaloverview_rows()
    RETURNS TABLE (id text, day date, category text, refused integer, people integer)
    LANGUAGE sql
    STABLE SECURITY DEFINER
    SET search_path = public, pg_temp
AS $$
    SELECT people_require_staff();
    SELECT concat(day, ' ', category), day, category::text, sum(count)::integer, count(DISTINCT person_id)::integer
    FROM memories_refusal GROUP BY day, category
$$;
REVOKE ALL ON FUNCTION memories_refusaloverview_rows() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_refusaloverview_rows() TO memoryweb_app;
