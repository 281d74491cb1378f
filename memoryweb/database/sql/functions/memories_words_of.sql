-- What of a version erasing empties, as text, for its hash. A format is never changed: older versions were hashed by
-- it.
CREATE OR REPLACE FUNCTION memories_words_of(version memories_historicalmemory, format integer)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$
    SELECT CASE format
    WHEN 1 THEN ROW(version.project, version.condition, version.day, version.applies_to, version.muted_agents,
        version.muted_tasks, version.kind, version.raw_kind, version.kind_basis, version.category,
        version.said_category, version.key, version.label, version.value, version.details, version.tags,
        version.metadata, version.language, version.fingerprint, version.section, version.source,
        version.expire_reason, version.confidence, version.importance_base, version.said_under)::text END
$$;
