"""Deletes an account in small transactions, so that others need not wait.

Two functions of the owner alone can do it, memories_delete_rows and memories_delete_person, and only if the account is
noted as deleted. The note comes first, so that a deletion that is cut off goes on, and no backup brings the account
back.
"""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils.translation import gettext_lazy

from memoryweb.embedded import erasure_log
from memoryweb.memories.models import DeletedAccount, Erasure
from memoryweb.rls import scope

ROWS = 5000  # deleted in one transaction
SESSIONS = 1000  # read at once
COUNTED = {  # what a person is told, by table
    "memories_memory": gettext_lazy("memories"),
    "memories_historicalmemory": gettext_lazy("versions in the history"),
    "agents_agent": gettext_lazy("agents"),
    "recall_receipt": gettext_lazy("receipts of what agents were given"),
    "learning_conversation": gettext_lazy("conversations"),
}


def counts(person_id: UUID) -> dict[str, int]:
    """Return a person's row counts by name. Needs their scope."""
    columns = ", ".join(f"(SELECT count(*) FROM {table} WHERE person_id = %(person)s)" for table in COUNTED)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns}", {"person": person_id})
        return dict(zip(map(str, COUNTED.values()), cursor.fetchone(), strict=True))


def delete_account(pk: UUID, number: str, *, at: datetime, now: datetime) -> None:
    """Delete the rest of an account deleted at `at`, also after a crash."""
    with scope.acting_as_clock():
        erasures = Erasure.objects.filter(person=pk).count()
        note, _ = DeletedAccount.objects.get_or_create(
            pk=pk, defaults={"number": number, "erasures": erasures, "deleted_at": at}
        )
    erasure_log.try_to_append(settings.DATA, [erasure_log.of_account(str(pk), note.number, note.deleted_at)])
    Session.objects.filter(pk__in=list(_sessions_of(pk))).delete()
    for place in places():
        while _delete_rows(pk, place) >= ROWS:
            pass
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute("SELECT memories_delete_person(%s)", [pk])
        DeletedAccount.objects.filter(pk=pk).update(finished_at=now)


def places() -> list[str]:
    """Return the tables that hold rows of people, those that refer to others first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT place FROM memories_places_of_a_person()")
        return [place for (place,) in cursor.fetchall()]


def _delete_rows(pk: UUID, place: str) -> int:
    with scope.acting_as_clock(), connection.cursor() as cursor:
        cursor.execute("SELECT memories_delete_rows(%s, %s, %s)", [pk, place, ROWS])
        return int(cursor.fetchone()[0])


def _sessions_of(pk: UUID) -> Iterator[str]:
    """Return the keys of a person's sessions. Whose one is stands in its signed text alone, so all are read."""
    last, page = "", [Session()]
    while page:
        page = list(Session.objects.filter(pk__gt=last).order_by("pk")[:SESSIONS])
        yield from (session.pk for session in page if session.get_decoded().get(SESSION_KEY) == str(pk))
        last = page[-1].pk if page else last
