-- Django's groups and rights, which nothing uses.
GRANT SELECT ON auth_group_permissions TO memoryweb_app;
GRANT SELECT ON auth_group_permissions TO memoryweb_clock;
