-- The toolkit's own table, which nothing uses.
ALTER TABLE oauth2_provider_devicegrant ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth2_provider_devicegrant FORCE ROW LEVEL SECURITY;
GRANT SELECT ON oauth2_provider_devicegrant TO memoryweb_app;
GRANT SELECT ON oauth2_provider_devicegrant TO memoryweb_clock;
CREATE POLICY oauth2_provider_devicegrant_read ON oauth2_provider_devicegrant FOR SELECT TO memoryweb_app
    USING (user_id = {person});
CREATE POLICY oauth2_provider_devicegrant_add ON oauth2_provider_devicegrant FOR INSERT TO memoryweb_app
    WITH CHECK (user_id = {person});
CREATE POLICY oauth2_provider_devicegrant_change ON oauth2_provider_devicegrant FOR UPDATE TO memoryweb_app
    USING (user_id = {person})
    WITH CHECK (user_id = {person});
CREATE POLICY oauth2_provider_devicegrant_remove ON oauth2_provider_devicegrant FOR DELETE TO memoryweb_app
    USING (user_id = {person});
