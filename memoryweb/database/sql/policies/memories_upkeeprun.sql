-- Runs are upkeep's own: no person has a row there, and the app only reads them.
GRANT SELECT ON memories_upkeeprun TO memoryweb_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON memories_upkeeprun TO memoryweb_clock;
