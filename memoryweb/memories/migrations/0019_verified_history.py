"""What may lawfully happen to linked versions, erasing and removing, and the function that verifies a chain."""

from django.db import migrations

from memoryweb.rls.policies import ME

EMPTY_VERSIONS = f"""
    UPDATE memories_historicalmemory SET
        project = '', condition = '', day = NULL, applies_to = '{{}}', muted_agents = '{{}}', muted_tasks = '{{}}',
        kind = '', raw_kind = '', kind_basis = '', category = '', said_category = '', key = '', label = '',
        value = 'null', details = '', tags = '{{}}', metadata = '{{}}', language = '', fingerprint = '', section = '',
        source = '', expire_reason = '', confidence = 0, importance_base = 0
    WHERE id = memory AND person_id = {ME};
    GET DIAGNOSTICS emptied = ROW_COUNT;
"""
# As in 0004.
BLANK_VERSIONS = f"""
CREATE OR REPLACE FUNCTION memories_blank_versions(memory uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE emptied integer;
BEGIN {EMPTY_VERSIONS}
    RETURN emptied;
END $$
"""
# Without the salts nobody can find the words by guessing. Only a memory that is gone may be emptied.
BLANK_VERSIONS_AND_SALTS = f"""
CREATE OR REPLACE FUNCTION memories_blank_versions(memory uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE emptied integer;
BEGIN {EMPTY_VERSIONS}
    IF EXISTS (SELECT FROM memories_memory WHERE id = memory AND person_id = {ME}) THEN
        RAISE EXCEPTION 'memory % was not erased', memory USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE memories_historylink AS link SET salt = NULL FROM memories_historicalmemory AS version
    WHERE version.id = memories_blank_versions.memory AND version.person_id = {ME}
      AND link.version = version.history_id;
    RETURN emptied;
END $$
"""

# For an owner's function that removes emptied versions: their links stay, and one more link says which they were.
NOTE_REMOVAL = """
CREATE FUNCTION memories_note_removal(person uuid, versions bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE number bigint := nextval(pg_get_serial_sequence('memories_historicalmemory', 'history_id'));
BEGIN
    UPDATE memories_historylink SET removed_in = number WHERE version = ANY (versions) AND person_id = person;
    IF FOUND THEN
        INSERT INTO memories_versionstolink (transaction, first, versions)
        VALUES (pg_current_xact_id()::text::bigint, number, ARRAY[number]);
    END IF;
END $$;
REVOKE ALL ON FUNCTION memories_note_removal(uuid, bigint[]) FROM PUBLIC
"""

# Returns a row for each link of a person: what is wrong with its version, if anything, and if it follows the last one.
#   missing   the version is gone, and no removal names it
#   changed   a column of the version is not what it was
#   emptied   its words are gone, and no erasure of its memory stands later in the chain
WALK_HISTORY = """
CREATE FUNCTION memories_walk_history(person uuid)
RETURNS TABLE (version bigint, "position" bigint, at timestamptz, is_change boolean, problem text, follows boolean)
LANGUAGE sql STABLE AS $$
    SELECT link.version, link.position, link.at, link.memory IS NOT NULL AND link.removed_in IS NULL, CASE
        WHEN link.position <> link.number THEN 'gap'
        WHEN link.memory IS NULL THEN CASE
            WHEN link.kept_hash IS DISTINCT FROM
                     sha256(convert_to(memories_removal_of(link.version, person, link.at), 'UTF8'))
              OR link.words_hash IS DISTINCT FROM (
                     SELECT sha256(convert_to(string_agg(gone.version::text, ',' ORDER BY gone.version), 'UTF8'))
                     FROM memories_historylink AS gone WHERE gone.removed_in = link.version) THEN 'changed' END
        WHEN written.history_id IS NULL THEN CASE
            WHEN NOT EXISTS (SELECT FROM memories_historylink AS removal
                             WHERE removal.version = link.removed_in AND removal.memory IS NULL
                               AND removal.person_id = person AND removal.position > link.position) THEN 'missing' END
        WHEN link.removed_in IS NOT NULL OR written.id <> link.memory OR written.history_date <> link.at
          OR link.kept_hash IS DISTINCT FROM sha256(convert_to(memories_kept_of(written, link.format), 'UTF8'))
            THEN 'changed'
        WHEN link.salt IS NULL THEN CASE
            WHEN memories_words_of(written, link.format) IS DISTINCT FROM memories_no_words(link.format) THEN 'changed'
            WHEN NOT EXISTS (SELECT FROM memories_historicalmemory AS erased
                             JOIN memories_historylink AS later ON later.version = erased.history_id
                             WHERE erased.id = written.id AND erased.person_id = person AND erased.history_type = '-'
                               AND erased.changed_verb = 'erase' AND later.position > link.position) THEN 'emptied' END
        WHEN link.words_hash IS DISTINCT FROM
                 sha256(uuid_send(link.salt) || convert_to(memories_words_of(written, link.format), 'UTF8'))
            THEN CASE memories_words_of(written, link.format) WHEN memories_no_words(link.format) THEN 'emptied'
                 ELSE 'changed' END
        END, link.row_hash = sha256(link.before || link.words_hash || link.kept_hash)
    FROM (SELECT *, lag(row_hash, 1, '') OVER chain AS before, row_number() OVER chain AS number
          FROM memories_historylink WHERE person_id = person WINDOW chain AS (ORDER BY position)) AS link
    LEFT JOIN memories_historicalmemory AS written
      ON written.history_id = link.version AND written.person_id = link.person_id
$$
"""

# Says more about the first problem of a walk.
#   reordered  another version fits this link, or this link follows another one
#   changed    only this link's own row hash is not what it was: the next one follows what it should be
#   gap        what stood before it is gone
EXPLAIN_PROBLEM = """
CREATE FUNCTION memories_explain_problem(number bigint, found text) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN found = 'changed' AND EXISTS (
            SELECT FROM memories_historicalmemory AS other
            WHERE other.person_id = link.person_id AND other.history_id <> number
              AND link.words_hash =
                  sha256(uuid_send(link.salt) || convert_to(memories_words_of(other, link.format), 'UTF8'))
              AND link.kept_hash IN (
                  sha256(convert_to(memories_kept_of(other, link.format), 'UTF8')),
                  sha256(convert_to(memories_kept_of(jsonb_populate_record(
                      other, jsonb_build_object('history_id', number)), link.format), 'UTF8')))) THEN 'reordered'
        WHEN found IS NOT NULL THEN found
        WHEN link.row_hash = sha256(link.words_hash || link.kept_hash) OR EXISTS (
            SELECT FROM memories_historylink AS other WHERE other.person_id = link.person_id
              AND link.row_hash = sha256(other.row_hash || link.words_hash || link.kept_hash)) THEN 'reordered'
        WHEN EXISTS (
            SELECT FROM memories_historylink AS before JOIN memories_historylink AS next USING (person_id)
            WHERE person_id = link.person_id AND before.position = link.position - 1
              AND next.position = link.position + 1
              AND next.row_hash = sha256(sha256(before.row_hash || link.words_hash || link.kept_hash)
                                         || next.words_hash || next.kept_hash)) THEN 'changed'
        ELSE 'gap' END
    FROM memories_historylink AS link WHERE link.version = number
$$
"""

# Returns one row: how many versions stand in the chain, since when, how it ends, and the first problem if there is one.
# It runs with the rights of who calls it, and reads all as of one moment: what commits meanwhile makes no difference.
#   inserted  a version has no link
#   cut       the chain does not end as its head says
VERIFY_HISTORY = """
CREATE FUNCTION memories_verify_history(
    person uuid, OUT changes bigint, OUT since timestamptz, OUT ending bytea,
    OUT problem text, OUT number bigint, OUT about uuid, OUT happened_at timestamptz)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET extra_float_digits = 1 SET bytea_output = 'hex' AS $$
DECLARE
    last record;
    stray record;
BEGIN
    SELECT count(*) FILTER (WHERE walk.is_change), min(walk.at) FILTER (WHERE walk.is_change),
           (array_agg(walk.version ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1],
           (array_agg(walk.problem ORDER BY walk.position) FILTER (WHERE walk.is_broken))[1]
    INTO changes, since, number, problem
    FROM (SELECT each.*, each.problem IS NOT NULL OR NOT each.follows AS is_broken
          FROM memories_walk_history(person) AS each) AS walk;
    SELECT link.version, link.position, link.row_hash INTO last FROM memories_historylink AS link
    WHERE link.person_id = person ORDER BY link.position DESC LIMIT 1;
    ending := last.row_hash;
    IF number IS NOT NULL THEN
        problem := memories_explain_problem(number, problem);
    ELSIF NOT EXISTS (SELECT FROM memories_historyhead AS head WHERE head.person_id = person
                      AND head.entries = last.position AND head.row_hash = last.row_hash)
      AND (last.version IS NOT NULL OR EXISTS (SELECT FROM memories_historyhead WHERE person_id = person)
           OR EXISTS (SELECT FROM memories_memory WHERE person_id = person)) THEN
        problem := 'cut';
        number := last.version;
    END IF;
    SELECT link.memory, link.at INTO about, happened_at FROM memories_historylink AS link WHERE link.version = number;
    SELECT version.history_id, version.id, version.history_date INTO stray FROM memories_historicalmemory AS version
    WHERE version.person_id = person
      AND NOT EXISTS (SELECT FROM memories_historylink AS link
                      WHERE link.version = version.history_id AND link.person_id = person)
    ORDER BY version.history_id LIMIT 1;
    IF stray.history_id IS NOT NULL AND (problem IS NULL OR stray.history_id < number) THEN
        problem := 'inserted';
        number := stray.history_id;
        about := stray.id;
        happened_at := stray.history_date;
    END IF;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0018_chained_versions")]

    operations = [
        migrations.RunSQL(sql=BLANK_VERSIONS_AND_SALTS, reverse_sql=BLANK_VERSIONS),
        migrations.RunSQL(sql=NOTE_REMOVAL, reverse_sql="DROP FUNCTION memories_note_removal(uuid, bigint[])"),
        migrations.RunSQL(sql=WALK_HISTORY, reverse_sql="DROP FUNCTION memories_walk_history(uuid)"),
        migrations.RunSQL(sql=EXPLAIN_PROBLEM, reverse_sql="DROP FUNCTION memories_explain_problem(bigint, text)"),
        migrations.RunSQL(sql=VERIFY_HISTORY, reverse_sql="DROP FUNCTION memories_verify_history(uuid)"),
    ]
