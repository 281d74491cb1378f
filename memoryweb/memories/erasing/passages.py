"""Passages of conversations that were erased with a topic: known by keyed digests, so that nobody records them again.

A passage is a sentence, or a whole excerpt or title. Another agent may report the same words later, in a message that
is cut elsewhere, so that each sentence counts by itself. Nothing of it is kept but the digests.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from uuid import UUID

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.mentions.topics import Topic
from memoryweb.language.text import tokens
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.erasing.tombstones import passage_words
from memoryweb.memories.models import Tombstone

SENTENCE_END = LazyPattern(r"(?<=[.!?])[\"'”’)]{0,3}\s+|(?<=[。！？；])|\n+")
Cause = Tombstone.Cause


def keep_digests(person_id: UUID, texts: Iterable[str], topic: Topic, *, now: datetime) -> list[Tombstone]:
    """Keep the digests of all passages of these texts that mention the topic, and return them.

    The others may come again.
    """
    mentions = {passage_words(each) for text in texts for each in (text, *split(text)) if topic.is_in(each)}
    key = tombstones.key_of(person_id)
    passages = [
        Tombstone(
            person_id=person_id,
            fingerprint=tombstones.digest(key, tombstones.PASSAGE, words),
            cause=Cause.PASSAGE,
            created_at=now,
        )
        for words in sorted(mentions - {""})
    ]
    return Tombstone.objects.bulk_create(passages, batch_size=1000, ignore_conflicts=True)


def last_erased(person_id: UUID) -> UUID | None:
    """Return the newest erasure's id, which changes with each erasure; None without any."""
    erased = Tombstone.objects.filter(person=person_id).exclude(cause=Cause.DECLINED)
    return erased.order_by("-pk").values_list("pk", flat=True).first()


def without_erased(person_id: UUID, texts: Sequence[str]) -> list[str]:
    """Return the texts without erased passages and erased values.

    A text of which nothing remains is empty. Two queries, whatever the number of texts.
    """
    keys = [tombstones.key_of(person_id), *map(tombstones.unseal, tombstones.brought_keys(person_id))]
    digests = {
        passage: [
            *(tombstones.digest(key, tombstones.PASSAGE, words) for key in keys if (words := passage_words(passage))),
            *tombstones.under_each(keys, "value", tombstones.value_text("", passage.strip()), person_id),
        ]
        for text in texts
        for passage in (text, *split(text))
        if passage.strip()
    }
    known = Tombstone.objects.filter(person=person_id, fingerprint__in={each for of in digests.values() for each in of})
    erased = {bytes(each) for each in known.exclude(cause=Cause.DECLINED).values_list("fingerprint", flat=True)}
    gone = {passage for passage, of_passage in digests.items() if not erased.isdisjoint(of_passage)}
    if not gone:
        return list(texts)
    return ["" if text in gone else "".join(each for each in split(text) if each not in gone).strip() for text in texts]


def without(text: str, quote: str) -> str:
    """Return a text without sentences that overlap with the quote."""
    said = passage_words(quote)
    return "".join(each for each in split(text) if not _overlap(passage_words(each), said)).strip()


def split(text: str) -> Iterator[str]:
    """Yield the sentences of a text, with what stands between them: together they are the text."""
    start = 0
    for end in SENTENCE_END.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _overlap(one: str, other: str) -> bool:
    if not one or not other:
        return False
    if tokens.CJK.search(one):
        return one in other or other in one
    return f" {one} " in f" {other} " or f" {other} " in f" {one} "
