CREATE OR REPLACE TRIGGER people_membership_ends_groups AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION telegram_groups_end();
