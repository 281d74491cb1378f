"""Brings a complete JSON into an empty account, on the machine's own command. All of it, or nothing.

Each row is checked against the schema and by the guard, and belongs to the person whose account it is, whatever the
file says. Digests, search and the chain of the history are made anew: their keys are this machine's.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO

from django.db import DataError, IntegrityError, connection

from memoryweb.agents.tokens import new_token, token_digest
from memoryweb.interchange.account import rows as row_writing
from memoryweb.interchange.account import schema, sealing
from memoryweb.interchange.account.reading import BadFileError, first_line, rows_in
from memoryweb.interchange.account.tables import AGENTS, HISTORY, MEMORIES, SETTING_CHANGES, TABLES, Table
from memoryweb.interchange.account.writing import FORM
from memoryweb.language.text import invisible
from memoryweb.memories.actions import conflicts, store
from memoryweb.memories.models import Conflict, Memory
from memoryweb.people.models import User
from memoryweb.rls import scope

ROWS = 500  # written at once
VERSION_COLUMNS = {"questions": "based_on", "receipt_items": "version"}  # they name a version
RESTORING = 3_141_592  # the key of the advisory lock
IS_HERE = "The account in it, or a part of it, is on this server already."
NOT_HERE = "It belongs to something that is not in the file, or was not finished."
NUMBER_OF_THE_DAY = f"^{schema.PATTERNS['obs_id']}$"
# A memory without a version was refused in all of them.
AFTER_HISTORY = """
DELETE FROM memories_memory WHERE person_id = %(person)s
    AND NOT EXISTS (SELECT FROM memories_historicalmemory AS version
        WHERE version.person_id = %(person)s AND version.id = memories_memory.id)
"""
AFTERWARDS = (
    *(
        f"UPDATE memories_memory SET {column} = NULL WHERE person_id = %(person)s AND {column} IS NOT NULL"
        " AND NOT EXISTS (SELECT FROM memories_memory AS other"
        f" WHERE other.person_id = %(person)s AND other.id = memories_memory.{column})"
        for column in ("superseded_by_id", "negates_id")
    ),
    """
    INSERT INTO memories_observationcounter (id, person_id, day, last)
    SELECT gen_random_uuid(), %(person)s, to_date(parts[1], 'YYYYMMDD'), max(parts[2]::integer)
    FROM (SELECT regexp_match(obs_id, %(number)s) AS parts FROM memories_historicalmemory WHERE person_id = %(person)s
          UNION SELECT regexp_match(obs_id, %(number)s) FROM memories_erasure WHERE person_id = %(person)s) AS numbered
    WHERE parts IS NOT NULL GROUP BY 3
    """,
    # a file of before says only of a few statements that they wait
    """
    UPDATE memories_evidence e SET told_to_wait = true WHERE person_id = %(person)s AND polarity = 1
      AND EXISTS (SELECT FROM memories_proposal p WHERE p.person_id = %(person)s AND p.memory_id = e.memory_id
                  AND p.agent_id = e.agent_id AND p.status = 'open' AND p.kind IN ('remember', 'update')
                  AND NOT p.change ? 'settles')
      AND NOT EXISTS (SELECT FROM memories_evidence o WHERE o.person_id = %(person)s AND o.memory_id = e.memory_id
                      AND o.agent_id = e.agent_id AND o.polarity = 1 AND (o.told_to_wait IS NOT NULL OR o.id < e.id))
    """,
)
# What restoring itself has logged: the triggers write the time of the transaction.
FORGET_OWN_LOG = "DELETE FROM memories_settingchange WHERE person_id = %s AND at = now() AND act IS NULL"


class NotEmptyError(ValueError):
    """The account already has content."""


@dataclass
class Report:
    """Counts of restored, refused and omitted rows."""

    email: str = ""
    made_at: str = ""
    restored: Counter[str] = field(default_factory=Counter)  # by table
    refused: list[tuple[str, int, str]] = field(default_factory=list)  # table, number of the row, category
    left_out: Counter[tuple[str, str]] = field(default_factory=Counter)  # by table and reason
    has_seal: bool = False
    tombstones: int | None = None  # None: no passphrase was given


def is_empty(person: User) -> bool:
    """Return whether nothing is in an account that a restored one would meet. Needs the person's scope."""
    tables = [table for table in TABLES if not table.stays_here and table.title not in ("settings", "setting_changes")]
    tests = " OR ".join(f"EXISTS (SELECT FROM {table.name} WHERE {table.whose} = %(person)s)" for table in tables)
    tests += " OR EXISTS (SELECT FROM memories_tombstone WHERE person_id = %(person)s)"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT NOT ({tests})", {"person": person.pk})
        return bool(cursor.fetchone()[0])


def restore(
    file: BinaryIO, person: User, *, passphrase: str = "", now: datetime, tell: Callable[[int], None] = lambda _: None
) -> Report:
    """Restore an account, and say what became of it. `tell` hears how many rows were read.

    Raises NotEmptyError, BadFileError and sealing.WrongPassphraseError; then nothing has changed. Needs the worker's
    role, because only upkeep may write the log of settings.
    """
    report = Report()
    try:
        with scope.acting_as(person.pk):
            store.lock_person(person.pk)
            _one_at_a_time()
            if not is_empty(person):
                raise NotEmptyError
            _Restore(person, report, passphrase, now, tell).run(file)
            connection.check_constraints()  # those that otherwise wait for the commit
            if _stands_elsewhere():
                raise BadFileError(IS_HERE)
    except (IntegrityError, DataError) as error:
        raise BadFileError(first_line(error)) from error
    return report


def _one_at_a_time() -> None:
    """Wait for another restore: of two with the same file, the second must see what the first one brought."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RESTORING])


def _stands_elsewhere() -> bool:
    """Return whether another account has an agent or memory with one of this person's ids."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_stand_elsewhere()")
        return bool(cursor.fetchone()[0])


class _Restore:
    """One restoring, while it runs."""

    def __init__(
        self, person: User, report: Report, passphrase: str, now: datetime, tell: Callable[[int], None]
    ) -> None:
        self.person, self.report, self.passphrase, self.now, self.tell = person, report, passphrase, now, tell
        self.tables = {table.title: table for table in TABLES}
        self.waiting: list[dict[str, Any]] = []
        self.current: Table | None = None
        self.numbers: Counter[str] = Counter()
        self.old_versions, self.new_versions = array("q"), array("q")

    def run(self, file: BinaryIO) -> None:
        head: dict[str, Any] = {}
        for name, value in rows_in(file):
            if name in self.tables:
                self._check_form(head)
                self._add(self.tables[name], value)
            elif isinstance(value, dict) and name not in ("person", "sealed"):
                raise BadFileError(f"{name}: memoryweb has no such table.")
            else:
                head[name] = value
        self._write_waiting()
        self._check_form(head)
        if missing := {"person", "sealed", "made_at"} - head.keys():
            raise BadFileError(f"It is not whole. {min(missing)} is missing.")
        self.report.email = str((head.get("person") or {}).get("email", ""))
        self.report.made_at = str(head.get("made_at", ""))
        self._finish()
        self._bring_tombstones(head.get("sealed"))

    @staticmethod
    def _check_form(head: dict[str, Any]) -> None:
        if (form := head.get("memoryweb")) != FORM:
            told = f"It has form {form}" if isinstance(form, int) else "It does not say its form"
            raise BadFileError(f"{told}. This memoryweb reads form {FORM}.")

    def _add(self, table: Table, row: Any) -> None:
        if self.current is not table:
            self._begin(table)
        self.numbers[table.title] += 1
        number = self.numbers[table.title]
        self.tell(self.numbers.total())
        if table.stays_here:
            self.report.left_out[table.title, table.stays_here] += 1
            return
        if error := next(schema.validator(table).iter_errors(row), None):
            place = ", ".join([table.title, f"row {number}", *map(str, error.instance_path)])
            raise BadFileError(f"{place}: {row_writing.reason_of(error)}")
        if category := row_writing.why_refused(table, row):
            self.report.refused.append((table.title, number, category))
            return
        self.waiting.append(_with_hidden_shown(table, row))
        if len(self.waiting) == ROWS:
            self._write_waiting()

    def _begin(self, table: Table) -> None:
        """Write what waits of the table before. What others refer to stands before them."""
        self._write_waiting()
        names = list(self.tables)
        if names.index(table.title) > names.index(HISTORY):
            self._leave_out_memories_without_versions()
        if self.current and names.index(table.title) < names.index(self.current.title):
            raise BadFileError(f"{table.title} stands after {self.current.title}, and must stand before it.")
        self.current = table
        if table.title == SETTING_CHANGES:
            self._forget_own_log()

    def _leave_out_memories_without_versions(self) -> None:
        gone = row_writing.execute(AFTER_HISTORY, {"person": self.person.pk})
        if gone:
            self.report.restored[MEMORIES] -= gone
            self.report.left_out[MEMORIES, NOT_HERE] += gone

    def _forget_own_log(self) -> None:
        with scope.acting_as_clock():
            row_writing.execute(FORGET_OWN_LOG, [self.person.pk])

    def _write_waiting(self) -> None:
        rows, self.waiting, table = self.waiting, [], self.current
        if not rows or table is None:
            return
        for row in rows:
            row[table.whose] = str(self.person.pk)
        if prepare := PREPARE.get(table.title):
            prepare(self, rows)
        if column := VERSION_COLUMNS.get(table.title):
            for row in rows:
                row[column] = self._version(row[column])
        try:
            written = row_writing.write(table, rows)
        except DataError as error:
            raise BadFileError(f"{table.title}: {first_line(error)}") from error
        self.report.restored[table.title] += written
        if written < len(rows):
            self.report.left_out[table.title, NOT_HERE] += len(rows) - written

    def prepare_agents(self, rows: list[dict[str, Any]]) -> None:
        """Give each agent an unknown token, and revoke agents of a community."""
        for row in rows:
            row["token_hash"], row["token_hint"] = f"\\x{token_digest(new_token()).hex()}", ""
            if row["community_id"]:
                row["revoked_at"] = row["revoked_at"] or self.now.isoformat()

    def prepare_feedback(self, rows: list[dict[str, Any]]) -> None:
        """A report that an agent sends again is known by its digest; what came before the move is not."""
        for row in rows:
            row["digest"] = f"\\x{sha256(row['id'].encode()).hexdigest()}"

    def prepare_memories(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            row["community_id"] = None
            row["fingerprint"] = row_writing.fingerprint(row)

    def prepare_history(self, rows: list[dict[str, Any]]) -> None:
        """Number the versions anew, in their order."""
        self.prepare_memories(rows)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('memories_historicalmemory', 'history_id'))"
                " FROM generate_series(1, %s)",
                [len(rows)],
            )
            new = sorted(number for (number,) in cursor.fetchall())
        for row, number in zip(rows, new, strict=True):
            if self.old_versions and row["history_id"] <= self.old_versions[-1]:
                raise BadFileError("history: its rows must stand in the order of history_id.")
            self.old_versions.append(row["history_id"])
            self.new_versions.append(number)
            row["history_id"] = number

    def _version(self, old: int | None) -> int | None:
        """Return a version's number here; 0, which no version has, if the file lacks it."""
        if old is None:
            return None
        place = bisect_left(self.old_versions, old)
        is_here = place < len(self.old_versions) and self.old_versions[place] == old
        return self.new_versions[place] if is_here else 0

    def _finish(self) -> None:
        """Make what the file does not hold: links between memories, numbers of days, search, questions of conflicts."""
        self._leave_out_memories_without_versions()
        for statement in AFTERWARDS:
            row_writing.execute(statement, {"person": self.person.pk, "number": NUMBER_OF_THE_DAY})
        if not self.numbers[SETTING_CHANGES]:
            self._forget_own_log()
        for memory in Memory.objects.of(self.person).iterator(chunk_size=ROWS):
            store.index_for_search(memory)
        for conflict in Conflict.objects.filter(person=self.person):
            conflict.question = conflicts.build_question(conflict)
            conflict.save(update_fields=["question"])

    def _bring_tombstones(self, seal: Any) -> None:
        self.report.has_seal = seal is not None
        if seal is None or not self.passphrase:
            return
        self.report.tombstones = sealing.bring(self.person.pk, seal, self.passphrase, now=self.now)


def _with_hidden_shown(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its invisible characters written out, as far as there is room; agents' own notes stay."""
    shown = {name: value if name == "metadata" else invisible.show_in_json(value) for name, value in row.items()}
    return shown if schema.validator(table).is_valid(shown) else row


PREPARE: dict[str, Callable[[_Restore, list[dict[str, Any]]], None]] = {
    AGENTS: _Restore.prepare_agents,
    MEMORIES: _Restore.prepare_memories,
    HISTORY: _Restore.prepare_history,
    "feedback": _Restore.prepare_feedback,
}
