-- Migrations alone write it.
GRANT SELECT ON django_migrations TO memoryweb_app;
GRANT SELECT ON django_migrations TO memoryweb_clock;
