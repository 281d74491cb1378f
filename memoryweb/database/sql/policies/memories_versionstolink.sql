-- Nobody but the owner's functions reads or writes it.
ALTER TABLE memories_versionstolink ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories_versionstolink FORCE ROW LEVEL SECURITY;
GRANT SELECT ON memories_versionstolink TO memoryweb_app;
GRANT SELECT ON memories_versionstolink TO memoryweb_clock;
