"""Erases memories and topics completely, and registers every place that may hold its words.

A room that copies memory text registers a wipe at start-up. A house test fails for a text column that no wipe names.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from memoryweb.database import memory_columns
from memoryweb.embedded import erasure_log
from memoryweb.language.comparing import identity
from memoryweb.language.compounds import parts as compounds
from memoryweb.language.mentions.topics import Topic
from memoryweb.language.text import tokens
from memoryweb.memories.actions import Actor, conflicts, proposals, store
from memoryweb.memories.actions.store import action
from memoryweb.memories.erasing import emptied, passages, tombstones, topics
from memoryweb.memories.erasing.tombstones import OWN_KEY, add_tombstone, value_fingerprint, value_text
from memoryweb.memories.models import (
    LIVE,
    WITHDRAWN,
    Erasure,
    Memory,
    SearchDocument,
    Status,
    Tombstone,
    Use,
    fingerprints,
)


@dataclass(frozen=True)
class Wipe:
    """One place that may hold a memory's words.

    `remove` takes the memory's id and returns how many rows it emptied. `columns` are "table.column". `numbers` is set
    if they hold no words that a search for text could find.
    """

    name: str
    remove: Callable[[UUID], int]
    columns: frozenset[str]
    numbers: bool = False


WIPES: dict[str, Wipe] = {}
ON_TOPIC: list[Callable[[UUID], None]] = []  # drop a person's digests of words, which no search for a topic finds
TWINS = LIVE | Q(changed_verb="withdraw")  # has another one's words besides it
IN_OTHER_TEXTS = frozenset({"conversations", "feedback"})  # wipes that search for its words in what was told elsewhere
COLUMNS = memory_columns.columns_of(Memory)


def _parts(text: str) -> list[str]:
    """Return the things that a text says, if it says several."""
    found = compounds.parts(text)
    return found if len(found) > 1 else []


def register(name: str, remove: Callable[[UUID], int], columns: Iterable[str], *, numbers: bool = False) -> None:
    WIPES[name] = Wipe(name, remove, frozenset(columns), numbers)


@dataclass
class Removal:
    """What several erased memories and texts took with them, for their one receipt."""

    removed: Counter[str] = field(default_factory=Counter)
    received: dict[UUID, dict[str, Any]] = field(default_factory=dict)  # by agent: its name, how often, when last
    obs_ids: dict[UUID, str] = field(default_factory=dict)  # by memory
    fingerprint: bytes = b""
    tombstones: list[Tombstone] = field(default_factory=list)
    by_value: dict[str, list[UUID]] = field(default_factory=dict)  # what may go with a memory that has its words
    replaced: dict[UUID, str] | None = None  # what said several things and was replaced, by what it said

    def add_receivers(self, memory_id: UUID) -> None:
        for use in Use.objects.filter(memory=memory_id).select_related("agent"):
            agent = self.received.setdefault(use.agent_id, {"agent": use.agent.name, "times": 0, "last_at": ""})
            agent["times"] += use.times
            agent["last_at"] = max(agent["last_at"], use.last_at.astimezone(UTC).isoformat())

    def wholes_of(self, memory: Memory) -> list[UUID]:
        """Return what was replaced in part, where this memory is the part that stayed: its words stand there, too."""
        if self.replaced is None:
            superseded = Memory.objects.of(memory.person_id).filter(status=Status.SUPERSEDED)
            self.replaced = {each.pk: each.words for each in superseded.only("label", "value", "details")}
        words, part = tokens.word_counts(memory.words), identity.normal_text(memory.words)
        alike = [pk for pk, text in self.replaced.items() if words and words <= tokens.word_counts(text)]
        return [pk for pk in alike if part in map(identity.normal_text, _parts(self.replaced[pk]))]

    def receipt(self, person_id: UUID, now: datetime, **more: Any) -> Erasure:
        """Return the receipt, not yet saved."""
        is_one = len(self.obs_ids) == 1
        return Erasure(
            **{
                "person_id": person_id,
                "obs_id": next(iter(self.obs_ids.values())) if is_one else "",
                "fingerprint": self.fingerprint if is_one else b"",
                "memories": len(self.obs_ids),
                "removed": {name: count for name, count in self.removed.items() if count},
                "received_by": sorted(self.received.values(), key=lambda each: each["last_at"], reverse=True),
                "erased_at": now,
            }
            | more
        )

    def write_receipt(self, person_id: UUID, now: datetime, texts: emptied.Emptied, **more: Any) -> Erasure:
        """Save the receipt with what it takes to erase again on a restored backup, and log that too."""
        receipt = self.receipt(person_id, now, **more)
        receipt.replay = {
            "memories": [str(pk) for pk in self.obs_ids],
            "tombstones": [
                [bytes(t.fingerprint).hex(), bytes(t.words_fingerprint).hex(), OWN_KEY] for t in self.tombstones
            ],
            "emptied": texts.digests,
            "receipt": {
                "obs_id": receipt.obs_id,
                "fingerprint": bytes(receipt.fingerprint).hex(),
                "memories": receipt.memories,
                "places": receipt.places,
            },
        }
        with transaction.atomic():  # so that no row of the erasure has a later transaction id (upkeep.purge)
            receipt.save()
        entry = erasure_log.entry(str(receipt.pk), str(person_id), receipt.erased_at, receipt.replay)
        transaction.on_commit(lambda: erasure_log.try_to_append(settings.DATA, [entry]))
        return receipt


@action
def erase(memory_id: UUID, *, by: Actor, now: datetime) -> Erasure:
    """Erase a memory: its row, evidence, questions, search document, agents' answers and every version's words.

    What stays: the receipt, a keyed fingerprint so that it is not learned again, and the id, dates, actor and verb of
    each version.
    """
    return erase_many([memory_id], by=by, now=now)


@action
def erase_many(memory_ids: Collection[UUID], *, by: Actor, now: datetime) -> Erasure:
    """Erase several memories in one transaction, with one receipt for all."""
    removal = Removal()
    with emptied.collected() as texts:
        erase_memories(memory_ids, removal, by=by, now=now)
    return removal.write_receipt(by.person_id, now, texts)


@action
def erase_topic(topic: Topic, choice: topics.Choice, *, by: Actor, now: datetime) -> Erasure:
    """Erase what a topic was found in, as far as the person ticked it, with one receipt.

    The receipt has a keyed fingerprint of the topic and what a second search found right afterwards, but no word of
    it: whoever wants to search again types it again.
    """
    removal = Removal()
    with emptied.collected() as texts:
        erased = _erase_places(topic, choice, removal, by=by, now=now)
        for drop in ON_TOPIC:
            drop(by.person_id)
    removal.tombstones += passages.keep_digests(by.person_id, texts.told, topic, now=now)
    left = topics.check(by.person_id, topic)
    return removal.write_receipt(
        by.person_id,
        now,
        texts,
        obs_id="",
        fingerprint=topic_fingerprint(by.person_id, topic),
        places=len(erased),
        checked=left.counts,
        kept=[place.key for place in left.places],
    )


def _erase_places(topic: Topic, choice: topics.Choice, removal: Removal, *, by: Actor, now: datetime) -> set[str]:
    """Search and erase until nothing that was ticked is left, and return the keys of the places."""
    erased, goes_on = set[str](), True
    while goes_on:
        found = topics.find(by.person_id, topic)
        places = [place for place in found.places if choice.includes(place)]
        removal.removed["notes"] += sum(place.group == topics.NOTES for place in places)
        of_memories = [place.pk for place in places if place.group in (topics.MEMORIES, topics.NOTES)]
        erase_memories(of_memories, removal, by=by, now=now)
        hits = _to_empty(topics.find(by.person_id, topic), choice) if places else []
        pieces = sum(_empty(source, hits, removal) for source in topics.SOURCES)
        erased |= {place.key for place in places}
        goes_on = found.is_cut and bool(of_memories or pieces)
    return erased


def topic_fingerprint(person_id: UUID, topic: Topic) -> bytes:
    """Return a keyed digest of a topic, to recognize the words when typed again."""
    return fingerprints.keyed_digest("topic", f"{person_id}\x1f{' '.join(topic.words)}")


def is_erased_topic(person_id: UUID, phrases: Iterable[str]) -> bool:
    """Return whether the person erased one of these phrases as a topic."""
    known = [topic_fingerprint(person_id, Topic(phrase)) for phrase in phrases]
    return Erasure.objects.filter(person=person_id, places__isnull=False, fingerprint__in=known).exists()


def _to_empty(found: topics.Found, choice: topics.Choice) -> list[topics.Hit]:
    """Return the hits to empty: those of ticked places, and those that belong to no place, such as kept answers."""
    of_ticked = [hit for place in found.places if choice.includes(place) for hit in place.hits]
    return of_ticked + [hit for hit in found.hits if not hit.source.group]


def _empty(source: topics.Source, hits: list[topics.Hit], removal: Removal) -> int:
    own = [hit for hit in hits if hit.source is source]
    for hit in own:
        emptied.note(source.table, hit.pk, [text for texts in hit.texts.values() for text in texts])
    pieces = source.empty(own) if own else 0
    removal.removed[source.store] += pieces
    return pieces


def erase_memories(memory_ids: Collection[UUID], removal: Removal, *, by: Actor, now: datetime) -> None:
    # Lock the counts of use before the memories, like a recall that returns them now: another order could deadlock.
    uses = Use.objects.filter(memory__in=memory_ids).order_by("pk")
    list(uses.select_for_update(of=("self",)).values_list("pk"))
    waiting, going = sorted(memory_ids), list[Memory]()
    if waiting and not removal.by_value:
        for pk, label, value in Memory.objects.of(by.person_id).filter(TWINS).values_list("pk", "label", "value"):
            removal.by_value.setdefault(value_text(label, value), []).append(pk)
    for memory_id in waiting:  # it grows: what waits with the same words goes too
        if memory_id not in removal.obs_ids:
            going.append(store.lock(memory_id))
            waiting += _note(going[-1], removal, now=now)
    removal.removed += _remove(going, WIPES.values(), by=by, now=now)


def _note(memory: Memory, removal: Removal, *, now: datetime) -> list[UUID]:
    """Note a memory for the receipt before its removal; return the other memories with its words.

    That is what waits under another key or condition, what was withdrawn because the person said it themselves, what is
    over and said the same, the rule that was learned as its opposite, and the whole it is a part of that stayed.
    """
    fingerprint = value_fingerprint(memory.person_id, memory.label, memory.value)
    same = removal.by_value.get(value_text(memory.label, memory.value), [])
    twins = list(Memory.objects.filter(TWINS, pk__in=same).exclude(pk__in=[memory.pk, *removal.obs_ids]))
    learned = list(Memory.objects.filter(negates=memory, confirmed_at=None).values_list("pk", flat=True))
    learned += removal.wholes_of(memory)
    is_gone = not any(twin.status == Status.ACTIVE for twin in twins)
    same_words = [*(twin.pk for twin in twins), *_ended_twins(memory)] if is_gone else []
    if is_gone:  # or a tombstone would block what the person still has
        removal.tombstones.append(add_tombstone(memory, Tombstone.Cause.ERASED, now=now))
    removal.add_receivers(memory.pk)
    removal.obs_ids[memory.pk], removal.fingerprint = memory.obs_id, fingerprint
    return learned + same_words


def _ended_twins(memory: Memory) -> list[UUID]:
    """Return ids of ended memories with the same fingerprint or the same words."""
    words = SearchDocument.objects.filter(memory=memory.pk, statement__isnull=False).values("statement")
    in_these_words = SearchDocument.objects.filter(person=memory.person_id, statement__in=words).values("memory")
    same = Q(fingerprint=bytes(memory.fingerprint)) | Q(pk__in=in_these_words)
    ended = Memory.objects.of(memory.person_id).filter(same).exclude(LIVE).exclude(pk=memory.pk)
    return list(ended.values_list("pk", flat=True))


@action
def erase_example(memory_id: UUID, *, by: Actor, now: datetime) -> None:
    """Erase a memory of the example month and keep nothing of it: the person never said it.

    No receipt, no fingerprint, also none of a decline. What agents of the person's own told elsewhere in the same words
    stays: the example's conversations and feedback go with its agents.
    """
    memory = store.lock(memory_id)
    person_id, label, value = memory.person_id, memory.label, memory.value
    _remove([memory], _own_wipes(), by=by, now=now)
    tombstones.lift(person_id, label, value)


@action
def purge_withdrawn(memory_ids: Collection[UUID], *, by: Actor, now: datetime) -> int:
    """Remove what agents took back before it was ever in use, and its versions; return how many memories went.

    Nobody was given it, so there is no receipt. What the person decided about the same words stays decided.
    """
    withdrawn = list(Memory.objects.filter(WITHDRAWN, pk__in=memory_ids).order_by("pk").values_list("pk", flat=True))
    _remove([store.lock(memory_id) for memory_id in withdrawn], _own_wipes(), by=by, now=now)
    remove_empty_versions(withdrawn)
    return len(withdrawn)


def remove_empty_versions(memory_ids: Collection[UUID]) -> None:
    """Delete the emptied versions of memories that are gone; the chain of the rest says that they were there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_remove_empty_versions(%s)", [list(memory_ids)])


def _own_wipes() -> list[Wipe]:
    return [wipe for wipe in WIPES.values() if wipe.name not in IN_OTHER_TEXTS]


def _remove(memories: Collection[Memory], wipes: Collection[Wipe], *, by: Actor, now: datetime) -> Counter[str]:
    """Remove memories from all places; return the number of rows by place.

    The last version of each is the only one that this writes of it: what goes too is not unlinked or settled before.
    """
    removed, together = Counter[str](), [memory.pk for memory in memories]
    _unlink(together, by=by, now=now)
    for memory in memories:
        conflicts.remove_member(memory, by=by, now=now, together=together)
        proposals.point_elsewhere(memory, None)
        # Other rooms' wipes run first: they find their rows by the evidence, which our own wipe deletes.
        removed.update({wipe.name: wipe.remove(memory.pk) for wipe in reversed(list(wipes))})
        _delete(memory, by=by, now=now)
        removed["versions"] += _blank_versions(memory.pk)
    return removed


def _unlink(memory_ids: Collection[UUID], *, by: Actor, now: datetime) -> None:
    """Clear them from the memories that stay and refer to them: those they replaced, and the rules that negate them."""
    linked = Memory.objects.filter(Q(superseded_by__in=memory_ids) | Q(negates__in=memory_ids))
    for other in linked.exclude(pk__in=memory_ids).order_by("pk").select_for_update(of=("self",)):
        is_replaced = other.superseded_by_id in memory_ids
        because = "its replacement was erased" if is_replaced else "what it ruled out was erased"
        other.superseded_by_id = None if is_replaced else other.superseded_by_id
        other.negates_id = None if other.negates_id in memory_ids else other.negates_id
        store.save(other, by=by, verb="unlink", because=because, now=now)


def _delete(memory: Memory, *, by: Actor, now: datetime) -> None:
    """Empty the memory and delete it: simple-history copies what is deleted into a last version."""
    pk = memory.pk
    for name in memory_columns.emptied(COLUMNS):
        setattr(memory, name, memory_columns.empty_value(COLUMNS[name]))
    memory.changed_by, memory.changed_by_agent, memory.changed_verb = by.name, by.agent, "erase"
    memory.changed_because, memory.changed_at = "your decision", now
    memory._history_date = now  # type: ignore[attr-defined]  # simple-history reads it
    memory.delete()
    memory.pk = pk


def _blank_versions(memory_id: UUID) -> int:
    """Empty the memory's versions by the owner's function; nothing else may change history."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT memories_blank_versions(%s)", [memory_id])
        return int(cursor.fetchone()[0])
