CREATE OR REPLACE TRIGGER people_membership_ends AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION communities_left();
