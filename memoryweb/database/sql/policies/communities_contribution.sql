-- An agent adds suggestions for its own community, and changes nothing. The clock reads that one waits, to tell about
-- it, and no words.
ALTER TABLE communities_contribution ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_contribution FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (statement, details, category, key, reason, status, fingerprint, decided_at,
    warning_seen_at, memory_id)
    ON communities_contribution TO memoryweb_app;
GRANT SELECT (id, status, person_id) ON communities_contribution TO memoryweb_clock;
CREATE POLICY communities_contribution_read ON communities_contribution FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY communities_contribution_add ON communities_contribution FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person} AND ({is_person} OR status = 'suggested'
        AND community_id::text = {agent_community}));
CREATE POLICY communities_contribution_change ON communities_contribution FOR UPDATE TO memoryweb_app
    USING (person_id = {person} AND {is_person})
    WITH CHECK (person_id = {person} AND {is_person});
CREATE POLICY communities_contribution_clock ON communities_contribution FOR SELECT TO memoryweb_clock
    USING (status = 'suggested');
