-- Django's groups and rights, which nothing uses.
GRANT SELECT ON auth_permission TO memoryweb_app;
GRANT SELECT ON auth_permission TO memoryweb_clock;
