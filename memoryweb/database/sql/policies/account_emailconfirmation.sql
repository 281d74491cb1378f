-- allauth reads it and deletes what is old. Nothing is confirmed by mail.
GRANT SELECT, DELETE ON account_emailconfirmation TO memoryweb_app;
GRANT SELECT ON account_emailconfirmation TO memoryweb_clock;
