-- The package of the administration brings a log of its own, in the words of whatever was changed. Nothing writes it.
ALTER TABLE django_admin_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE django_admin_log FORCE ROW LEVEL SECURITY;
GRANT SELECT ON django_admin_log TO memoryweb_app;
GRANT SELECT ON django_admin_log TO memoryweb_clock;
CREATE POLICY django_admin_log_read ON django_admin_log FOR SELECT TO memoryweb_app
    USING (user_id = {person});
CREATE POLICY django_admin_log_add ON django_admin_log FOR INSERT TO memoryweb_app
    WITH CHECK (user_id = {person});
CREATE POLICY django_admin_log_change ON django_admin_log FOR UPDATE TO memoryweb_app
    USING (user_id = {person})
    WITH CHECK (user_id = {person});
CREATE POLICY django_admin_log_remove ON django_admin_log FOR DELETE TO memoryweb_app
    USING (user_id = {person});
