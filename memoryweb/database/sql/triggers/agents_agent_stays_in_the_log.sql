-- The arguments are columns that are not kept.
CREATE OR REPLACE TRIGGER agents_agent_stays_in_the_log
    AFTER INSERT OR DELETE OR UPDATE OF token_hint, trust, scopes, community_id, project, sight, reads_conversations,
        expires_at, paused_at, paused_until, revoked_at, deleted_at
    ON agents_agent
    FOR EACH ROW EXECUTE FUNCTION memories_record_setting(
        'name', 'token_hash', 'unrecorded_reads', 'trust_declined_at', 'created_at', 'last_used_at');
