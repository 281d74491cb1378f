-- The log of moderators: members read it, nobody changes a line but to take the decision back.
ALTER TABLE communities_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_decision FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (undone_at) ON communities_decision TO memoryweb_app;
GRANT SELECT ON communities_decision TO memoryweb_clock;
CREATE POLICY communities_decision_read ON communities_decision FOR SELECT TO memoryweb_app
    USING (community_id = ANY ((SELECT people_my_communities())::uuid[]));
CREATE POLICY communities_decision_add ON communities_decision FOR INSERT TO memoryweb_app
    WITH CHECK (moderator_id = {person} AND community_id = ANY ((SELECT people_moderated_communities())::uuid[])
        AND verb <> 'retract' AND community_id = (SELECT s.community_id FROM communities_sharedmemory s
        WHERE s.id = shared_id));
CREATE POLICY communities_decision_change ON communities_decision FOR UPDATE TO memoryweb_app
    USING (moderator_id = {person} AND community_id = ANY ((SELECT people_moderated_communities())::uuid[])
        AND verb <> 'retract');
