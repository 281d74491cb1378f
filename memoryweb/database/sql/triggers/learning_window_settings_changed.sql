-- A new or changed conversation can push an older one out of the window; so can new settings.
CREATE OR REPLACE TRIGGER learning_window_settings_changed AFTER INSERT OR UPDATE OF enable_memory,
    recent_window_type, recent_max_items, recent_max_age_days ON people_memorysettings
    FOR EACH ROW EXECUTE FUNCTION learning_mark_outside();
