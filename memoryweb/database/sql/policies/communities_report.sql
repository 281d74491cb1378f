-- A member reports what is shared; moderators resolve it.
ALTER TABLE communities_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_report FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE, UPDATE (resolved_at) ON communities_report TO memoryweb_app;
GRANT SELECT ON communities_report TO memoryweb_clock;
CREATE POLICY communities_report_read ON communities_report FOR SELECT TO memoryweb_app
    USING (person_id = {person} AND {is_person}
        OR community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
CREATE POLICY communities_report_add ON communities_report FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person} AND {is_person}
        AND community_id = ANY ((SELECT people_my_communities())::uuid[]) AND resolved_at IS NULL
        AND community_id = (SELECT s.community_id FROM communities_sharedmemory s WHERE s.id = shared_id));
CREATE POLICY communities_report_change ON communities_report FOR UPDATE TO memoryweb_app
    USING (community_id = ANY ((SELECT people_moderated_communities())::uuid[]));
CREATE POLICY communities_report_remove ON communities_report FOR DELETE TO memoryweb_app
    USING (person_id = {person} AND {is_person});
