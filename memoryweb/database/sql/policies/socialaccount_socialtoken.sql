-- The tokens of providers are not kept.
GRANT SELECT ON socialaccount_socialtoken TO memoryweb_app;
GRANT SELECT ON socialaccount_socialtoken TO memoryweb_clock;
