"""The owner's functions: membership, taking back what was shared, and what happens when a member or an account goes."""

from django.db import migrations

from memoryweb.rls.policies import IS_PERSON, ME, OwnersFunction

# Every function that acts for a person begins with this. It is out of the web process's reach.
REQUIRE_PERSON = f"""
CREATE FUNCTION communities_require_person() RETURNS uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
    IF {ME} IS NULL OR NOT {IS_PERSON} OR NOT EXISTS (SELECT FROM people_user WHERE id = {ME} AND is_active) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a person may do this.';
    END IF;
    RETURN {ME};
END $$;
REVOKE ALL ON FUNCTION communities_require_person() FROM PUBLIC
"""
FOUND = """
    INSERT INTO people_community (id, name, moderation, created_at) VALUES (new_id, called, how, now());
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), communities_require_person(), new_id, 'owner', my_name, now());
"""
OPEN = "i.token_hash = hash AND i.revoked_at IS NULL AND i.expires_at > now() AND i.uses < i.max_uses"
INVITED_TO = f"""
    RETURN QUERY SELECT c.id, c.name::text, m.name::text
    FROM communities_communityinvitation i JOIN people_community c ON c.id = i.community_id
    JOIN people_membership m ON m.community_id = c.id AND m.person_id = i.person_id AND m.role <> 'member'
    WHERE {OPEN};
"""
# Whoever is a member already stays one, and uses up nothing.
JOIN = f"""
    me := communities_require_person();
    SELECT c.id INTO joined FROM communities_invited_to(hash) c;
    IF joined IS NULL OR EXISTS (SELECT FROM people_membership WHERE person_id = me AND community_id = joined) THEN
        RETURN joined;
    END IF;
    UPDATE communities_communityinvitation i SET uses = i.uses + 1 WHERE {OPEN};
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO people_membership (id, person_id, community_id, role, name, joined_at)
    VALUES (gen_random_uuid(), me, joined, 'member', my_name, now()) ON CONFLICT DO NOTHING;
    RETURN joined;
"""
ONLY_THE_OWNER = """
    SELECT * INTO target FROM people_membership WHERE id = membership;
    IF NOT EXISTS (SELECT FROM people_membership WHERE person_id = communities_require_person()
                   AND community_id = target.community_id AND role = 'owner') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner of the community may do this.';
    END IF;
"""
SET_ROLE = f"""
    {ONLY_THE_OWNER}
    IF target.role = 'owner' OR new_role NOT IN ('member', 'moderator') THEN
        RAISE insufficient_privilege USING MESSAGE = 'A community always has one owner.';
    END IF;
    UPDATE people_membership SET role = new_role WHERE id = membership;
"""
HAND_OVER = f"""
    {ONLY_THE_OWNER}
    UPDATE people_membership SET role = 'moderator' WHERE community_id = target.community_id AND role = 'owner';
    UPDATE people_membership SET role = 'owner' WHERE id = membership;
"""
# A moderator removes members, the owner moderators too.
REMOVE_MEMBER = """
    SELECT * INTO target FROM people_membership WHERE id = membership;
    SELECT role INTO mine FROM people_membership
    WHERE person_id = communities_require_person() AND community_id = target.community_id;
    IF mine IS NULL OR target.role = 'owner'
        OR NOT (mine = 'owner' OR mine = 'moderator' AND target.role = 'member') THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only the owner, or a moderator for members, may do this.';
    END IF;
    DELETE FROM people_membership WHERE id = membership;
"""
# How many people and agents read a community: its members may know the numbers.
READERS = """
    IF NOT of_community = ANY (people_my_communities()) THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT
        (SELECT count(*)::integer FROM people_membership m WHERE m.community_id = of_community),
        (SELECT count(*)::integer FROM agents_agent a
         JOIN people_membership m ON m.person_id = a.person_id AND m.community_id = a.community_id
         WHERE a.community_id = of_community AND a.revoked_at IS NULL AND 'memories:read' = ANY (a.scopes));
"""
# An author's record in the community, for its moderators. Of whom it is, they learn what the memory itself says.
RECORD = """
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s
                   WHERE s.id = shared AND s.community_id = ANY (people_moderated_communities())) THEN
        RETURN;
    END IF;
    RETURN QUERY
        SELECT count(*) FILTER (WHERE s.status IN ('shown', 'replaced'))::integer,
            count(*) FILTER (WHERE s.status = 'sent_back')::integer,
            count(*) FILTER (WHERE s.status IN ('hidden', 'removed'))::integer,
            (SELECT count(*)::integer FROM communities_decision d
             JOIN communities_contribution other ON other.id = d.shared_id
             WHERE d.verb = 'warn' AND d.undone_at IS NULL AND other.person_id = own.person_id
               AND d.community_id = own.community_id),
            (SELECT m.joined_at FROM people_membership m
             WHERE m.person_id = own.person_id AND m.community_id = own.community_id)
        FROM communities_contribution own
        JOIN communities_contribution c ON c.person_id = own.person_id AND c.community_id = own.community_id
        JOIN communities_sharedmemory s ON s.id = c.id
        WHERE own.id = shared GROUP BY own.id, own.person_id, own.community_id;
"""
# Emptied for good: the words, in every version, in everybody's receipts. What is left says that there was something.
WIPE = """
CREATE FUNCTION communities_wipe(shared uuid) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
    UPDATE communities_sharedmemory SET status = 'retracted', statement = '', details = '', reason = '', appeal = '',
        key = '', category = '', author_name = '', agent_name = '', appealed_at = NULL, words = NULL, vector = NULL,
        encoder = '', changed_at = now() WHERE id = shared;
    UPDATE communities_historicalsharedmemory SET statement = '', details = '', reason = '', appeal = '', key = '',
        category = '', author_name = '', agent_name = '' WHERE id = shared;
    UPDATE communities_report SET words = '', resolved_at = coalesce(resolved_at, now()) WHERE shared_id = shared;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared
$$;
REVOKE ALL ON FUNCTION communities_wipe(uuid) FROM PUBLIC
"""
RETRACT = """
    IF NOT EXISTS (SELECT FROM communities_contribution
                   WHERE id = shared AND person_id = communities_require_person()) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only who shared it takes it back.';
    END IF;
    SELECT s.* INTO target FROM communities_sharedmemory s WHERE s.id = shared FOR UPDATE;
    IF target.id IS NULL OR target.status = 'retracted' THEN
        RETURN;
    END IF;
    INSERT INTO communities_decision (id, community_id, shared_id, verb, reason, before, at)
    VALUES (gen_random_uuid(), target.community_id, shared, 'retract', '', target.status, now());
    PERFORM communities_wipe(shared);
"""
# What moderators removed is no longer quoted by anybody's receipts. Its words stay with its author and the moderators.
EMPTY_LINES = """
    IF NOT EXISTS (SELECT FROM communities_sharedmemory s WHERE s.id = shared AND s.status = 'removed'
                   AND s.community_id = ANY (people_moderated_communities())) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Only a moderator may do this, to what was removed.';
    END IF;
    UPDATE recall_receiptitem SET line = '', parts = '{}' WHERE shared_id = shared;
"""
# With its person's account a contribution goes. What the community shows stays, and names nobody; all else goes too.
DELETED_CONTRIBUTION = """
CREATE FUNCTION communities_deleted_contribution() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM communities_sharedmemory WHERE id = OLD.id AND status <> 'shown';
    IF FOUND THEN
        DELETE FROM communities_historicalsharedmemory WHERE id = OLD.id;
        DELETE FROM communities_decision WHERE shared_id = OLD.id;
        DELETE FROM communities_report WHERE shared_id = OLD.id;
        DELETE FROM communities_sharedmute WHERE shared_id = OLD.id;
        UPDATE recall_receiptitem SET line = '', parts = '{}', shared_id = NULL WHERE shared_id = OLD.id;
    ELSE
        UPDATE communities_sharedmemory SET author_name = '', agent_name = '', reason = '', appeal = ''
        WHERE id = OLD.id;
        UPDATE communities_historicalsharedmemory SET author_name = '', agent_name = '', reason = '', appeal = '',
            statement = '', details = ''
        WHERE id = OLD.id;
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER communities_contribution_is_deleted AFTER DELETE ON communities_contribution
    FOR EACH ROW EXECUTE FUNCTION communities_deleted_contribution()
"""
# An owner leaves after handing over. When their account goes, the one longest there takes over, moderators first. Of a
# community without members nothing is left but its row.
LEFT = f"""
CREATE FUNCTION communities_left() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE shared uuid[];
BEGIN
    DELETE FROM communities_communityinvitation
    WHERE community_id = OLD.community_id AND person_id = OLD.person_id;
    IF NOT EXISTS (SELECT FROM people_membership WHERE community_id = OLD.community_id) THEN
        shared := ARRAY(SELECT id FROM communities_sharedmemory WHERE community_id = OLD.community_id);
        DELETE FROM communities_sharedmute WHERE shared_id = ANY (shared);
        UPDATE recall_receiptitem SET line = '', parts = '{{}}', shared_id = NULL WHERE shared_id = ANY (shared);
        DELETE FROM communities_contribution WHERE community_id = OLD.community_id;
        DELETE FROM communities_sharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_historicalsharedmemory WHERE community_id = OLD.community_id;
        DELETE FROM communities_decision WHERE community_id = OLD.community_id;
        DELETE FROM communities_report WHERE community_id = OLD.community_id;
        UPDATE people_community SET name = '' WHERE id = OLD.community_id;
    ELSIF OLD.role = 'owner' AND NOT EXISTS (
        SELECT FROM people_membership WHERE community_id = OLD.community_id AND role = 'owner'
    ) THEN
        IF OLD.person_id = {ME} THEN
            RAISE insufficient_privilege USING MESSAGE = 'An owner hands the community over before leaving it.';
        END IF;
        UPDATE people_membership SET role = 'owner' WHERE id = (
            SELECT id FROM people_membership WHERE community_id = OLD.community_id
            ORDER BY role <> 'moderator', joined_at, id LIMIT 1);
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER people_membership_ends AFTER DELETE ON people_membership
    FOR EACH ROW EXECUTE FUNCTION communities_left()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("communities", "0002_policies"),
        ("recall", "0004_shared_items"),
        ("agents", "0009_deleted_agents"),
    ]

    operations = [
        migrations.RunSQL(REQUIRE_PERSON, "DROP FUNCTION communities_require_person()"),
        OwnersFunction("communities_found(new_id uuid, called text, how text, my_name text)", "void", FOUND),
        OwnersFunction(
            "communities_invited_to(hash bytea)", "TABLE (id uuid, name text, invited_by text)", INVITED_TO
        ),
        OwnersFunction("communities_join(hash bytea, my_name text)", "uuid", JOIN, declare="me uuid; joined uuid;"),
        OwnersFunction(
            "communities_set_role(membership uuid, new_role text)", "void", SET_ROLE,
            declare="target people_membership;",
        ),
        OwnersFunction(
            "communities_hand_over(membership uuid)", "void", HAND_OVER, declare="target people_membership;"
        ),
        OwnersFunction(
            "communities_remove_member(membership uuid)", "void", REMOVE_MEMBER,
            declare="target people_membership; mine text;",
        ),
        OwnersFunction("communities_readers(of_community uuid)", "TABLE (people integer, agents integer)", READERS),
        OwnersFunction(
            "communities_record(shared uuid)",
            "TABLE (approved integer, sent_back integer, removed integer, warned integer, since timestamptz)", RECORD,
        ),
        migrations.RunSQL(WIPE, "DROP FUNCTION communities_wipe(uuid)"),
        OwnersFunction(
            "communities_retract(shared uuid)", "void", RETRACT, declare="target communities_sharedmemory;"
        ),
        OwnersFunction("communities_empty_lines(shared uuid)", "void", EMPTY_LINES),
        migrations.RunSQL(DELETED_CONTRIBUTION, "DROP FUNCTION communities_deleted_contribution() CASCADE"),
        migrations.RunSQL(LEFT, "DROP FUNCTION communities_left() CASCADE"),
    ]  # fmt: skip
