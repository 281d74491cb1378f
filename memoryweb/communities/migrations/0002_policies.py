"""Who may read and write which row of a community, and how a shared memory may change (SPEC §11).

Row-level security and these triggers are the whole rule: SQL as the web process's role, in anybody's scope, can do no
more than the pages. In an agent's scope nothing is shared, decided, reported or muted.
"""

from django.db import migrations

from memoryweb.rls.policies import AGENT_COMMUNITY, IS_PERSON, ME, Isolate, MemberOnly

MINE = "ANY ((SELECT people_my_communities())::uuid[])"
MODERATED = "ANY ((SELECT people_moderated_communities())::uuid[])"
OWN = f"{{}} IN (SELECT id FROM communities_contribution WHERE person_id = {ME}) AND {IS_PERSON}"
ENDS_WITH_ITS_TABLE = migrations.RunSQL.noop  # policies, triggers and rights go with the table


def policies(table: str, **conditions: str) -> migrations.RunSQL:
    """Return the policies of a table: `read`, `add`, `change` and `remove`; nobody does what is left out."""
    commands = {"read": "SELECT USING", "add": "INSERT WITH CHECK", "change": "UPDATE USING", "remove": "DELETE USING"}
    sql = [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"REVOKE INSERT, UPDATE, DELETE ON {table} FROM memoryweb_clock",
    ]
    for name, command in commands.items():
        verb, clause = command.split(" ", 1)
        if name in conditions:
            sql.append(
                f"CREATE POLICY {table}_{name} ON {table} FOR {verb} TO memoryweb_app {clause} ({conditions[name]})"
            )
        else:
            sql.append(f"REVOKE {verb} ON {table} FROM memoryweb_app")
    reverse = [f"DROP POLICY {table}_{name} ON {table}" for name in conditions]
    return migrations.RunSQL("; ".join(sql), "; ".join(reverse))


# An agent adds suggestions for its own community, and changes nothing. A contribution has the id of the memory that it
# becomes, so nobody may make one for a memory that is there already: it would be theirs.
SUGGESTED_BY_AGENT = f"status = 'suggested' AND community_id::text = {AGENT_COMMUNITY}"
CONTRIBUTIONS = f"""
DROP POLICY communities_contribution_add ON communities_contribution;
CREATE POLICY communities_contribution_add ON communities_contribution FOR INSERT TO memoryweb_app
    WITH CHECK (person_id = {ME} AND ({IS_PERSON} OR {SUGGESTED_BY_AGENT}));
DROP POLICY communities_contribution_change ON communities_contribution;
CREATE POLICY communities_contribution_change ON communities_contribution FOR UPDATE TO memoryweb_app
    USING (person_id = {ME} AND {IS_PERSON}) WITH CHECK (person_id = {ME} AND {IS_PERSON});
DROP POLICY communities_contribution_remove ON communities_contribution;
REVOKE DELETE, UPDATE ON communities_contribution FROM memoryweb_app;
GRANT UPDATE (status, statement, details, reason, category, key, decided_at, warning_seen_at, fingerprint, memory_id)
    ON communities_contribution TO memoryweb_app;
CREATE FUNCTION communities_new_contribution() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM communities_sharedmemory WHERE id = NEW.id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Somebody else shared this.';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER communities_contribution_is_new BEFORE INSERT ON communities_contribution
    FOR EACH ROW EXECUTE FUNCTION communities_new_contribution()
"""
# A member shares by their own contribution. It is shown at once only where nobody looks at it first.
ADD_SHARED = f"""
    community_id = {MINE} AND {IS_PERSON}
    AND shown_at IS NOT DISTINCT FROM CASE status WHEN 'shown' THEN proposed_at END
    AND (status = 'proposed' OR status = 'shown'
         AND (SELECT moderation FROM people_community c WHERE c.id = community_id) = 'open')
    AND EXISTS (SELECT FROM communities_contribution c WHERE c.id = communities_sharedmemory.id AND c.person_id = {ME}
                AND c.community_id = communities_sharedmemory.community_id AND c.status = 'shared')
"""
# What may change, by whom: in its words a moderator, or its author until it is shown; in its state as the table of
# rules/moderation.py says, for which the deferred trigger below wants a line of the log. The owner's functions, which
# have checked who acts, pass.
CHANGE_SHARED = f"""
CREATE FUNCTION communities_change_shared() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    moderates boolean := OLD.community_id = {MODERATED};
    new_words boolean := (NEW.statement, NEW.details, NEW.kind, NEW.category, NEW.key, NEW.one_valued, NEW.language)
        IS DISTINCT FROM (OLD.statement, OLD.details, OLD.kind, OLD.category, OLD.key, OLD.one_valued, OLD.language);
BEGIN
    IF NOT row_security_active('communities_sharedmemory') THEN
        RETURN NEW;
    END IF;
    IF (NEW.id, NEW.community_id, NEW.author_name, NEW.agent_name, NEW.replaces_id)
        IS DISTINCT FROM (OLD.id, OLD.community_id, OLD.author_name, OLD.agent_name, OLD.replaces_id) THEN
        RAISE insufficient_privilege USING MESSAGE = 'Whose a shared memory is, and where, does not change.';
    END IF;
    IF 'retracted' IN (OLD.status, NEW.status) THEN
        RAISE insufficient_privilege USING MESSAGE = 'What was taken back stays so.';
    END IF;
    IF moderates AND (NEW.appeal, NEW.reason) IS NOT DISTINCT FROM (OLD.appeal, OLD.reason) THEN
        RETURN NEW;
    END IF;
    IF EXISTS (SELECT FROM communities_contribution WHERE id = OLD.id AND person_id = {ME}) THEN
        IF NEW.status = OLD.status AND NOT new_words AND OLD.status IN ('sent_back', 'hidden', 'removed')
            AND NEW.shown_at IS NOT DISTINCT FROM OLD.shown_at THEN
            RETURN NEW;  -- an appeal
        END IF;
        IF OLD.status IN ('proposed', 'sent_back') AND NEW.status = 'proposed' AND NEW.shown_at IS NULL
            AND OLD.community_id = {MINE} THEN
            RETURN NEW;  -- in other words
        END IF;
    END IF;
    RAISE insufficient_privilege USING MESSAGE = 'Only a moderator decides this.';
END $$;
CREATE TRIGGER communities_sharedmemory_changes BEFORE UPDATE ON communities_sharedmemory
    FOR EACH ROW EXECUTE FUNCTION communities_change_shared();
CREATE FUNCTION communities_is_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM communities_decision WHERE NEW.id IN (shared_id, other)
                   AND transaction = pg_current_xact_id()::text::bigint) THEN
        RAISE insufficient_privilege USING MESSAGE = 'A decision needs a line in the log.';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER communities_sharedmemory_is_decided AFTER UPDATE ON communities_sharedmemory
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status <> 'proposed' AND (OLD.status, OLD.statement, OLD.details)
          IS DISTINCT FROM (NEW.status, NEW.statement, NEW.details))
    EXECUTE FUNCTION communities_is_decided()
"""
SEEN = f"""
    status = 'shown' AND community_id = {MINE} OR community_id = {MODERATED} OR {OWN.format("id")}
"""
KEPT_COLUMNS = """
REVOKE UPDATE ON communities_report FROM memoryweb_app;
GRANT UPDATE (resolved_at) ON communities_report TO memoryweb_app;
REVOKE UPDATE ON communities_communityinvitation FROM memoryweb_app;
GRANT UPDATE (revoked_at) ON communities_communityinvitation TO memoryweb_app;
REVOKE UPDATE ON communities_decision FROM memoryweb_app;
GRANT UPDATE (undone_at) ON communities_decision TO memoryweb_app
"""
DECIDES = f"moderator_id = {ME} AND community_id = {MODERATED} AND verb <> 'retract'"
OF_ITS_COMMUNITY = "community_id = (SELECT s.community_id FROM communities_sharedmemory s WHERE s.id = shared_id)"


class Migration(migrations.Migration):
    dependencies = [("communities", "0001_tables"), ("people", "0013_communities")]

    operations = [
        Isolate("communities_contribution"),
        MemberOnly("communities_contribution", "community_id"),
        migrations.RunSQL(CONTRIBUTIONS, ENDS_WITH_ITS_TABLE),
        policies(
            "communities_sharedmemory", read=SEEN, add=ADD_SHARED,
            change=f"community_id = {MODERATED} OR {OWN.format('id')}",
        ),
        migrations.RunSQL(CHANGE_SHARED, "DROP FUNCTION communities_change_shared() CASCADE"),
        policies(
            "communities_historicalsharedmemory",
            read=f"community_id = {MODERATED} OR {OWN.format('id')}",
            add=f"community_id = {MODERATED} OR {OWN.format('id')}",
        ),
        policies(
            "communities_decision", read=f"community_id = {MINE}", add=f"{DECIDES} AND {OF_ITS_COMMUNITY}",
            change=DECIDES,
        ),
        policies(
            "communities_report", read=f"person_id = {ME} AND {IS_PERSON} OR community_id = {MODERATED}",
            add=f"person_id = {ME} AND {IS_PERSON} AND community_id = {MINE} AND resolved_at IS NULL"
            f" AND {OF_ITS_COMMUNITY}",
            change=f"community_id = {MODERATED}", remove=f"person_id = {ME} AND {IS_PERSON}",
        ),
        policies(
            "communities_sharedmute", read=f"person_id = {ME}",
            add=f"person_id = {ME} AND {IS_PERSON} AND shared_id IN (SELECT id FROM communities_sharedmemory)",
            remove=f"person_id = {ME} AND {IS_PERSON}",
        ),
        policies(
            "communities_communityinvitation", read=f"community_id = {MODERATED}",
            add=f"person_id = {ME} AND community_id = {MODERATED} AND uses = 0",
            change=f"community_id = {MODERATED}",
        ),
        migrations.RunSQL(KEPT_COLUMNS, ENDS_WITH_ITS_TABLE),
    ]  # fmt: skip
