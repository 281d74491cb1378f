-- A community's moderators say what its agents may do in groups.
ALTER TABLE telegram_communitytools ENABLE ROW LEVEL SECURITY;
ALTER TABLE telegram_communitytools FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON telegram_communitytools TO memoryweb_app;
GRANT SELECT ON telegram_communitytools TO memoryweb_clock;
CREATE POLICY telegram_communitytools_read ON telegram_communitytools FOR SELECT TO memoryweb_app
    USING (community_id = ANY ((SELECT people_my_communities())::uuid[]));
CREATE POLICY telegram_communitytools_add ON telegram_communitytools FOR INSERT TO memoryweb_app
    WITH CHECK (community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
CREATE POLICY telegram_communitytools_change ON telegram_communitytools FOR UPDATE TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]))
    WITH CHECK (community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
