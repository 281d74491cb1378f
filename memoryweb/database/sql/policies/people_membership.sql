-- Members see one another by the names they chose. Nobody but the owner's functions adds a member or changes a role.
ALTER TABLE people_membership ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_membership FORCE ROW LEVEL SECURITY;
GRANT SELECT, DELETE, UPDATE (name) ON people_membership TO memoryweb_app;
GRANT SELECT ON people_membership TO memoryweb_clock;
CREATE POLICY people_membership_read ON people_membership FOR SELECT TO memoryweb_app
    USING (CASE WHEN person_id = {person} THEN true
        ELSE community_id = ANY ((SELECT people_my_communities())::uuid[]) END);
CREATE POLICY people_membership_remove ON people_membership FOR DELETE TO memoryweb_app
    USING (person_id = {person} AND {is_person});
CREATE POLICY people_membership_change ON people_membership FOR UPDATE TO memoryweb_app
    USING (person_id = {person} AND {is_person})
    WITH CHECK (person_id = {person} AND {is_person});
