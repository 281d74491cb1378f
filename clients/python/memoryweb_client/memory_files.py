"""The commands of Anthropic's memory tool on memoryweb, with the answers of its own implementation, byte for byte.

`/memories/about-me.md` is what memoryweb recalls about the person. Every other file holds what the agent wrote. What
is written is a statement, so it is in use when the person says yes: a view shows what is in use, and says how many
changes wait.
"""

import posixpath
from difflib import SequenceMatcher
from threading import RLock

from memoryweb_client.client import Client
from memoryweb_client.notes import Files, Line, Notes, Source, statement_in

ROOT, ABOUT, NOTES = "/memories", "/memories/about-me.md", "/memories/notes"
NUMBER_WIDTH = 6
LEVELS = 2  # of directories that a view of one shows
EDITED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
CONTEXT = 2  # lines around a replacement in the answer


class FileError(Exception):
    """A command cannot be carried out. The text is the answer for the model."""


class MemoryFiles:
    """The files of one agent. `project` limits them, `query` says what the recall is about."""

    def __init__(self, client: Client, *, project: str = "", query: str = "", source: Source = "") -> None:
        self._client, self._project, self._query = client, project, query
        self._notes = Notes(client, project=project, source=source)
        self._created: set[str] = set()  # files without a line in use yet
        self._lock = RLock()  # a model may send several commands at once

    def view(self, path: str, view_range: list[int] | None = None) -> str:
        with self._lock:
            where, files = _checked(path), self._notes.read()
            if where in self._folders(files):
                answer = self._list(path, where, files)
            else:
                answer = self._show(path, self._lines(where, files), view_range)
            waiting = self._notes.count_waiting(files, where)
        if not waiting:
            return answer
        changes = "1 change waits" if waiting == 1 else f"{waiting} changes wait"
        return f"{answer}\n{changes} for the person: {self._notes.review_url}"

    def create(self, path: str, file_text: str) -> str:
        with self._lock:
            where, files = _checked(path), self._notes.read()
            if where in self._paths(files) or where in self._folders(files):
                raise FileError(f"File {path} already exists")
            self._created.add(where)
            self._apply(where, [], file_text.split("\n"))
        return f"File created successfully at: {path}"

    def str_replace(self, path: str, old_str: str, new_str: str) -> str:
        with self._lock:
            where, lines = self._editable(path)
            content = "\n".join(line.text for line in lines)
            count = content.count(old_str)
            if count == 0:
                raise FileError(f"No replacement was performed, old_str `{old_str}` did not appear verbatim in {path}.")
            if count > 1:
                places = ", ".join(map(str, _lines_with(content, old_str)))
                raise FileError(
                    f"No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {places}. "
                    "Please ensure it is unique"
                )
            index = content[: content.find(old_str)].count("\n")
            new_lines = content.replace(old_str, new_str).split("\n")
            self._apply(where, lines, new_lines)
        start = max(0, index - CONTEXT)
        snippet = _numbered(new_lines[start : index + CONTEXT + 1], start)
        return f"{EDITED}\n{snippet}"

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        with self._lock:
            where, lines = self._editable(path)
            if not 0 <= insert_line <= len(lines):
                raise FileError(
                    f"Invalid `insert_line` parameter: {insert_line}. It should be within the range [0, {len(lines)}]."
                )
            texts = [line.text for line in lines]
            texts[insert_line:insert_line] = insert_text.rstrip("\n").split("\n")
            self._apply(where, lines, texts)
        return f"The file {path} has been edited."

    def delete(self, path: str) -> str:
        with self._lock:
            where, files = _checked(path), self._notes.read()
            if where == ROOT:
                raise FileError("Cannot delete the /memories directory itself")
            if where == ABOUT:
                raise FileError(f"Cannot delete {path}: only the person decides about it. Delete single lines instead.")
            found = [each for each in self._paths(files) if each == where or each.startswith(f"{where}/")]
            if not found:
                raise FileError(f"The path {path} does not exist")
            for each in found:
                self._apply(each, self._lines(each, files, waiting=True), [])
                self._created.discard(each)
        return f"Successfully deleted {path}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Move a file whose lines all wait. memoryweb keeps a line that is in use under the file it was written in."""
        with self._lock:
            old, new, files = _checked(old_path), _checked(new_path), self._notes.read()
            if old == ROOT:
                raise FileError("Cannot rename the /memories directory itself")
            if new in self._paths(files) or new in self._folders(files):
                raise FileError(f"The destination {new_path} already exists")
            if old not in self._paths(files):
                raise FileError(f"The path {old_path} does not exist")
            if old == ABOUT or old in files.lines:
                raise FileError(f"Cannot rename {old_path}: it has lines in use. Create {new_path} for new notes.")
            waiting = self._lines(old, files, waiting=True)
            self._apply(old, waiting, [])
            self._created = self._created - {old} | {new}
            self._apply(new, [], [line.text for line in waiting])
        return f"Successfully renamed {old_path} to {new_path}"

    def _paths(self, files: Files) -> list[str]:
        waiting = {path for path in self._notes.waiting_paths() if path != ABOUT}
        return sorted({ABOUT, *files.lines, *self._created, *waiting})

    def _folders(self, files: Files) -> set[str]:
        parents = {ROOT, NOTES}
        for path in self._paths(files):
            while (path := posixpath.dirname(path)).startswith(ROOT):
                parents.add(path)
        return parents

    def _lines(self, where: str, files: Files, *, waiting: bool = False) -> list[Line]:
        """Return the lines that are in use, for edits followed by those of ours that wait."""
        if where == ABOUT:
            recalled = self._client.recall_preferences(query=self._query, project=self._project)
            lines = [Line(item.line, item.id) for item in recalled.items]
        elif where in self._paths(files):
            lines = files.lines.get(where, [])
        else:
            raise FileError(f"The path {where} does not exist. Please provide a valid path.")
        return [*lines, *self._notes.waiting_lines(where)] if waiting else lines

    def _editable(self, path: str) -> tuple[str, list[Line]]:
        where, files = _checked(path), self._notes.read()
        if where in self._folders(files):
            raise FileError(f"The path {path} is not a file.")
        return where, self._lines(where, files, waiting=True)

    def _show(self, path: str, lines: list[Line], view_range: list[int] | None) -> str:
        texts, start = [line.text for line in lines] or [""], 0
        if view_range and len(view_range) == 2:
            start = max(1, view_range[0]) - 1
            texts = texts[start : len(texts) if view_range[1] == -1 else view_range[1]]
        return f"Here's the content of {path} with line numbers:\n{_numbered(texts, start)}"

    def _list(self, path: str, where: str, files: Files) -> str:
        sizes = {each: _size(self._lines(each, files)) for each in self._paths(files) if each.startswith(f"{where}/")}
        folders = {each for each in self._folders(files) if each.startswith(f"{where}/")}
        entries = []
        for each in sorted({*sizes, *folders}):
            name = each[len(where) + 1 :]
            if name.count("/") < LEVELS and not any(part.startswith(".") for part in name.split("/")):
                below = sum(size for other, size in sizes.items() if f"{other}/".startswith(f"{each}/"))
                entries.append(f"{_size_text(below)}\t{path.rstrip('/')}/{name}{'/' if each in folders else ''}")
        header = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
        return "\n".join([header, f"{_size_text(sum(sizes.values()))}\t{path}", *entries])

    def _apply(self, where: str, lines: list[Line], texts: list[str]) -> None:
        """Turn an edit of a file into changes of memories. Raises FileError for what was not kept."""
        refused: list[tuple[int, str]] = []
        old = [line.text for line in lines]
        for tag, first, last, start, end in SequenceMatcher(None, old, texts, autojunk=False).get_opcodes():
            if tag == "equal":
                continue
            pairs = min(last - first, end - start)
            for offset in range(pairs):
                reason = self._change(where, lines[first + offset], texts[start + offset])
                refused.append((start + offset, reason))
            refused += [(start, self._notes.forget(where, line)) for line in lines[first + pairs : last]]
            refused += self._add_all(where, texts[:end], start + pairs, lines, first + pairs)
        if any(reason for _, reason in refused):
            raise FileError(" ".join(f"Line {number + 1} was not kept: {why}" for number, why in refused if why))

    def _change(self, where: str, line: Line, text: str) -> str:
        said = statement_in(text)
        if said == statement_in(line.text):
            return ""
        return self._notes.update(where, line, said) if said else self._notes.forget(where, line)

    def _add_all(
        self, where: str, texts: list[str], start: int, lines: list[Line], index: int
    ) -> list[tuple[int, str]]:
        """Save the texts from `start` between two lines, and return why each was not kept.

        Their places are numbers between those of the two lines.
        """
        before, count = lines[index - 1].place if index else 0.0, len(texts) - start
        after = lines[index].place if index < len(lines) else before + count + 1
        refused = []
        for number, text in enumerate(texts[start:]):
            place = before + (after - before) * (number + 1) / (count + 1)
            if said := statement_in(text):
                refused.append((start + number, self._notes.add(where, said, place, is_note=where != ABOUT)))
        return refused


def _checked(path: str) -> str:
    """Return the path without what does not belong in it. Raises FileError for one outside of /memories."""
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise FileError(f"Path must start with /memories, got: {path}")
    normal = posixpath.normpath(path)
    if normal != ROOT and not normal.startswith(f"{ROOT}/"):
        raise FileError(f"Path {path} would escape /memories directory")
    return normal


def _numbered(texts: list[str], start: int) -> str:
    return "\n".join(f"{str(start + n).rjust(NUMBER_WIDTH)}\t{text}" for n, text in enumerate(texts, 1))


def _lines_with(content: str, text: str) -> list[int]:
    found, start = [], content.find(text)
    while start >= 0:
        found.append(content[:start].count("\n") + 1)
        start = content.find(text, start + 1)
    return found


def _size(lines: list[Line]) -> int:
    return len("\n".join(line.text for line in lines).encode())


def _size_text(size: int) -> str:
    """Return a size as the tool's own implementation writes it: 0B, 12B, 1.5K."""
    power = min(max(size.bit_length() - 1, 0) // 10, 3)
    amount = size / 1024**power
    return f"{int(amount) if amount == int(amount) else f'{amount:.1f}'}{'BKMG'[power]}"
