-- Everybody's account may be read, or nobody could sign in. The web process writes a few columns, and only of the
-- person in scope.
ALTER TABLE people_user ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_user FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (password, last_login, email, deletion_asked_at, deletion_number) ON people_user TO memoryweb_app;
GRANT SELECT ON people_user TO memoryweb_clock;
GRANT INSERT, UPDATE ON people_user TO memoryweb_worker;
CREATE POLICY people_user_read ON people_user FOR SELECT TO memoryweb_app
    USING (true);
CREATE POLICY people_user_add ON people_user FOR INSERT TO memoryweb_app
    WITH CHECK (true);
CREATE POLICY people_user_change ON people_user FOR UPDATE TO memoryweb_app
    USING (id = {person})
    WITH CHECK (id = {person});
CREATE POLICY people_user_clock ON people_user FOR SELECT TO memoryweb_clock
    USING (true);
