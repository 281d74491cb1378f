-- The arguments are columns that are not kept.
CREATE OR REPLACE TRIGGER people_memorysettings_stays_in_the_log AFTER UPDATE ON people_memorysettings
    FOR EACH ROW EXECUTE FUNCTION memories_record_setting('letter_sent_on');
