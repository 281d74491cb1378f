-- Upkeep deletes old rows and reads no words.
ALTER TABLE telegram_outgoingmessage ENABLE ROW LEVEL SECURITY;
ALTER TABLE telegram_outgoingmessage FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON telegram_outgoingmessage TO memoryweb_app;
GRANT DELETE, SELECT (id, at, attempts, claimed_at, person_id), UPDATE (at)
    ON telegram_outgoingmessage TO memoryweb_clock;
CREATE POLICY telegram_outgoingmessage_read ON telegram_outgoingmessage FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY telegram_outgoingmessage_add ON telegram_outgoingmessage FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY telegram_outgoingmessage_change ON telegram_outgoingmessage FOR UPDATE TO memoryweb_app
    USING (person_id = {person})
    WITH CHECK (person_id = {person});
CREATE POLICY telegram_outgoingmessage_remove ON telegram_outgoingmessage FOR DELETE TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY telegram_outgoingmessage_clock ON telegram_outgoingmessage TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
