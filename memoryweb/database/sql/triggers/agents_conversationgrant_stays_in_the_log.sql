CREATE OR REPLACE TRIGGER agents_conversationgrant_stays_in_the_log AFTER INSERT OR UPDATE OR DELETE
    ON agents_conversationgrant
    FOR EACH ROW EXECUTE FUNCTION memories_record_setting();
