"""The complete JSON: a whole account in one file, one row a line, written while it is sent.

Erased words are in it nowhere and declined ones neither: they travel as keyed digests that a passphrase seals. Tokens,
passwords and sessions' keys never travel. schema.py says what a row looks like.
"""

import json
from collections.abc import Iterator
from uuid import UUID

from django.utils import timezone

from memoryweb.interchange.account import sealing
from memoryweb.interchange.account.tables import CONVERSATIONS, TABLES, read_rows
from memoryweb.learning import recent
from memoryweb.learning.models import Conversation
from memoryweb.memories.history import history
from memoryweb.people.models import User
from memoryweb.rls import scope

FORM = 1  # of the file; a file of a later form is refused
FILE_NAME = "memoryweb.json"
SAID = ("excerpts", "topic", "summary", "excerpts_read")


def pieces(person: User, passphrase: str = "") -> Iterator[str]:
    """Yield the file piece by piece. Without a passphrase, what was erased or declined stays behind."""
    head = {
        "memoryweb": FORM,
        "made_at": timezone.now().isoformat(),
        "person": {"id": str(person.pk), "email": person.email, "since": person.date_joined.isoformat()},
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ',\n"tables": {'
    with scope.acting_as(person.pk):
        declined = list(history.turned_down(person).values_list("pk", flat=True))
    for number, table in enumerate(TABLES):
        yield f'{"," if number else ""}\n"{table.title}": ['
        is_first = True
        for read in read_rows(person, table, declined):
            rows = _without_declined(person, read) if table.title == CONVERSATIONS else read
            yield ("\n" if is_first else ",\n") + ",\n".join(rows)
            is_first = False
        yield "]"
    seal = None
    if passphrase:
        with scope.acting_as(person.pk):
            seal = sealing.sealed(person.pk, passphrase)
    yield f'\n}},\n"sealed": {json.dumps(seal)}}}\n'


def _without_declined(person: User, rows: list[str]) -> list[str]:
    """Return the rows of conversations without the texts that tell what the person declined."""
    values = [json.loads(row) for row in rows]
    conversations = [Conversation(pk=UUID(row["id"]), **{name: row[name] for name in SAID}) for row in values]
    with scope.acting_as(person.pk):
        changed = {str(each.pk): each for each in recent.drop_declined(person, conversations)}
    for number, row in enumerate(values):
        if each := changed.get(row["id"]):
            rows[number] = json.dumps(row | {name: getattr(each, name) for name in SAID}, ensure_ascii=False)
    return rows
