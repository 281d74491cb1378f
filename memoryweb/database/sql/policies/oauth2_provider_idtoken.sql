-- The toolkit's own table, which nothing uses.
ALTER TABLE oauth2_provider_idtoken ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth2_provider_idtoken FORCE ROW LEVEL SECURITY;
GRANT SELECT ON oauth2_provider_idtoken TO memoryweb_app;
GRANT SELECT ON oauth2_provider_idtoken TO memoryweb_clock;
CREATE POLICY oauth2_provider_idtoken_read ON oauth2_provider_idtoken FOR SELECT TO memoryweb_app
    USING (user_id = {person});
CREATE POLICY oauth2_provider_idtoken_add ON oauth2_provider_idtoken FOR INSERT TO memoryweb_app
    WITH CHECK (user_id = {person});
CREATE POLICY oauth2_provider_idtoken_change ON oauth2_provider_idtoken FOR UPDATE TO memoryweb_app
    USING (user_id = {person})
    WITH CHECK (user_id = {person});
CREATE POLICY oauth2_provider_idtoken_remove ON oauth2_provider_idtoken FOR DELETE TO memoryweb_app
    USING (user_id = {person});
