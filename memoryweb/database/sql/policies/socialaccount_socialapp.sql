-- Providers come from the environment.
GRANT SELECT ON socialaccount_socialapp TO memoryweb_app;
GRANT SELECT ON socialaccount_socialapp TO memoryweb_clock;
