-- A person mutes for themselves what others share.
ALTER TABLE communities_sharedmute ENABLE ROW LEVEL SECURITY;
ALTER TABLE communities_sharedmute FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, DELETE ON communities_sharedmute TO memoryweb_app;
GRANT SELECT ON communities_sharedmute TO memoryweb_clock;
CREATE POLICY communities_sharedmute_read ON communities_sharedmute FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY communities_sharedmute_add ON communities_sharedmute FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person} AND {is_person} AND shared_id IN (SELECT id FROM communities_sharedmemory));
CREATE POLICY communities_sharedmute_remove ON communities_sharedmute FOR DELETE TO memoryweb_app
    USING (person_id = {person} AND {is_person});
