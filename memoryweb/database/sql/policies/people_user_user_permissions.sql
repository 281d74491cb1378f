-- Django's groups and rights, which nothing uses.
GRANT SELECT ON people_user_user_permissions TO memoryweb_app;
GRANT SELECT ON people_user_user_permissions TO memoryweb_clock;
