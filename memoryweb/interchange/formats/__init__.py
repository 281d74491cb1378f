"""The table of file formats. A new format is a file in this folder and a row here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from memoryweb.interchange import exporting
from memoryweb.interchange.entry import Document
from memoryweb.interchange.formats import archive_json, memory_md
from memoryweb.people.models import User


@dataclass(frozen=True, kw_only=True)
class Format:
    """One format: which rows of a person go into a file, how they are written, and how a file is read."""

    name: str
    file_name: str
    content_type: str
    rows: Callable[[User], Iterable[Any]]
    write: Callable[[Iterable[Any]], str]
    read: Callable[[str], Document] | None = None  # None: it is only written

    def export(self, person: User) -> str:
        """Return the person's file as text."""
        return self.write(self.rows(person))


FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(
            name="memory_md",
            file_name="MEMORY.md",
            content_type="text/markdown; charset=utf-8",
            rows=exporting.long_term_entries,
            write=memory_md.write,
            read=memory_md.read,
        ),
        Format(
            name="archive_json",
            file_name="archive.json",
            content_type="application/json",
            rows=exporting.archived_memories,
            write=archive_json.write,
        ),
    )
}
