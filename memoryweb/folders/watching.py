"""Keeps all declared folders of this machine in step until it is stopped.

It asks once a second whether a file or a memory has changed: a few system calls for each folder and one query for each
person, under a millisecond each. So it works on network drives and in containers, where the system tells of no change,
and needs no library.
"""

import logging
import os
import pwd
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError, connection
from django.utils import timezone

from memoryweb.embedded.probe import give_sign_of_life
from memoryweb.folders import disk, passes
from memoryweb.folders.models import Folder, Trouble
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

INTERVAL = 1.0  # seconds
SIGN_EVERY = timedelta(minutes=1)
AGAIN_AFTER = timedelta(seconds=30)  # a pass that met trouble is tried again then, if nothing changes before
FULL_PASS_EVERY = timedelta(minutes=10)  # whatever was not noticed: a lapse of an agent's pause, of a memory's last day
OF_RIGHTS = (Trouble.UNREADABLE, Trouble.NOT_WRITABLE)  # for which it matters who this process is
FOLDERS = """
SELECT id, person_id, path, kind, paused_at IS NULL, coalesce(agent_id::text, ''), standing_since::text,
       writes_again, takes_deletions, trouble
FROM interchange_folder WHERE host = %s ORDER BY person_id, id
"""
# Whatever changes what may stand in a file: a memory, an answer, an erasure, a setting, what an agent may see.
CHANGED = """
SELECT (SELECT row_hash FROM memories_historyhead WHERE person_id = %(person)s),
       (SELECT count(*) FROM memories_proposal WHERE person_id = %(person)s AND status = 'open'),
       (SELECT max(erased_at) FROM memories_erasure WHERE person_id = %(person)s),
       (SELECT max(at) FROM memories_settingchange WHERE person_id = %(person)s)
"""


def _user() -> str:
    """Return this process's user name, or its number if nameless."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


@dataclass
class _Watched:
    """A folder's state at the last pass, and the time of the next check."""

    state: tuple[object, ...] = ()
    due: datetime | None = None


@dataclass
class Watcher:
    """Watches the folders of one machine. `say` prints a line for whoever runs it."""

    host: str
    say: Callable[[str], None] = logger.info
    watched: dict[UUID, _Watched] = field(default_factory=dict)
    signed: datetime | None = None
    signed_for: set[object] = field(default_factory=set)

    def run(self) -> None:
        """Watch until interrupted. A database that is away for a while stops nothing."""
        while True:
            try:
                self.check_all(timezone.now())
            except DatabaseError as error:
                logger.error("folders not watched: %s", type(error).__name__)
                connection.close()
            give_sign_of_life()
            time.sleep(INTERVAL)

    def check_all(self, now: datetime) -> int:
        """Make a pass over each changed folder; return the number of folders on this machine."""
        with scope.acting_as_clock(), connection.cursor() as cursor:
            cursor.execute(FOLDERS, [self.host])
            rows = cursor.fetchall()
        declared = [row for row in rows if row[3] != Folder.Kind.UNDECLARED and row[4]]
        for pk in self.watched.keys() - {row[0] for row in declared}:
            del self.watched[pk]
        changed = {person: self._changed(person) for person in {row[1] for row in declared}}
        for row in declared:
            self._check(row, changed[row[1]], now)
        self._sign(rows, now)
        return len(rows)

    def _changed(self, person_id: UUID) -> tuple[object, ...]:
        with scope.acting_as(person_id), connection.cursor() as cursor:
            cursor.execute(CHANGED, {"person": person_id})
            row: tuple[object, ...] = cursor.fetchone()
            return row

    def _check(self, row: tuple[object, ...], changed: tuple[object, ...], now: datetime) -> None:
        pk, person_id, path, kind = row[:4]
        assert isinstance(pk, UUID)
        assert isinstance(person_id, UUID)
        known = self.watched.setdefault(pk, _Watched())
        state = (row[2:9], self._files(str(path), str(kind)), changed, now.date())
        if state == known.state and known.due and now < known.due:
            return
        if passes.run(pk, person_id, now=now):
            self.say(f"Written: {path}")
        with scope.acting_as(person_id):
            trouble = Folder.objects.filter(pk=pk).values_list("trouble", flat=True).first()
        known.due = now + (AGAIN_AFTER if trouble else FULL_PASS_EVERY)
        if trouble == Trouble.CHANGING:
            known.due = now
        known.state = state  # what the pass itself wrote leads to one more, which finds nothing to do
        if trouble and row[9] != trouble:
            runs_as = f" It runs as the user {_user()}." if trouble in OF_RIGHTS else ""
            self.say(f"{path}: {Trouble(trouble).label}{runs_as}")

    def _files(self, path: str, kind: str) -> tuple[object, ...]:
        if kind != Folder.Kind.NATIVE:
            return disk.signatures(path, [disk.MEMORY_FILE])
        try:
            return disk.signatures(path, disk.list_watched(path)[0])
        except disk.DiskError as error:
            return (error.trouble,)

    def _sign(self, rows: list[tuple[object, ...]], now: datetime) -> None:
        """Leave a sign on each folder once a minute, so that its page can say that nobody watches."""
        ids = {row[0] for row in rows}
        if rows and (self.signed is None or now - self.signed >= SIGN_EVERY or ids - self.signed_for):
            self.signed, self.signed_for = now, ids
            for person_id in {row[1] for row in rows}:
                assert isinstance(person_id, UUID)
                with scope.acting_as(person_id):
                    Folder.objects.filter(host=self.host).update(watched_at=now)
