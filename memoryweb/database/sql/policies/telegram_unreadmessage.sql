-- Upkeep deletes old rows and reads no words.
ALTER TABLE telegram_unreadmessage ENABLE ROW LEVEL SECURITY;
ALTER TABLE telegram_unreadmessage FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON telegram_unreadmessage TO memoryweb_app;
GRANT DELETE, SELECT (id, at, claimed_at, person_id), UPDATE (at) ON telegram_unreadmessage TO memoryweb_clock;
CREATE POLICY telegram_unreadmessage_read ON telegram_unreadmessage FOR SELECT TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY telegram_unreadmessage_add ON telegram_unreadmessage FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {person});
CREATE POLICY telegram_unreadmessage_change ON telegram_unreadmessage FOR UPDATE TO memoryweb_app
    USING (person_id = {person})
    WITH CHECK (person_id = {person});
CREATE POLICY telegram_unreadmessage_remove ON telegram_unreadmessage FOR DELETE TO memoryweb_app
    USING (person_id = {person});
CREATE POLICY telegram_unreadmessage_clock ON telegram_unreadmessage TO memoryweb_clock
    USING (true)
    WITH CHECK (true);
