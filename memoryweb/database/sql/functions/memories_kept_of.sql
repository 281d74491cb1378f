-- What of a version erasing leaves, as text, for its hash. A format is never changed: older versions were hashed by it.
CREATE OR REPLACE FUNCTION memories_kept_of(version memories_historicalmemory, format integer)
    RETURNS text
    LANGUAGE sql
    STABLE
AS $$
    SELECT CASE format WHEN 1 THEN ROW(version.history_id, version.history_date, version.history_type,
    version.transaction, version.id, version.person_id, version.obs_id, version.community_id,
    version.one_valued, version.horizon, version.status, version.contested, version.superseded_by_id,
    version.negates_id, version.expired_on, version.pinned, version.source_assumed, version.evidence_count,
    version.repeats, version.evidence_from, version.evidence_to, version.importance_as_of,
    version.importance_assumed, version.ttl_days, version.ttl_from, version.valid_until, version.observed_on,
    version.learned_on, version.updated_on, version.completed_at, version.confirmed_at, version.verified_at,
    version.unasked_at, version.changed_at, version.changed_by, version.changed_by_agent_id, version.changed_verb,
    version.changed_because)::text END
$$;
