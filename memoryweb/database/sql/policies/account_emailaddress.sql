-- Everybody's addresses may be read, or nobody could sign in by one.
ALTER TABLE account_emailaddress ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_emailaddress FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON account_emailaddress TO memoryweb_app;
GRANT SELECT ON account_emailaddress TO memoryweb_clock;
CREATE POLICY account_emailaddress_read ON account_emailaddress FOR SELECT TO memoryweb_app
    USING (true);
CREATE POLICY account_emailaddress_add ON account_emailaddress FOR INSERT TO memoryweb_app
    WITH CHECK (user_id = {person});
CREATE POLICY account_emailaddress_change ON account_emailaddress FOR UPDATE TO memoryweb_app
    USING (user_id = {person})
    WITH CHECK (user_id = {person});
CREATE POLICY account_emailaddress_remove ON account_emailaddress FOR DELETE TO memoryweb_app
    USING (user_id = {person});
