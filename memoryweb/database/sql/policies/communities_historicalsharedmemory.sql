-- The versions of shared memories: moderators and the author read them.
ALTER TABLE communities_historicalsharedmemory ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_historicalsharedmemory FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT ON communities_historicalsharedmemory TO memoryweb_app;
GRANT SELECT ON communities_historicalsharedmemory TO memoryweb_clock;
CREATE POLICY communities_historicalsharedmemory_read ON communities_historicalsharedmemory FOR SELECT TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]) OR id IN (SELECT id
        FROM communities_contribution WHERE person_id = {person}) AND {is_person});
CREATE POLICY communities_historicalsharedmemory_add ON communities_historicalsharedmemory FOR INSERT TO memoryweb_app
    WITH CHECK (community_id = ANY ((SELECT people_moderated_communities())::uuid[]) OR id IN (SELECT id
        FROM communities_contribution WHERE person_id = {person}) AND {is_person});
