-- What a folder is, and the standing yes to its edits, stand in the change log. The arguments are columns that are not
-- kept.
CREATE OR REPLACE TRIGGER interchange_folder_stays_in_the_log
    AFTER DELETE OR UPDATE OF kind, standing_since, paused_at
    ON interchange_folder
    FOR EACH ROW EXECUTE FUNCTION memories_record_setting(
        'path', 'host', 'watched_at', 'passed_at', 'trouble', 'writes_again', 'takes_deletions', 'findings',
        'created_at');
