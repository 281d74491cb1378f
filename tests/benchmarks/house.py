"""A house to measure in: its own database server in a temporary folder, and people with many memories."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random, choices
from statistics import median
from string import ascii_lowercase
from time import perf_counter
from typing import Any
from uuid import UUID

import psycopg

from memoryweb.embedded.broker import Broker
from memoryweb.embedded.postgres import SETTINGS, Postgres

KINDS = (
    "preference",
    "preference",
    "preference",
    "preference",
    "fact",
    "fact",
    "rule",
    "habit",
    "goal",
    "context",
    "event",
)
CATEGORIES = (
    "communication",
    "workstyle",
    "technical",
    "technical",
    "content",
    "personal",
    "personal",
    "dietary",
    "schedule",
    "travel",
    "music",
    "garden",
    "open_source",
)
SOURCES = (
    "instruction",
    "instruction",
    "instruction",
    "correction",
    "behaviour",
    "pattern",
    "inference",
    "inference",
    "weak",
)
STATUSES = (*["active"] * 40, *["candidate"] * 4, *["superseded"] * 3, *["expired"] * 2, "archived")
WORDS = [
    "report",
    "meeting",
    "morning",
    "evening",
    "coffee",
    "letter",
    "harbour",
    "train",
    "window",
    "garden",
    "table",
    "short",
    "long",
    "formal",
    "friendly",
    "concise",
    "diagram",
    "invoice",
    "budget",
    "travel",
    "weekend",
    "holiday",
    "music",
    "piano",
    "library",
    "coding",
    "python",
    "testing",
    "release",
    "branch",
    "review",
    "deploy",
    "summary",
    "bullet",
    "headline",
    "chart",
    "spreadsheet",
    "market",
    "bicycle",
    "river",
    "mountain",
    "breakfast",
    "dinner",
    "vegetarian",
    "spicy",
    "quiet",
    "loud",
]

MEMORIES = """
INSERT INTO memories_memory (
    id, person_id, obs_id, applies_to, muted_agents, muted_tasks, kind, category, key, label, value,
    details, tags, metadata,
    fingerprint, horizon, status, source, confidence, importance_base, importance_as_of, ttl_days, ttl_from,
    observed_on, learned_on, expired_on, changed_at, changed_by, changed_verb, changed_because)
SELECT uuidv7(make_interval(secs => n - %(many)s)), person, 'OBS-B-' || n, '{}', '{}', '{}', kind, category,
       category || '.thing_' || n, initcap(a) || ' ' || b, to_jsonb(c || ' ' || d),
       'I like ' || concat_ws(' ', c, d, e, f),
       ARRAY[a], '{}', sha256((person::text || n)::bytea), 'long', status, source, 0.9, 7, current_date,
       CASE WHEN kind = 'rule' THEN NULL ELSE 180 END, current_date, current_date, current_date,
       CASE WHEN status IN ('expired', 'archived') THEN current_date END, now() - make_interval(secs => n * 7), 'agent',
       'remember', 'explicit instruction'
FROM (
    SELECT n, (%(people)s::uuid[])[1 + n %% cardinality(%(people)s)] AS person,
           pick(%(kinds)s, random()) AS kind, pick(%(categories)s, random()) AS category,
           pick(%(sources)s, random()) AS source, pick(%(statuses)s, random()) AS status,
           word(random()) AS a, word(random()) AS b, word(random()) AS c, word(random()) AS d, word(random()) AS e,
           word(random()) AS f
    FROM generate_series(1, %(many)s) AS n) AS said
"""
FILLED = "person_id = ANY(%(people)s) AND obs_id LIKE 'OBS-B-%%'"  # and not what was there before
EVIDENCE = f"""
INSERT INTO memories_evidence (id, person_id, memory_id, kind, source, quote, ref, weight, occurred_at)
SELECT uuidv7(), person_id, id, 'statement', source, '', '{{}}', 5, changed_at FROM memories_memory
WHERE {FILLED}
"""
DOCUMENTS = f"""
INSERT INTO memories_searchdocument (memory_id, person_id, subject, compared, words)
SELECT id, person_id, sha256((label || value)::bytea), true,
       setweight(to_tsvector('english', label || ' ' || (value #>> '{{}}') || ' ' || category), 'A')
       || to_tsvector('english', details) FROM memories_memory WHERE {FILLED}
"""
HELPERS = f"""
CREATE FUNCTION pg_temp.pick(these text[], r double precision) RETURNS text LANGUAGE sql VOLATILE
    AS $$ SELECT these[1 + floor(r * cardinality(these))::int] $$;
CREATE FUNCTION pg_temp.word(r double precision) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT CASE WHEN r < 0.4 THEN (ARRAY{list(WORDS)!r})[1 + floor(r / 0.4 * {len(WORDS)})::int]
                ELSE 'w' || md5(floor((r - 0.4) ^ 2 * 20000)::text) END $$
"""


@contextmanager
def house(server_settings: Mapping[str, str] = SETTINGS) -> Iterator[str]:
    """Servers up, tables made, Django ready in the role of the product; answers the owner's database URL."""
    with tempfile.TemporaryDirectory(prefix="mwb") as folder:
        Path(folder).chmod(0o711)  # as root the server runs as its own user and must get in
        with Postgres(Path(folder) / "data", settings=server_settings) as server, Broker(Path(folder) / "data"):
            owner = server.url()
            environment = os.environ | {"MEMORYWEB_DATA": folder + "/data", "DATABASE_URL": owner}
            subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], env=environment, check=True)
            os.environ |= {"MEMORYWEB_DATA": folder + "/data", "DATABASE_URL": server.url("memoryweb_worker")}
            os.environ["DATABASE_PREPARES"] = "1"  # as the web process does beside its own database
            for limit in ("READS_PER_MINUTE", "WRITES_PER_MINUTE", "ROWS_PER_DAY"):
                os.environ[limit] = "1000000"
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")
            import django

            django.setup()
            from django.conf import settings
            from django.db import connections

            settings.ALLOWED_HOSTS = ["testserver"]
            try:
                yield owner
            finally:
                connections.close_all()


def fill(owner: str, people: Sequence[UUID], many: int) -> None:
    """That many memories of these people, with versions, evidence and search documents, in a few statements."""
    from memoryweb.memories.models import columns as shared

    columns = shared()
    versions = (
        f"INSERT INTO memories_historicalmemory ({columns}, history_date, history_type)"
        f" SELECT {columns}, changed_at, '+' FROM memories_memory WHERE {FILLED}"
    )
    given: dict[str, Any] = {"people": people, "many": many, "kinds": list(KINDS), "categories": list(CATEGORIES)}
    given |= {"sources": list(SOURCES), "statuses": list(STATUSES)}
    with unguarded(owner) as connection:
        connection.execute(HELPERS)
        statement = MEMORIES.replace("pick(", "pg_temp.pick(").replace("word(", "pg_temp.word(")
        for each in (statement, versions, EVIDENCE, DOCUMENTS):
            connection.execute(each, given)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")


@contextmanager
def unguarded(owner: str) -> Iterator[psycopg.Connection[Any]]:
    """A transaction that may change memories without a version: rows are set up, not changed."""
    trigger = "TRIGGER memories_change_has_a_version"
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"ALTER TABLE memories_memory DISABLE {trigger}")
        try:
            with connection.transaction():
                yield connection
        finally:
            connection.execute(f"ALTER TABLE memories_memory ENABLE {trigger}")


def report(name: str, value: float, unit: str, bar: float, *, ok: bool) -> bool:
    """One JSON object a line; `bar` is what the value may not pass."""
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, "bar": bar, "ok": ok}), flush=True)
    return ok


def new_word() -> str:
    """Return a word that no memory has; without digits, which the guard could take for a number's."""
    return "".join(choices(ascii_lowercase, k=12))


def at_most(name: str, value: float, unit: str, bar: float) -> bool:
    return report(name, value, unit, bar, ok=value <= bar)


def milliseconds(do: Any) -> float:
    started = perf_counter()
    do()
    return (perf_counter() - started) * 1000


def interleaved(these: dict[str, Any], times: int) -> dict[str, float]:
    """The median of each in ms, taken in turns, so that a busy moment hits all of them alike; each turn in another
    order, because what ran before leaves caches warm for one and cold for another."""
    for do in these.values():
        do()
    took: dict[str, list[float]] = {name: [] for name in these}
    shuffled = Random(0)
    for _ in range(times):
        for name in shuffled.sample(list(these), len(these)):
            took[name].append(milliseconds(these[name]))
    return {name: median(each) for name, each in took.items()}
