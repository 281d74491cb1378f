"""The lines of an agent's files: each is a memory in use, or a statement that waits for the person.

memoryweb keeps statements, not files. Which file a line belongs to stands in its `metadata`, which only the agent that
wrote it gets back.
"""

import random
import re
import string
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urljoin

from memoryweb_client.client import Client
from memoryweb_client.error_codes import NotFoundError, SensitiveDataError
from memoryweb_client.results import Preference, WriteResult

Source = Literal["", "instruction", "correction", "behaviour", "pattern", "inference", "weak", "uncertain"]
FILE, MARK, PLACE = "memory_file", "memory_line", "memory_place"  # names in the metadata
WAITING = ("proposed", "conflict", "noted")  # outcomes after which nothing is in use until the person says yes
NOT_KEPT = ("blocked", "refused")
LABEL_MAX = 120
BULLET = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
RENDERED = re.compile(r"^- (?:Rule|规则)[:：]\s*|\s*[（(]confidence=[^()（）]*[)）]$")


@dataclass(frozen=True)
class Line:
    """One line of a file. `target` is the memory or the own statement that an edit of it is about."""

    text: str
    target: str
    place: float = 0.0
    waits: bool = False


@dataclass
class Change:
    """What was written and was not in use when it was last looked at.

    `target` is the id of the own statement. `memory` is the memory in use that it changes or stops.
    """

    path: str
    text: str
    target: str
    place: float = 0.0
    mark: str = ""
    memory: str = ""
    parts: int = 1  # a sentence that says two things is two questions


@dataclass
class Files:
    """What is in use now: the lines of each file, and by id everything that the agent may read."""

    lines: dict[str, list[Line]] = field(default_factory=dict)
    in_use: dict[str, Preference] = field(default_factory=dict)


def statement_in(line: str) -> str:
    """Return what a line says, without its bullet; empty for a blank line or a heading."""
    text = BULLET.sub("", RENDERED.sub("", RENDERED.sub("", line.strip()))).strip()
    return "" if text.startswith("#") else text


class Notes:
    """Reads and writes the lines, and remembers which of its own changes still wait.

    memoryweb tells no agent what became of its questions, so a change counts as waiting until it is seen in use. What
    another process wrote is not counted.
    """

    def __init__(self, client: Client, *, project: str, source: Source) -> None:
        self._client, self._project, self._source = client, project, source
        self._changes: list[Change] = []
        self._review_url = client.url

    def read(self) -> Files:
        """Return what is in use, and forget about the changes that are."""
        files, cursor = Files(), ""
        while True:
            page = self._client.get_user_preferences(project=self._project, limit=200, cursor=cursor)
            files.in_use |= {each.id: each for each in page.preferences}
            cursor = page.next_cursor
            if not cursor:
                break
        own = [each for each in files.in_use.values() if FILE in each.metadata]
        for each in sorted(own, key=lambda each: (each.metadata.get(PLACE, 0), each.id)):
            line = Line(each.details, each.id, float(each.metadata.get(PLACE, 0)))
            files.lines.setdefault(str(each.metadata[FILE]), []).append(line)
        marks = _marks(files)
        self._changes = [change for change in self._changes if _parts_waiting(change, files, marks)]
        return files

    def count_waiting(self, files: Files, folder: str) -> int:
        """Return how many changes below this path wait."""
        marks = _marks(files)
        below = [change for change in self._changes if f"{change.path}/".startswith(f"{folder}/")]
        return sum(_parts_waiting(change, files, marks) for change in below)

    @property
    def review_url(self) -> str:
        """Where the person answers."""
        return self._review_url

    def waiting_paths(self) -> set[str]:
        """Return the files that have a line that waits."""
        return {change.path for change in self._changes if change.text}

    def waiting_lines(self, path: str) -> list[Line]:
        """Return the lines of this file that wait: only for edits of them, never to be shown."""
        return [
            Line(change.text, change.target, change.place, waits=True)
            for change in self._changes
            if change.path == path and change.text and change.target
        ]

    def add(self, path: str, text: str, place: float, *, is_note: bool) -> str:
        """Save a new line. Returns why it was not kept, or an empty text."""
        mark = "".join(random.choices(string.ascii_lowercase, k=12))  # noqa: S311  only tells lines apart
        metadata = {FILE: path, MARK: mark, PLACE: place} if is_note else {MARK: mark}
        return self._write(
            Change(path, text, "", place, mark),
            lambda: self._client.save_user_preference(
                "", text[:LABEL_MAX], text, project=self._project, source=self._source, metadata=metadata
            ),
        )

    def update(self, path: str, line: Line, text: str) -> str:
        """Change a line to another text. Returns why it was not kept, or an empty text."""
        old = self._take_change(line)
        memory = old.memory if old else line.target
        change = Change(path, text, "", line.place, old.mark if old else "", memory)
        return self._write(change, lambda: self._client.update_user_preference(line.target, text, source=self._source))

    def forget(self, path: str, line: Line) -> str:
        """Ask to stop using a line, or take back one that waits."""
        self._take_change(line)
        change = Change(path, "", "", memory="" if line.waits else line.target)
        return self._write(change, lambda: self._client.forget_user_preference(line.target))

    def _take_change(self, line: Line) -> Change | None:
        """Return the change that left this line waiting, and drop it: what follows takes its place."""
        found = next((change for change in self._changes if line.waits and change.target == line.target), None)
        self._changes = [change for change in self._changes if change is not found]
        return found

    def _write(self, change: Change, call: Callable[[], WriteResult]) -> str:
        try:
            result = call()
        except NotFoundError:
            return "It has changed since it was read."
        except SensitiveDataError as error:
            return error.message
        outcomes = [result.outcome, *(str(other.get("outcome")) for other in result.others)]
        change.parts = sum(outcome in WAITING for outcome in outcomes)
        if result.review_url:
            self._review_url = urljoin(f"{self._client.url}/", result.review_url)
        if change.parts and not self._asks_already(change):
            change.target = "" if change.memory and not change.text else result.id
            self._changes.append(change)
        return result.reason if result.outcome in NOT_KEPT else ""

    def _asks_already(self, change: Change) -> bool:
        same = (change.memory, change.text)
        return bool(change.memory) and any((other.memory, other.text) == same for other in self._changes)


def _marks(files: Files) -> Counter[str]:
    """Return how many memories in use each written line has become."""
    return Counter(str(each.metadata.get(MARK, "")) for each in files.in_use.values())


def _parts_waiting(change: Change, files: Files, marks: Counter[str]) -> int:
    """Return how many questions of a change are not answered with yes."""
    if not change.memory:
        return max(0, change.parts - marks[change.mark])
    old = files.in_use.get(change.memory)
    return 0 if old is None or (change.text and old.details == change.text) else change.parts
