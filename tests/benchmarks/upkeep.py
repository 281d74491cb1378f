"""What the clock costs on a million memories, against the same rows changed by hand-written SQL.

python -m tests.benchmarks.upkeep [--rows 1000000]
"""

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from dataclasses import dataclass
from statistics import median
from typing import Any

import psycopg

from tests.benchmarks.house import at_most, fill, house, interleaved, milliseconds, report, unguarded

ROWS_A_PERSON, TIMES, EMPTY_TIMES = 100, 5, 40
WINDOW, NARROWER = 30, 20  # conversations and days, one a day: who narrows it has ten to trim
ROWS_A_SIZE = 30_000  # or fewer times: a hundred thousand due are swept once
FLOOR, EMPTY_FLOOR, GROWTH = 2.0, 3.0, 1.5  # times; the last: on ten times the rows, against the floor's own

PEOPLE = """
INSERT INTO people_user (id, email, password, is_superuser, date_joined)
SELECT uuidv7(), gen_random_uuid() || '@example.org', '', false, now() FROM generate_series(1, %s) RETURNING id
"""
# One in a hundred wants archived what has faded; nothing has. Half of the windows are so many, half so many days.
SETTINGS = f"""
INSERT INTO people_memorysettings
    (person_id, enabled_sections, archive_below, recent_window_type, recent_max_items, recent_max_age_days)
SELECT id, '{{}}', CASE WHEN random() < 0.01 THEN 2 END, CASE WHEN random() < 0.5 THEN 'time' ELSE 'count' END,
    {WINDOW}, {WINDOW}
FROM people_user ON CONFLICT DO NOTHING
"""
AGENTS = """
INSERT INTO agents_agent (id, person_id, name, token_hash, token_hint, scopes, created_at)
SELECT id, id, 'Scribe', sha256(uuid_send(id)), '', '{}', now() FROM people_user ON CONFLICT DO NOTHING
"""
WORDS = "topic = 'Reports', excerpts = ARRAY['I prefer PDF for reports.', 'And keep them short, please.']"
# Every window is full. What the trigger would say of each is said once, of all.
CONVERSATIONS = (
    "ALTER TABLE learning_conversation DISABLE TRIGGER learning_conversation_changed",
    f"""
    INSERT INTO learning_conversation
        (id, person_id, agent_id, external_id, ended_at, topic, excerpts, recorded_at, learned_at)
    SELECT uuidv7(), id, id, 'chat ' || n, now() - make_interval(hours => 24 * n + 12), '', '{{}}', now(), now()
    FROM people_user, generate_series(0, {WINDOW - 1}) AS n
    """,
    f"UPDATE learning_conversation SET {WORDS}",
    "ALTER TABLE learning_conversation ENABLE TRIGGER learning_conversation_changed",
    "VACUUM ANALYZE learning_conversation",
    "UPDATE people_memorysettings SET enable_memory = true",
)
ERASURE = """
INSERT INTO memories_erasure (id, person_id, obs_id, fingerprint, removed, received_by, erased_at)
SELECT uuidv7(), id, 'OBS-B-0', '', '{}', '[]', now() - interval '1 minute' FROM people_user LIMIT 1
"""
SOME = """
SELECT id FROM memories_memory WHERE status = 'active' AND NOT contested AND kind NOT IN ('rule', 'event', 'context')
ORDER BY random() LIMIT %(due)s
"""
ASK = "INSERT INTO memories_proposal (id, person_id, kind, memory_id, based_on, question, created_at, change)"
VERSIONS = (
    "INSERT INTO memories_historicalmemory ({columns}, history_date, history_type) SELECT {columns}, now(), '~' FROM"
)
RUN = """
INSERT INTO memories_upkeeprun (id, name, started_at, finished_at, counts, kinds, open_shards)
VALUES (uuidv7(), %s, now(), clock_timestamp(), '{}', '{}', '{}')
"""
NEWEST = "(SELECT max(history_id) FROM memories_historicalmemory h WHERE h.id = m.id)"
ENDED = "expired_on = current_date, expire_reason = 'over', changed_by = 'clock', changed_by_agent_id = NULL"


@dataclass(frozen=True, kw_only=True)
class Case:
    """One sweep: how rows become due, what the product counts, the least SQL that does it, how all is as before.

    Without a way to make rows due it is measured with nothing due.
    """

    name: str
    counted: tuple[str, ...]
    floor: str
    make_due: tuple[str, ...] = ()
    undo: tuple[str, ...] = ()


CASES = (
    Case(
        name="archive",
        counted=("archived", "goals asked about"),
        make_due=(f"UPDATE memories_memory SET ttl_from = current_date - ttl_days - 1 WHERE id IN ({SOME})",),
        floor=f"""
            WITH ended AS (
                UPDATE memories_memory SET status = 'archived', {ENDED}, changed_verb = 'archive', changed_at = now()
                WHERE archive_on <= current_date AND status IN ('candidate', 'active') AND NOT contested
                  AND NOT (kind = 'goal' AND completed_at IS NULL) RETURNING *
            ), versions AS ({VERSIONS} ended)
            {ASK}
            SELECT uuidv7(), person_id, 'expire', id, {NEWEST}, 'Still a goal?', now(), '{{}}' FROM memories_memory m
            WHERE archive_on <= current_date AND status IN ('candidate', 'active') AND NOT contested
              AND kind = 'goal' AND completed_at IS NULL
              AND NOT EXISTS (SELECT FROM memories_proposal p WHERE p.memory_id = m.id AND p.kind = 'expire')
        """,
        undo=(
            "DELETE FROM memories_proposal",
            "UPDATE memories_memory SET status = 'active', expired_on = NULL, ttl_from = current_date"
            " WHERE ttl_from < current_date",
        ),
    ),
    Case(
        name="promote",
        counted=("asked",),
        make_due=(f"UPDATE memories_memory SET horizon = 'short', repeats = 3 WHERE id IN ({SOME})",),
        floor=f"""
            {ASK}
            SELECT uuidv7(), person_id, 'promote', id, {NEWEST}, 'Keep for good?', now(), '{{}}' FROM memories_memory m
            WHERE status = 'active' AND horizon = 'short' AND NOT contested AND NOT kind IN ('event', 'context')
              AND (repeats >= 3 OR evidence_to > evidence_from + 14)
              AND NOT EXISTS (SELECT FROM memories_proposal p
                              WHERE p.memory_id = m.id AND (p.kind = 'promote' OR p.status = 'open'))
        """,
        undo=(
            "DELETE FROM memories_proposal",
            "UPDATE memories_memory SET horizon = 'long', repeats = 1 WHERE horizon = 'short'",
        ),
    ),
    Case(
        name="expire_proposals",
        counted=("proposals",),
        make_due=(
            f"UPDATE memories_memory SET status = 'candidate', changed_verb = 'ask' WHERE id IN ({SOME})",
            f"{ASK} SELECT uuidv7(), person_id, 'remember', id, {NEWEST}, '', now() - interval '31 days', '{{}}'"
            " FROM memories_memory m WHERE changed_verb = 'ask'",
        ),
        floor=f"""
            WITH closed AS (
                UPDATE memories_proposal SET status = 'stale', decided_at = now()
                WHERE status = 'open' AND created_at < now() - interval '30 days' RETURNING memory_id, kind
            ), gone AS (
                UPDATE memories_memory m SET status = 'expired', {ENDED}, changed_verb = 'expire', changed_at = now()
                FROM closed WHERE m.id = closed.memory_id AND closed.kind = 'remember' AND m.status = 'candidate'
                  AND NOT contested RETURNING m.*
            ) {VERSIONS} gone
        """,
        undo=(
            "DELETE FROM memories_proposal",
            "UPDATE memories_memory SET status = 'active', expired_on = NULL, changed_verb = 'remember'"
            " WHERE changed_verb IN ('ask', 'expire')",
        ),
    ),
    Case(
        name="detect_conflicts",
        counted=("compared",),
        make_due=(f"UPDATE memories_searchdocument SET compared = false WHERE memory_id IN ({SOME})",),
        floor="""
            WITH fresh AS (
                UPDATE memories_searchdocument d SET compared = true, negative = m.details ~ '\\mnot\\M',
                    subject = sha256(convert_to(d.person_id::text || (m.value #>> '{}'), 'UTF8'))
                FROM memories_memory m WHERE m.id = d.memory_id AND NOT d.compared
                RETURNING m.*, d.subject, d.negative
            )
            SELECT a.id, b.id FROM fresh a JOIN memories_memory b ON b.person_id = a.person_id AND b.key = a.key
              AND b.status = 'active' AND b.id <> a.id AND b.fingerprint <> a.fingerprint WHERE a.key <> ''
            UNION
            SELECT a.id, b.memory_id FROM fresh a JOIN memories_searchdocument b ON b.person_id = a.person_id
              AND b.subject = a.subject AND b.negative <> a.negative
        """,
    ),
    Case(
        name="purge_logs",
        counted=("access log lines",),
        make_due=(
            "INSERT INTO agents_accesslog (id, person_id, agent_id, at, operation, writes, outcome, milliseconds,"
            " request_id) SELECT uuidv7(), id, id, now() - interval '91 days', 'x', false, 'ok', 1, id FROM"
            " (SELECT u.id FROM people_user u, generate_series(1, 1 + %(due)s / 100) LIMIT %(due)s) AS people",
        ),
        floor="{logs}",
    ),
    Case(
        name="trim_conversations",
        counted=("trimmed",),
        make_due=(
            f"UPDATE people_memorysettings SET recent_max_items = {NARROWER}, recent_max_age_days = {NARROWER}"
            f" WHERE person_id IN (SELECT id FROM people_user ORDER BY random() LIMIT %(due)s / {WINDOW - NARROWER})",
        ),
        floor="UPDATE learning_conversation SET trimmed_at = now(), outside_from = NULL, topic = '', summary = '',"
        " excerpts = '{}', excerpts_read = 0 WHERE outside_from < now()",
        undo=(
            "ALTER TABLE learning_conversation DISABLE TRIGGER learning_conversation_changed",
            f"UPDATE learning_conversation SET trimmed_at = NULL, {WORDS} WHERE trimmed_at IS NOT NULL",
            "ALTER TABLE learning_conversation ENABLE TRIGGER learning_conversation_changed",
            f"UPDATE people_memorysettings SET recent_max_items = {WINDOW}, recent_max_age_days = {WINDOW}"
            f" WHERE recent_max_items < {WINDOW}",
        ),
    ),
    Case(
        name="purge_erased",
        counted=("erasures",),
        floor="SELECT (SELECT count(*) FROM memories_erasure WHERE purged_at IS NULL AND erased_at < now())"
        " + (SELECT count(*) FROM memories_deletedaccount WHERE purged_at IS NULL AND finished_at < now())",
    ),
)


def main(rows: int) -> bool:
    small = rows // 10
    many = rows // 100
    sizes = (rows // 1000, many, rows // 10)
    archive = CASES[0]
    with house() as owner:
        _people(owner, small)
        before = _sides(owner, archive, many)
        report(f"archive, {many} due of {small}: a row", before[0] / many, "ms", 0, ok=True)
        _people(owner, rows - small)
        _conversations(owner)
        good = []
        for case in CASES:
            _tidy(owner)
            good.append(_empty(owner, case))
            for due in sizes if case.make_due else ():
                product, floor = _sides(owner, case, due)
                report(f"{case.name}, {due} due of {rows}: a row", product / due, "ms", 0, ok=True)
                bar = FLOOR if case is archive and due == many else 0
                good.append(_times(f"{case.name}, {due} due of {rows}, times the SQL floor", product / floor, bar))
                if bar:
                    grown = (product / before[0]) / (floor / before[1])
                    good.append(_times("archive, on ten times the rows, against the floor on them", grown, GROWTH))
        _rewritten(owner, rows)
    return all(good)


def _people(owner: str, rows: int) -> None:
    with psycopg.connect(owner) as connection:
        people = [row[0] for row in connection.execute(PEOPLE, [max(1, rows // ROWS_A_PERSON)])]
        connection.execute(SETTINGS)
        connection.execute(AGENTS)
    fill(owner, people, rows)


def _conversations(owner: str) -> None:
    with psycopg.connect(owner, autocommit=True) as connection:
        for statement in CONVERSATIONS:
            connection.execute(statement)


def _tidy(owner: str) -> None:
    """What the case before left behind is not this one's to step over."""
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


def _times(name: str, value: float, bar: float) -> bool:
    """Without a bar it is only said."""
    return at_most(name, value, "×", bar) if bar else report(name, value, "×", 0, ok=True)


def _sides(owner: str, case: Case, due: int) -> tuple[float, float]:
    """Milliseconds of the product and of the floor with so many due, in turns: a busy moment hits both."""
    took: dict[str, list[float]] = {"product": [], "floor": []}
    with psycopg.connect(owner, autocommit=True) as floor:
        sides = {"product": lambda: _sweep(case, due), "floor": lambda: _by_hand(floor, case)}
        for turn in range(max(1, min(TIMES, ROWS_A_SIZE // due))):
            for side in sorted(sides, reverse=turn % 2 == 0):
                _set_up(owner, case.make_due, due)
                took[side].append(milliseconds(sides[side]))
                _set_up(owner, case.undo, due)
    return median(took["product"]), median(took["floor"])


def _set_up(owner: str, statements: tuple[str, ...], due: int) -> None:
    with unguarded(owner) as connection:
        for statement in statements:
            connection.execute(statement, {"due": due})


def _sweep(case: Case, due: int) -> None:
    """The product's, as the worker does it."""
    from django.utils import timezone

    from memoryweb.memories import upkeep

    run = upkeep.run_now(case.name, now=timezone.now())
    assert sum(run.counts.get(name, 0) for name in case.counted) == due, f"{case.name}: {run.summary}, not {due}"


def _by_hand(floor: psycopg.Connection[Any], case: Case, *, ran: bool = False) -> None:
    """One statement, of logs one for each; `ran` leaves a run's row. Planned anew, as what runs once an hour is."""
    from memoryweb.memories.models import columns
    from memoryweb.memories.upkeep.purge import LOGS

    logs = "; ".join(
        f"DELETE FROM {log.table} WHERE {log.at} < now() - interval '{log.days} days' AND {log.only}"
        for log in LOGS.values()
    )
    with floor.transaction() if ran else nullcontext():
        floor.execute(case.floor.replace("{columns}", columns()).replace("{logs}", logs), prepare=False)
        if ran:
            floor.execute(RUN, [case.name], prepare=False)


def _empty(owner: str, case: Case) -> bool:
    """Nothing is due: the statement that finds nothing, and the row that says so, on the disk when it returns.

    Of logs it is a statement for each, in one message.
    """
    with psycopg.connect(owner, autocommit=True) as floor:
        sides = {
            "product": lambda: _sweep(case, 0),
            "SQL floor": lambda: _by_hand(floor, case, ran=True),
            "SQL floor without a run's row, which commits nothing": lambda: _by_hand(floor, case),
        }
        took = interleaved(sides, EMPTY_TIMES)
    for side, value in took.items():
        report(f"{case.name}, nothing due, {side}", value, "ms", 0, ok=True)
    return at_most(
        f"{case.name}, nothing due, times the SQL floor", took["product"] / took["SQL floor"], "×", EMPTY_FLOOR
    )


def _rewritten(owner: str, rows: int) -> None:
    """The one sweep whose cost is what exists: an erasure is gone from the disk when every file it was in is new."""
    with psycopg.connect(owner) as connection:
        connection.execute(ERASURE)
    took = milliseconds(lambda: _sweep(CASES[-1], 1))
    report(f"purge_erased, one erasure, every table with words of {rows} memories written anew", took, "ms", 0, ok=True)


if __name__ == "__main__":
    arguments = ArgumentParser()
    arguments.add_argument("--rows", type=int, default=1_000_000)
    sys.exit(0 if main(arguments.parse_args().rows) else 1)
