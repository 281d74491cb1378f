"""Links every version into its person's chain when its transaction commits, and what already stands here."""

from django.db import migrations

# The columns of a version that erasing empties, and what they then are. Their text is hashed with a salt.
WORDS = {
    "project": "''", "condition": "''", "day": "NULL", "applies_to": "'{}'", "muted_agents": "'{}'",
    "muted_tasks": "'{}'", "kind": "''", "raw_kind": "''", "kind_basis": "''", "category": "''", "said_category": "''",
    "key": "''", "label": "''", "value": "'null'", "details": "''", "tags": "'{}'", "metadata": "'{}'",
    "language": "''", "fingerprint": r"'\x'", "section": "''", "source": "''", "expire_reason": "''",
    "confidence": "0", "importance_base": "0",
}  # fmt: skip
# All the others. A migration that adds a column adds a format, because older links are of the columns of their time.
KEPT = [
    "history_id", "history_date", "history_type", "transaction", "id", "person_id", "obs_id", "audience",
    "community_id", "one_valued", "horizon", "status", "contested", "superseded_by_id", "negates_id", "expired_on",
    "pinned", "source_assumed", "evidence_count", "repeats", "evidence_from", "evidence_to", "importance_as_of",
    "importance_assumed", "ttl_days", "ttl_from", "valid_until", "observed_on", "learned_on", "updated_on",
    "completed_at", "confirmed_at", "verified_at", "unasked_at", "changed_at", "changed_by", "changed_by_agent_id",
    "changed_verb", "changed_because",
]  # fmt: skip

OF_THE_OWNER = "SECURITY DEFINER SET search_path = public, pg_temp"
# A row's text depends on these settings of the session.
AS_TEXT = "SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET extra_float_digits = 1 SET bytea_output = 'hex'"
# These tables are small or empty when a plan is made and not when it runs, and each plan is used for any size.
ONE_PLAN = "SET plan_cache_mode = force_generic_plan SET enable_seqscan = off"


def _row(columns: list[str]) -> str:
    return ", ".join(f"version.{column}" for column in columns)


HASHED = f"""
CREATE FUNCTION memories_words_of(version memories_historicalmemory, format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE format WHEN 1 THEN ROW({_row(list(WORDS))})::text END $$;
CREATE FUNCTION memories_kept_of(version memories_historicalmemory, format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE format WHEN 1 THEN ROW({_row(KEPT)})::text END $$;
CREATE FUNCTION memories_no_words(format integer) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE format WHEN 1 THEN ROW({", ".join(WORDS.values())})::text END $$;
CREATE FUNCTION memories_removal_of(version bigint, person uuid, at timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT ROW('removal', version, person, at)::text $$;

CREATE FUNCTION memories_next_row_hash(before bytea, entry bytea, first bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE AS $$ SELECT sha256(coalesce(before, first) || entry) $$;
CREATE AGGREGATE memories_row_hash(entry bytea, first bytea) (sfunc = memories_next_row_hash, stype = bytea)
"""
DROP_HASHED = """
DROP AGGREGATE memories_row_hash(bytea, bytea);
DROP FUNCTION memories_next_row_hash(bytea, bytea, bytea);
DROP FUNCTION memories_removal_of(bigint, uuid, timestamptz);
DROP FUNCTION memories_no_words(integer);
DROP FUNCTION memories_kept_of(memories_historicalmemory, integer);
DROP FUNCTION memories_words_of(memories_historicalmemory, integer)
"""

# Links these versions, and the removals with these numbers, at the end of their people's chains. The heads are locked
# in the order of the people, so two transactions never wait for each other.
LINK_VERSIONS = f"""
CREATE FUNCTION memories_link_versions(numbers bigint[]) RETURNS void
LANGUAGE plpgsql {OF_THE_OWNER} {AS_TEXT} {ONE_PLAN} AS $$
DECLARE people uuid[] := ARRAY(
    SELECT person_id FROM memories_historicalmemory WHERE history_id = ANY (numbers)
    UNION SELECT person_id FROM memories_historylink WHERE removed_in = ANY (numbers) ORDER BY 1);
BEGIN
    INSERT INTO memories_historyhead (person_id, entries, row_hash)
    SELECT person, 0, '' FROM unnest(people) AS person
    WHERE NOT EXISTS (SELECT FROM memories_historyhead WHERE person_id = person)
    ORDER BY person ON CONFLICT DO NOTHING;
    PERFORM FROM memories_historyhead WHERE person_id = ANY (people) ORDER BY person_id FOR NO KEY UPDATE;
    WITH written AS (  -- a salt for each row: volatile, so the planner keeps this apart from what reads it
        SELECT version.history_id AS version, version.person_id, version.id AS memory, version.history_date AS at,
               memories_words_of(version, 1) AS words, memories_kept_of(version, 1) AS kept, gen_random_uuid() AS salt
        FROM memories_historicalmemory AS version WHERE version.history_id = ANY (numbers)
    ), added AS (
        SELECT version, person_id, memory, at, salt, sha256(uuid_send(salt) || convert_to(words, 'UTF8')) AS words_hash,
               sha256(convert_to(kept, 'UTF8')) AS kept_hash
        FROM written
        UNION ALL
        SELECT removed_in, person_id, NULL, now(), NULL,
               sha256(convert_to(string_agg(version::text, ',' ORDER BY version), 'UTF8')),
               sha256(convert_to(memories_removal_of(removed_in, person_id, now()), 'UTF8'))
        FROM memories_historylink WHERE removed_in = ANY (numbers) GROUP BY removed_in, person_id
    ), linked AS (
        INSERT INTO memories_historylink
            (version, person_id, position, memory, at, format, salt, words_hash, kept_hash, row_hash)
        SELECT version, person_id, head.entries + row_number() OVER chain, memory, at, 1, salt, words_hash, kept_hash,
               memories_row_hash(words_hash || kept_hash, head.row_hash) OVER chain
        FROM added JOIN memories_historyhead AS head USING (person_id)
        WINDOW chain AS (PARTITION BY person_id ORDER BY version ROWS UNBOUNDED PRECEDING)
        RETURNING person_id, position, row_hash
    )
    UPDATE memories_historyhead AS head SET entries = newest.position, row_hash = newest.row_hash
    FROM (SELECT DISTINCT ON (person_id) * FROM linked ORDER BY person_id, position DESC) AS newest
    WHERE head.person_id = newest.person_id;
END $$;
REVOKE ALL ON FUNCTION memories_link_versions(bigint[]) FROM PUBLIC
"""

# A statement's versions are noted when it ends, and all of a transaction are linked when it commits: others wait for a
# head only as long as a commit takes. The first note that is looked at adds the mark, whose own turn comes after every
# other check of the commit; so a transaction that holds a head waits for nothing but heads.
LINK_AT_COMMIT = f"""
CREATE FUNCTION memories_note_versions() RETURNS trigger
LANGUAGE plpgsql {OF_THE_OWNER} AS $$
BEGIN
    INSERT INTO memories_versionstolink (transaction, first, versions)
    SELECT pg_current_xact_id()::text::bigint, min(history_id), array_agg(history_id) FROM added HAVING count(*) > 0;
    RETURN NULL;
END $$;
CREATE TRIGGER memories_versions_are_noted AFTER INSERT ON memories_historicalmemory
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION memories_note_versions();

CREATE FUNCTION memories_link_at_commit() RETURNS trigger
LANGUAGE plpgsql {OF_THE_OWNER} {ONE_PLAN} AS $$
DECLARE numbers bigint[];
BEGIN
    IF NEW.first <> 0 THEN
        INSERT INTO memories_versionstolink (transaction, first, versions) VALUES (NEW.transaction, 0, '{{}}')
        ON CONFLICT DO NOTHING;
    ELSE
        WITH noted AS (DELETE FROM memories_versionstolink WHERE transaction = NEW.transaction RETURNING versions)
        SELECT array_agg(number) INTO numbers FROM noted, unnest(versions) AS number;
        PERFORM memories_link_versions(numbers);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memories_versions_are_linked AFTER INSERT ON memories_versionstolink
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION memories_link_at_commit()
"""
DROP_LINK_AT_COMMIT = """
DROP TRIGGER memories_versions_are_linked ON memories_versionstolink;
DROP FUNCTION memories_link_at_commit();
DROP TRIGGER memories_versions_are_noted ON memories_historicalmemory;
DROP FUNCTION memories_note_versions()
"""

# What is written while this migration runs waits, or it would be in no chain.
LINK_EXISTING = """
LOCK TABLE memories_historicalmemory IN SHARE ROW EXCLUSIVE MODE;
SELECT memories_link_versions(array_agg(history_id)) FROM memories_historicalmemory HAVING count(*) > 0
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0017_history_chain")]

    operations = [
        migrations.RunSQL(sql=HASHED, reverse_sql=DROP_HASHED),
        migrations.RunSQL(sql=LINK_VERSIONS, reverse_sql="DROP FUNCTION memories_link_versions(bigint[])"),
        migrations.RunSQL(sql=LINK_EXISTING, reverse_sql=migrations.RunSQL.noop),
        migrations.RunSQL(sql=LINK_AT_COMMIT, reverse_sql=DROP_LINK_AT_COMMIT),
    ]
