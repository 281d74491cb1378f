"""Statements from folder lines, and their outcomes."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from memoryweb.folders.models import Folder
from memoryweb.interchange.entry import Entry
from memoryweb.interchange.importing.importing import find_impossible_date, statement_of
from memoryweb.interchange.importing.screening import Refused
from memoryweb.language import sensitive
from memoryweb.language.comparing import identity
from memoryweb.memories import actions, refusals
from memoryweb.memories.actions import Actor, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, fingerprints
from memoryweb.rules.policy import SOURCE_NAMES, Source

FINDINGS_MAX = 200
LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")  # a digest without digits is no number to the guard
REFERENCE = 32  # letters


@dataclass(frozen=True)
class Finding:
    """A place in a file that the page shows, without its words. `what` is a name of FINDINGS on the page."""

    file: str
    line: int
    what: str
    category: str = ""

    @property
    def as_json(self) -> dict[str, Any]:
        file = "" if sensitive.inspect(self.file) else self.file
        return {"file": file, "line": self.line, "what": self.what, "category": self.category}


def keep_findings(folder: Folder, found: Iterable[Finding], *, now: datetime) -> None:
    """Set what the page shows, and count what was refused since the last time."""
    rows = [each.as_json for each in found]
    for (_, category), more in (_refused(rows) - _refused(folder.findings)).items():
        for _n in range(more):
            refusals.count(folder.person_id, sensitive.Finding(sensitive.Sensitive(category)), now=now)
    folder.findings = rows[:FINDINGS_MAX]


def _refused(rows: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((row["file"], row["category"]) for row in rows if row["what"] == "refused")


def of_refused(file: str, refused: Iterable[Refused]) -> list[Finding]:
    return [Finding(file, each.line, "refused", each.category) for each in refused]


def digest(folder: Folder, words: str) -> bytes:
    """Return what words of this folder are known by, whether their letters came composed or decomposed.

    It is keyed, so nobody can test guesses.
    """
    return fingerprints.keyed_digest("folder", f"{folder.pk}\x1f{unicodedata.normalize('NFC', words)}")


def read_ahead(folder: Folder, entry: Entry, words: str, *, by: Actor) -> None:
    """Read what `remember` asks of an entry's words, before the person is held."""
    actions.read_ahead(_statement(folder, entry, words), by=by)


def remember(folder: Folder, entry: Entry, words: str, *, by: Actor, now: datetime) -> Outcome | str:
    """Remember an entry in the name of the folder's owner; return the outcome, or why it is not storable."""
    if find_impossible_date(entry, now):
        return "date"
    try:
        with transaction.atomic():
            return actions.remember(_statement(folder, entry, words), by=by, now=now)
    except actions.Invalid:
        return "too_long"


def _statement(folder: Folder, entry: Entry, words: str) -> Statement:
    """Return the entry as a statement of today.

    In an agent's workspace it is that agent's, under its trust. What an agent keeps for itself is read from a file, so
    that no trust covers it; it is asked about like what the person told.
    """
    source = SOURCE_NAMES.get(entry.source.casefold(), "") if folder.kind == Folder.Kind.AGENT else Source.INSTRUCTION
    is_said = folder.kind == Folder.Kind.AGENT
    return replace(
        statement_of(entry),
        source=source,
        observed_on=None,
        valid_until=None,
        is_whole=True,
        evidence_kind=Evidence.Kind.STATEMENT if is_said else Evidence.Kind.IMPORT,
        ref=reference(folder, words),
    )


def reference(folder: Folder, words: str) -> dict[str, Any]:
    """Return what the evidence of a line is known by, so that it counts once; Review says where it stands."""
    said = digest(folder, words).hex().translate(LETTERS)[:REFERENCE]
    return {"folder": folder.name, "folder_kind": str(folder.kind), "said": said}


def update(folder: Folder, memory: Memory, entry: Entry, words: str, *, by: Actor, now: datetime) -> Outcome | str:
    """Say an entry instead of what a memory says now; return the outcome, or why it cannot be a memory."""
    details = "\n".join([*entry.details, entry.update] if entry.update else entry.details)
    source = Source.INSTRUCTION if folder.kind == Folder.Kind.OWN else ""
    try:
        with transaction.atomic():
            return actions.update(
                memory.pk,
                details=details,
                value=entry.value or None,
                by=by,
                now=now,
                source=source,
                ref=reference(folder, words),
            )
    except actions.Invalid:
        return "too_long"


def says_the_same(entry: Entry, of_memory: Entry, memory: Memory) -> bool:
    """Return whether an entry says what a memory says, whatever its form."""
    if not entry.label:
        words = identity.normal_text(" ".join(entry.details))
        return words in {identity.normal_text(text) for text in (memory.details, str(memory), of_memory.title)}
    return _compared(entry) == _compared(of_memory)


def _compared(entry: Entry) -> tuple[str, ...]:
    texts = (entry.label, entry.value, *entry.details, entry.condition, entry.project)
    return tuple(identity.normal_text(text) for text in texts)
