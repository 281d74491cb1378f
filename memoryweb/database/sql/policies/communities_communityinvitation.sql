-- Moderators invite, and revoke what they invited with.
ALTER TABLE communities_communityinvitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_communityinvitation FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON communities_communityinvitation TO memoryweb_app;
GRANT SELECT ON communities_communityinvitation TO memoryweb_clock;
CREATE POLICY communities_communityinvitation_read ON communities_communityinvitation FOR SELECT TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
CREATE POLICY communities_communityinvitation_add ON communities_communityinvitation FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person} AND community_id = ANY ((SELECT people_moderated_communities())::uuid[])
        AND uses = 0);
CREATE POLICY communities_communityinvitation_change ON communities_communityinvitation FOR UPDATE TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
