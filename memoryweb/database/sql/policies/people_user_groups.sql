-- Django's groups and rights, which nothing uses.
GRANT SELECT ON people_user_groups TO memoryweb_app;
GRANT SELECT ON people_user_groups TO memoryweb_clock;
