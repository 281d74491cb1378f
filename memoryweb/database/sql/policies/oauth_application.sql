-- To lock a row, upkeep needs the right to update some column of it. Clients are nobody's.
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_application TO memoryweb_app;
GRANT SELECT, DELETE, UPDATE (updated) ON oauth_application TO memoryweb_clock;
