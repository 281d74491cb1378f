-- Migrations alone write it.
GRANT SELECT ON django_content_type TO memoryweb_app;
GRANT SELECT ON django_content_type TO memoryweb_clock;
