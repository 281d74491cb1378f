"""Erases a memory's words from imports that wait and from lines that were not understood; both end after some days."""

from uuid import UUID

from memoryweb.interchange.models import PREVIEW_DAYS, ImportBatch, ImportRow
from memoryweb.language.mentions.topics import strings_of
from memoryweb.language.text import quoting, tokens, value_text
from memoryweb.memories.erasing import emptied, erasure, topics
from memoryweb.memories.models import Memory
from memoryweb.memories.upkeep import purge

WORDS = ("entry", "text", "reason")
LETTERS_MIN = 3  # of a text that is searched for in other texts


def register() -> None:
    erasure.register("imports", _erase_from_imports, [f"interchange_importrow.{name}" for name in WORDS])
    erasure.register("imported files", lambda _: 0, ["interchange_importbatch.files"])  # names of files, no memory's
    topics.register(
        topics.Source("imports", ImportRow, WORDS, _empty_rows),
        topics.Source("imports", ImportBatch, ("files",), _empty_names, at="created_at"),
    )
    purge.register(
        "previews of imports",
        purge.Log("interchange_importbatch", "created_at", PREVIEW_DAYS, only="state = 'preview'"),
    )
    purge.register("imports", purge.Log("interchange_importbatch", "created_at"))


def _erase_from_imports(memory_id: UUID) -> int:
    """Empty the rows that quote the memory: its value or its details, as whole words."""
    memory = Memory.objects.get(pk=memory_id)
    value = "" if isinstance(memory.value, bool) else value_text.display_value(memory.value)
    phrases = map(quoting.Phrase, {value, memory.details})
    needles = [each for each in phrases if len(each.words) >= LETTERS_MIN or each.is_chinese]
    removed = 0
    for row in ImportRow.objects.filter(person=memory.person_id).exclude(entry=None, text=""):
        texts = [*strings_of(row.entry), row.text]
        said = " ".join(texts)
        normalized = tokens.normalize(said)
        if any(each.is_quoted_in(said, normalized) for each in needles):
            emptied.note("interchange_importrow", row.pk, [text for text in texts if text])
            removed += _empty(row)
    return removed


def _empty(row: ImportRow) -> int:
    return ImportRow.objects.filter(pk=row.pk).update(entry=None, text="", reason="", is_chosen=False)


def _empty_rows(hits: list[topics.Hit]) -> int:
    rows = ImportRow.objects.filter(pk__in=[hit.pk for hit in hits])
    return rows.update(entry=None, text="", reason="", is_chosen=False)


def _empty_names(hits: list[topics.Hit]) -> int:
    for batch in ImportBatch.objects.filter(pk__in=[hit.pk for hit in hits]):
        batch.files = [each | {"name": "", "refused": ""} for each in batch.files]
        batch.save(update_fields=["files"])
    return len(hits)
