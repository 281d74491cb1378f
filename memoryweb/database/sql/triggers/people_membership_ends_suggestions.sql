CREATE OR REPLACE TRIGGER people_membership_ends_suggestions AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION communities_suggestions_end();
