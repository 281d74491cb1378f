"""The row-level-security wall: who is asking is a setting of the transaction, not of the query.

PostgreSQL shows no row of a table with a `person_id` until a person is set here. The setting ends
with the transaction, so a pooled connection never carries one person's scope to the next (SPEC §11).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction


def _set(person_id: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.person_id', %s, true)", [person_id])


def current_person_id() -> UUID | None:
    """Whose rows this transaction may see."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT NULLIF(current_setting('app.person_id', true), '')")
        row = cursor.fetchone()
    return UUID(row[0]) if row and row[0] else None


@contextmanager
def acting_as(person_id: UUID) -> Iterator[None]:
    """One transaction that sees this person's rows and no others.

    Inside another scope it is a savepoint: a failure rolls the setting back with the work,
    a success puts the outer person back. Where it is the whole transaction, the setting ends with it.
    """
    is_inside = connection.in_atomic_block
    with transaction.atomic():
        outer = current_person_id() if is_inside else None
        _set(str(person_id))
        yield
        if is_inside and not connection.needs_rollback:  # else the setting goes with the rest
            _set(str(outer or ""))


@contextmanager
def acting_as_clock() -> Iterator[None]:
    """One transaction in the clock's role, which ages everyone's rows. The web role cannot enter it."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE memoryweb_clock")
        yield
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def connect_as_worker() -> None:
    """Sign this process in as the clock's worker, for a command typed beside the embedded servers."""
    if settings.WORKER_DATABASE:
        connection.close()
        connection.settings_dict.update(settings.WORKER_DATABASE)
