-- A member shares by their own contribution. It is shown at once only where nobody looks at it first.
ALTER TABLE communities_sharedmemory ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_sharedmemory FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE ON communities_sharedmemory TO memoryweb_app;
GRANT SELECT ON communities_sharedmemory TO memoryweb_clock;
CREATE POLICY communities_sharedmemory_read ON communities_sharedmemory FOR SELECT TO memoryweb_app
    USING (status = 'shown' AND community_id = ANY ((SELECT people_my_communities())::uuid[])
        OR community_id = ANY ((SELECT people_moderated_communities())::uuid[]) OR id IN (SELECT id
        FROM communities_contribution WHERE person_id = {person}) AND {is_person});
CREATE POLICY communities_sharedmemory_add ON communities_sharedmemory FOR INSERT TO memoryweb_app
    WITH CHECK (community_id = ANY ((SELECT people_my_communities())::uuid[]) AND {is_person}
        AND shown_at IS NOT DISTINCT FROM CASE status WHEN 'shown' THEN proposed_at END AND (status = 'proposed'
        OR status = 'shown' AND (SELECT moderation FROM people_community c WHERE c.id = community_id) = 'open')
        AND EXISTS (SELECT FROM communities_contribution c WHERE c.id = communities_sharedmemory.id
        AND c.person_id = {person} AND c.community_id = communities_sharedmemory.community_id AND c.status = 'shared'));
CREATE POLICY communities_sharedmemory_change ON communities_sharedmemory FOR UPDATE TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]) OR id IN (SELECT id
        FROM communities_contribution WHERE person_id = {person}) AND {is_person});
