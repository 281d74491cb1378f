-- Only the owner's functions and the worker's commands add a line, and nobody changes one.
ALTER TABLE people_staffaccess ENABLE ROW LEVEL SECURITY;
ALTER TABLE people_staffaccess FORCE ROW LEVEL SECURITY;
GRANT SELECT ON people_staffaccess TO memoryweb_app;
GRANT SELECT ON people_staffaccess TO memoryweb_clock;
GRANT INSERT ON people_staffaccess TO memoryweb_worker;
CREATE POLICY people_staffaccess_read ON people_staffaccess FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY people_staffaccess_add ON people_staffaccess FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
