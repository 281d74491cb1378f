-- A community is read by its members and changed by its owners. Functions of the owner found and delete one.
ALTER TABLE people_community ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_community FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (name, agents_may, moderation) ON people_community TO memoryweb_app;
GRANT SELECT ON people_community TO memoryweb_clock;
CREATE POLICY people_community_read ON people_community FOR SELECT TO memoryweb_app
    USING (id = ANY ((SELECT people_my_communities())::uuid[]));
CREATE POLICY people_community_change ON people_community FOR UPDATE TO memoryweb_app
    USING (id = ANY ((SELECT people_owned_communities())::uuid[]))
    WITH CHECK (id = ANY ((SELECT people_owned_communities())::uuid[]));
