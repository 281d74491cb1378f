"""Reads what an agent keeps in its own memory files: new lines become questions, nothing is ever written there."""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from memoryweb.folders import disk, statements
from memoryweb.folders.disk import DiskError
from memoryweb.folders.models import Folder, FolderLine, Trouble
from memoryweb.folders.statements import Finding
from memoryweb.interchange.entry import About
from memoryweb.interchange.importing.comparing import Compared, Placed, compare
from memoryweb.interchange.importing.screening import screen
from memoryweb.interchange.models import ImportRow
from memoryweb.interchange.reading import Budget, Reading, read_text
from memoryweb.memories import actions
from memoryweb.memories.acts import recording

AT_ONCE = 10  # new lines in one transaction, while the person is held
# What one has or had already is no news: an agent may have noted what it was given here.
ASKED = (ImportRow.Verdict.NEW, ImportRow.Verdict.CHANGE, ImportRow.Verdict.UNKNOWN)


@dataclass
class Watched:
    """What the files of a folder say, read before anything is written."""

    readings: list[Reading] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)  # files that are there and could not be read
    is_whole: bool = True  # every file is known by its name
    placed: list[Placed] = field(default_factory=list)  # what they say about the person, with its place
    compared: list[Compared] = field(default_factory=list)  # what each of it is to what the person has

    def has_gone(self, row: FolderLine) -> bool:
        """Return whether an unseen line was deleted; False where its file could not be read."""
        return row.file not in self.unread and (self.is_whole or any(each.name == row.file for each in self.readings))


def read(folder: Folder, *, now: datetime) -> Watched:
    """Read and screen all files of the folder, and compare what they say, before the person is held.

    One that cannot be read is found; raises DiskError for the folder. Needs the person's scope.
    """
    names, is_whole = disk.list_watched(folder.path)
    watched, budget = Watched(is_whole=is_whole), Budget()
    for name in names:
        try:
            content = disk.read(folder.path, name)
        except DiskError as error:
            watched.found.append(Finding(name, 0, error.trouble))
            watched.unread.add(unicodedata.normalize("NFC", name))
            continue
        if content:
            reading = read_text(content.text, name, budget)
            reading.name = unicodedata.normalize("NFC", reading.name)  # some disks give it decomposed
            if reading.refused:
                watched.found.append(Finding(name, 0, Trouble.TOO_LARGE))
                watched.unread.add(reading.name)
            watched.found += statements.of_refused(name, screen(reading.document))
            watched.readings.append(reading)
    watched.placed = _placed(watched)
    watched.compared = list(compare(watched.placed, folder.person, now=now))
    return watched


def take_in(folder: Folder, watched: Watched, *, now: datetime) -> bool:
    """Ask about new entries and report erased ones that still stand there. Return whether more are left.

    Needs the person's scope and hold.
    """
    assert folder.agent
    known = {(row.file, bytes(row.digest)): row for row in folder.lines.all()}
    asked = 0
    seen: set[tuple[str, bytes]] = set()
    is_more = False
    for each, compared in zip(watched.placed, watched.compared, strict=True):
        name = watched.readings[each.file].name
        words = each.entry.title
        place = (name, statements.digest(folder, words))
        if compared.verdict == ImportRow.Verdict.BLOCKED:
            watched.found.append(Finding(name, each.entry.line, "erased"))
            continue
        is_new = place not in known and place not in seen
        seen.add(place)
        if not is_new:
            continue
        if asked == AT_ONCE or actions.why_full(folder.agent):
            is_more = asked == AT_ONCE
            folder.trouble = "" if is_more else Trouble.FULL
            seen.discard(place)
            break
        if compared.verdict in ASKED:
            asked += 1
            with recording.recording(folder.actor, "folder", now=now):
                outcome = statements.remember(folder, each.entry, words, by=folder.actor, now=now)
            if isinstance(outcome, str):
                watched.found.append(Finding(name, each.entry.line, outcome))
            elif outcome.name == "refused":
                watched.found.append(Finding(name, each.entry.line, "refused", outcome.category))
                continue
        FolderLine.objects.create(
            person_id=folder.person_id,
            folder=folder,
            file=name,
            number=each.entry.line,
            digest=place[1],
            state=FolderLine.State.LEFT,
        )
    else:
        gone = [row.pk for place, row in known.items() if place not in seen and watched.has_gone(row)]
        folder.lines.filter(pk__in=gone).delete()
    return is_more


def _placed(watched: Watched) -> list[Placed]:
    """Return the files' unexpired entries about the person, each with its place."""
    placed = []
    for file, reading in enumerate(watched.readings):
        parts: Counter[int] = Counter()
        for entry in reading.document.entries:
            if entry.about == About.PERSON and not entry.expired:
                placed.append(Placed(entry, file, reading.digest, parts[entry.line]))
                parts[entry.line] += 1
    return placed
