"""Erases again, on a restored backup, what was erased after the backup was made."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from memoryweb.embedded.erasure_log import Entry
from memoryweb.language.mentions.topics import strings_of
from memoryweb.memories.actions import Actor, Person
from memoryweb.memories.actions.store import action
from memoryweb.memories.erasing import account_deletion, emptied, topics
from memoryweb.memories.erasing.erasure import Removal, erase_memories
from memoryweb.memories.erasing.tombstones import OWN_KEY
from memoryweb.memories.models import DeletedAccount, Erasure, Memory, Tombstone
from memoryweb.people.models import User
from memoryweb.rls import scope

KEPT = ("memories", "tombstones", "emptied", "receipt")  # of an entry, in the receipt
DONE, KNOWN, NOBODY = "done again", "in the backup already", "of somebody who is not in the backup"


def replay(entries: Iterable[Entry], *, now: datetime) -> Counter[str]:
    """Repeat the erasure of each log entry; return counts by outcome."""
    return Counter(_replay_one(entry, now) for entry in sorted(entries, key=lambda entry: str(entry["at"])))


def _replay_one(entry: Entry, now: datetime) -> str:
    if "account" in entry:
        return _delete_account_again(entry, now)
    with scope.acting_as(UUID(entry["person"])):
        person = User.objects.filter(pk=entry["person"]).first()
        if not person:
            return NOBODY
        if Erasure.objects.filter(pk=entry["id"]).exists():
            return KNOWN
        erase_again(entry, by=Person(person), now=now)
        return DONE


def _delete_account_again(entry: Entry, now: datetime) -> str:
    """Delete the account that the entry names, and note that, so that the log goes on from here."""
    pk, at = UUID(entry["person"]), datetime.fromisoformat(entry["at"])
    with scope.acting_as_clock():
        note = DeletedAccount.objects.filter(pk=pk).first()
    is_there = User.objects.filter(pk=pk).exists()
    if is_there or not (note and note.finished_at):
        account_deletion.delete_account(pk, entry["account"], at=at, now=now)
    return DONE if is_there else KNOWN if note else NOBODY


@action
def erase_again(entry: Entry, *, by: Actor, now: datetime) -> Erasure:
    """Repeat one erasure on a restored backup: its memories, texts, fingerprints and receipt."""
    removal = Removal()
    memories = Memory.objects.of(by.person_id).filter(pk__in=entry["memories"])
    erase_memories(memories.values_list("pk", flat=True), removal, by=by, now=now)
    for source in topics.SOURCES:
        hits = _hits(by.person_id, source, entry["emptied"].get(source.table, {}))
        removal.removed[source.store] += source.empty(hits) if hits else 0
    for fingerprint, words, *key in entry["tombstones"]:
        Tombstone.objects.get_or_create(
            person_id=by.person_id,
            fingerprint=bytes.fromhex(fingerprint),
            defaults={
                "words_fingerprint": bytes.fromhex(words),
                "cause": Tombstone.Cause.ERASED,
                "created_at": entry["at"],
                "has_own_key": key == [OWN_KEY],
            },
        )
    receipt = entry["receipt"] | {"fingerprint": bytes.fromhex(entry["receipt"]["fingerprint"])}
    at, kept = datetime.fromisoformat(entry["at"]), {name: entry[name] for name in KEPT}
    erasure = removal.receipt(by.person_id, at, id=UUID(entry["id"]), replay=kept, **receipt)
    erasure.save()
    return erasure


def _hits(person: UUID, source: topics.Source, rows: dict[str, list[str]]) -> list[topics.Hit]:
    """Return rows that still have some of the texts, as search hits."""
    if not rows or source.copies:
        return []
    names = [source.key, source.of, *source.columns]
    whose: dict[str, Any] = {"person": person} if source.whose == topics.OWN else {}  # `empty` then looks whose it is
    found = source.model._default_manager.filter(**whose, **{f"{source.key}__in": rows}).values_list(*names)
    return [hit for pk, of, *values in found if (hit := _hit(source, pk, of, values, rows[str(pk)])).texts]


def _hit(source: topics.Source, pk: Any, of: Any, values: list[Any], digests: list[str]) -> topics.Hit:
    texts = {
        name: matching
        for name, value in zip(source.columns, values, strict=True)
        if (matching := [text for text in strings_of(value) if emptied.digest(text) in digests])
    }
    return topics.Hit(source, pk, of, None, texts)
