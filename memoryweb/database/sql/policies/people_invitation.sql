-- Staff invite. An invitation is not changed, only revoked.
ALTER TABLE people_invitation ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_invitation FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE (revoked_at) ON people_invitation TO memoryweb_app;
GRANT SELECT ON people_invitation TO memoryweb_clock;
CREATE POLICY people_invitation_read ON people_invitation FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY people_invitation_change ON people_invitation FOR UPDATE TO memoryweb_app
    USING (person_id = {person})
    WITH CHECK (person_id = {person});
CREATE POLICY people_invitation_remove ON people_invitation FOR DELETE TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY people_invitation_add ON people_invitation FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person} AND (SELECT is_staff AND is_active FROM people_user WHERE id = {person}));
