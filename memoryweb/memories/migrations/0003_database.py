"""Row-level security of memories, the history that is written once, and what upkeep may do."""

from django.db import migrations

from memoryweb.rls.policies import ME, Isolate, SamePerson

# A memory is read by its person, and by the members of the community it was shared with.
READ = (
    f"person_id = {ME} OR (audience = 'community' AND community_id IN"
    f" (SELECT community_id FROM people_membership WHERE person_id = {ME}))"
)

# A version is written once: no right and no policy to change or remove one.
# The owner's function memories_blank_versions is the only thing that empties one.
WRITE_ONCE = """
REVOKE UPDATE, DELETE ON memories_historicalmemory FROM memoryweb_app;
DROP POLICY memories_historicalmemory_change ON memories_historicalmemory;
DROP POLICY memories_historicalmemory_remove ON memories_historicalmemory
"""
WRITE_OFTEN = f"""
GRANT UPDATE, DELETE ON memories_historicalmemory TO memoryweb_app;
CREATE POLICY memories_historicalmemory_change ON memories_historicalmemory FOR UPDATE TO memoryweb_app
    USING (person_id = {ME}) WITH CHECK (person_id = {ME});
CREATE POLICY memories_historicalmemory_remove ON memories_historicalmemory FOR DELETE TO memoryweb_app
    USING (person_id = {ME})
"""

# Erasure empties the versions of one memory of the person in scope.
BLANK_VERSIONS = f"""
CREATE FUNCTION memories_blank_versions(memory uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE emptied integer;
BEGIN
    UPDATE memories_historicalmemory SET
        project = '', condition = '', day = NULL, applies_to = '{{}}', muted_agents = '{{}}', muted_tasks = '{{}}',
        kind = '', raw_kind = '', kind_basis = '', category = '', key = '', label = '', value = 'null', details = '',
        tags = '{{}}', metadata = '{{}}', language = '', fingerprint = '', section = '', source = '',
        expire_reason = '', confidence = 0, importance_base = 0
    WHERE id = memory AND person_id = {ME};
    GET DIAGNOSTICS emptied = ROW_COUNT;
    RETURN emptied;
END $$;
REVOKE ALL ON FUNCTION memories_blank_versions(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memories_blank_versions(uuid) TO memoryweb_app
"""
DROP_BLANK_VERSIONS = "DROP FUNCTION memories_blank_versions(uuid)"

# No change without its version. Checked when the transaction ends.
CHANGE_HAS_A_VERSION = """
CREATE FUNCTION memories_change_has_a_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM memories_historicalmemory h
        WHERE h.id = NEW.id AND h.transaction = pg_current_xact_id()::text::bigint
    ) AND EXISTS (SELECT 1 FROM memories_memory WHERE id = NEW.id) THEN
        RAISE EXCEPTION 'memory % was changed without a version', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memories_change_has_a_version AFTER INSERT OR UPDATE ON memories_memory
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION memories_change_has_a_version()
"""
DROP_CHANGE_HAS_A_VERSION = """
DROP TRIGGER memories_change_has_a_version ON memories_memory;
DROP FUNCTION memories_change_has_a_version()
"""

# No erasure that leaves words in a version. Checked when the transaction ends.
ERASURE_LEAVES_NO_WORDS = """
CREATE FUNCTION memories_erasure_leaves_no_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM memories_historicalmemory h WHERE h.id = OLD.id AND h.label <> '') THEN
        RAISE EXCEPTION 'memory % was deleted but its versions keep its words', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memories_erasure_leaves_no_words AFTER DELETE ON memories_memory
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION memories_erasure_leaves_no_words()
"""
DROP_ERASURE_LEAVES_NO_WORDS = """
DROP TRIGGER memories_erasure_leaves_no_words ON memories_memory;
DROP FUNCTION memories_erasure_leaves_no_words()
"""

# Activity: a person's newest changes.
HISTORY_OF_A_PERSON = """
CREATE INDEX history_of_a_person ON memories_historicalmemory (person_id, history_date DESC, history_id DESC)
"""
# A memory's timeline; and history.as_of: which version was the newest on a day, told from the index alone.
HISTORY_OF_A_MEMORY = """
CREATE INDEX history_of_a_memory ON memories_historicalmemory (id, history_id DESC) INCLUDE (person_id, history_date)
"""

# Runs are upkeep's own: no person has a row there, and the app only reads them.
UPKEEP_RUNS = """
REVOKE INSERT, UPDATE, DELETE ON memories_upkeeprun FROM memoryweb_app;
GRANT INSERT, UPDATE, DELETE ON memories_upkeeprun TO memoryweb_clock
"""
UPKEEP_RUNS_OF_THE_APP = """
REVOKE INSERT, UPDATE, DELETE ON memories_upkeeprun FROM memoryweb_clock;
GRANT INSERT, UPDATE, DELETE ON memories_upkeeprun TO memoryweb_app
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_tables")]

    operations = [
        Isolate("memories_memory", sees=READ, clock="SELECT, UPDATE"),
        Isolate("memories_historicalmemory", clock="SELECT, INSERT"),
        Isolate("memories_evidence"),
        # Upkeep asks questions and withdraws them, puts memories in conflict, and notes what it compared and purged.
        Isolate("memories_proposal", clock="SELECT, INSERT, UPDATE"),
        Isolate("memories_conflict", clock="SELECT, INSERT, UPDATE"),
        Isolate("memories_conflictmember", clock="SELECT, INSERT"),
        Isolate("memories_searchdocument", clock="SELECT, UPDATE (subject, negative, compared)"),
        Isolate("memories_erasure", clock="SELECT, UPDATE (purged_at)"),
        Isolate("memories_use"),
        Isolate("memories_refusal"),
        Isolate("memories_tombstone"),
        Isolate("memories_observationcounter"),
        SamePerson("memories_evidence", "memory_id", "memories_memory"),
        SamePerson("memories_proposal", "memory_id", "memories_memory"),
        SamePerson("memories_searchdocument", "memory_id", "memories_memory"),
        SamePerson("memories_use", "memory_id", "memories_memory"),
        SamePerson("memories_use", "agent_id", "agents_agent"),
        SamePerson("memories_conflictmember", "memory_id", "memories_memory"),
        SamePerson("memories_conflictmember", "conflict_id", "memories_conflict"),
        SamePerson("memories_memory", "superseded_by_id", "memories_memory", on_delete="NO ACTION"),
        SamePerson("memories_memory", "negates_id", "memories_memory", on_delete="NO ACTION"),
        migrations.RunSQL(sql=WRITE_ONCE, reverse_sql=WRITE_OFTEN),
        migrations.RunSQL(sql=BLANK_VERSIONS, reverse_sql=DROP_BLANK_VERSIONS),
        migrations.RunSQL(sql=CHANGE_HAS_A_VERSION, reverse_sql=DROP_CHANGE_HAS_A_VERSION),
        migrations.RunSQL(sql=ERASURE_LEAVES_NO_WORDS, reverse_sql=DROP_ERASURE_LEAVES_NO_WORDS),
        migrations.RunSQL(sql=HISTORY_OF_A_PERSON, reverse_sql="DROP INDEX history_of_a_person"),
        migrations.RunSQL(sql=HISTORY_OF_A_MEMORY, reverse_sql="DROP INDEX history_of_a_memory"),
        migrations.RunSQL(sql=UPKEEP_RUNS, reverse_sql=UPKEEP_RUNS_OF_THE_APP),
    ]
