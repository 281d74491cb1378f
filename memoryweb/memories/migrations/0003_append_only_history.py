"""History cannot be changed, cannot be forgotten, and can be lawfully emptied by one function only."""

from django.db import migrations

from memoryweb.people.isolation import ME


class Migration(migrations.Migration):
    dependencies = [("memories", "0002_isolation")]

    operations = [
        # A version is written once. The owner's function below is the only thing that empties one.
        migrations.RunSQL(
            sql="""
                REVOKE UPDATE, DELETE ON memories_historicalmemory FROM memoryweb_app;
                DROP POLICY memories_historicalmemory_change ON memories_historicalmemory;
                DROP POLICY memories_historicalmemory_remove ON memories_historicalmemory
            """,
            reverse_sql=f"""
                GRANT UPDATE, DELETE ON memories_historicalmemory TO memoryweb_app;
                CREATE POLICY memories_historicalmemory_change ON memories_historicalmemory FOR UPDATE
                    TO memoryweb_app USING (person_id = {ME}) WITH CHECK (person_id = {ME});
                CREATE POLICY memories_historicalmemory_remove ON memories_historicalmemory FOR DELETE
                    TO memoryweb_app USING (person_id = {ME})
            """,
        ),
        # Activity: a person's newest changes, keyset; a memory's own timeline and newest version.
        migrations.RunSQL(
            sql="""
                CREATE INDEX history_of_a_person ON memories_historicalmemory
                    (person_id, history_date DESC, history_id DESC);
                CREATE INDEX history_of_a_memory ON memories_historicalmemory (id, history_id DESC)
            """,
            reverse_sql="DROP INDEX history_of_a_person; DROP INDEX history_of_a_memory",
        ),
        migrations.RunSQL(
            sql=f"""
                CREATE FUNCTION memories_blank_versions(memory uuid) RETURNS integer
                LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
                DECLARE emptied integer;
                BEGIN
                    UPDATE memories_historicalmemory SET
                        project = '', condition = '', applies_to = '{{}}', muted_for = '{{}}', kind = '', raw_kind = '',
                        kind_basis = '', category = '', key = '', label = '', value = 'null', details = '',
                        tags = '{{}}', metadata = '{{}}', language = '', fingerprint = '', section = '', source = '',
                        expire_reason = '', confidence = 0, importance_base = 0
                    WHERE id = memory AND person_id = {ME};
                    GET DIAGNOSTICS emptied = ROW_COUNT;
                    RETURN emptied;
                END $$;
                REVOKE ALL ON FUNCTION memories_blank_versions(uuid) FROM PUBLIC;
                GRANT EXECUTE ON FUNCTION memories_blank_versions(uuid) TO memoryweb_app
            """,
            reverse_sql="DROP FUNCTION memories_blank_versions(uuid)",
        ),
        # No change without its version, no erasure with words left behind: checked when the transaction ends.
        migrations.RunSQL(
            sql="""
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
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION memories_change_has_a_version();
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
            """,
            reverse_sql="""
                DROP TRIGGER memories_change_has_a_version ON memories_memory;
                DROP TRIGGER memories_erasure_leaves_no_words ON memories_memory;
                DROP FUNCTION memories_change_has_a_version();
                DROP FUNCTION memories_erasure_leaves_no_words()
            """,
        ),
    ]
