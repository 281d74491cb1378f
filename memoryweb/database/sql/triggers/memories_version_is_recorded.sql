CREATE OR REPLACE TRIGGER memories_version_is_recorded AFTER INSERT ON memories_historicalmemory
    FOR EACH ROW
    WHEN (coalesce(current_setting('memoryweb.act', true), '') <> '')
    EXECUTE FUNCTION memories_record_version();
