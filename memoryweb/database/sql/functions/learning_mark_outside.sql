-- Runs in the scope of whoever makes the change, and writes only rows that change. Upkeep may have trimmed a
-- conversation between the SELECT and the UPDATE, so the UPDATE repeats the conditions on the row itself.
CREATE OR REPLACE FUNCTION learning_mark_outside()
    RETURNS trigger
    LANGUAGE plpgsql
    SET search_path = public
AS $$
BEGIN
    UPDATE learning_conversation c SET outside_from = (CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END)
    FROM people_memorysettings s LEFT JOIN LATERAL (
        SELECT o.ended_at, o.id FROM learning_conversation o
        WHERE o.person_id = NEW.person_id AND o.trimmed_at IS NULL
        ORDER BY o.ended_at DESC, o.id DESC OFFSET s.recent_max_items - 1 LIMIT 1
    ) AS oldest ON true
    WHERE s.person_id = NEW.person_id AND c.person_id = NEW.person_id AND c.trimmed_at IS NULL
      AND c.outside_from IS DISTINCT FROM (CASE
    WHEN NOT s.enable_memory THEN NULL
    WHEN s.recent_window_type = 'time' THEN c.ended_at + make_interval(hours => 24 * s.recent_max_age_days)
    WHEN (c.ended_at, c.id) < (oldest.ended_at, oldest.id) THEN 'epoch' END);
    RETURN NULL;
END $$;
