-- For the triggers of MemberOnly (database/tables.py). It runs as who writes, and sees their own memberships.
CREATE OR REPLACE FUNCTION people_only_members()
    RETURNS trigger
    LANGUAGE plpgsql
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM people_membership WHERE person_id = NEW.person_id AND community_id = NEW.community_id
    ) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a member writes into a community.';
    END IF;
    RETURN NEW;
END $$;
