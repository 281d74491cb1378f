"""A table with commas, semicolons or tabs between its columns (CSV), of which one holds the memories."""

import csv
import io
import re
from collections.abc import Iterator

from memoryweb.interchange import about, markdown
from memoryweb.interchange.entry import About, Document, Entry, UnknownLine
from memoryweb.interchange.json_text import ROWS_MAX, TooLongError

WORDS = (
    "memory", "content", "text", "fact", "statement", "value", "details", "observation", "note", "description", "texto",
    "contenido", "memoria", "recuerdo", "texte", "contenu", "souvenir", "mémoire", "inhalt", "erinnerung", "eintrag",
    "内容", "记忆", "条目",
)  # fmt: skip
DAYS = (
    "created_at",
    "created",
    "date",
    "learned",
    "timestamp",
    "time",
    "updated_at",
    "fecha",
    "datum",
    "data",
    "日期",
    "时间",
)
KINDS = (
    "category",
    "kind",
    "type",
    "section",
    "topic",
    "categoria",
    "categoría",
    "catégorie",
    "kategorie",
    "类别",
    "分类",
)
DELIMITERS = ",;\t"
ROWS_LOOKED_AT = 20
WORD = re.compile(r"[^\W\d_]{3,}")
NOT_READ = "Of its columns those with the words, the day and the category are read."
# What a column of kinds says of a row that is not about the person.
OTHERS = (
    (About.SOMEBODY, re.compile(r"(?:other|contact|relation|persona\b|otra)", re.IGNORECASE)),
    (
        About.LOG,
        re.compile(r"(?:event|task|log|todo|conversation|tarea|pendiente|aufgabe|tâche|任务|待办)", re.IGNORECASE),
    ),
    (
        About.PROJECT,
        re.compile(
            r"(?:project|knowledge|code|reference|proyecto|datos|projekt|projet|wissen|知识|项目)", re.IGNORECASE
        ),
    ),
)


def recognise(text: str) -> bool:
    head, delimiter = _head(text)
    if not head or _column(head, WORDS) is None:
        return False
    rows = [row for _, row in _rows(text, delimiter, limit=ROWS_LOOKED_AT)]
    return bool(rows) and all(len(row) == len(head) for row in rows)


def read(text: str) -> Document:
    document = Document()
    head, delimiter = _head(text)
    words, day, kind = (_column(head, names) for names in (WORDS, DAYS, KINDS))
    if words is None:
        return document
    beside: dict[str, None] = {}  # what stands in the other columns, each once
    for line, row in _rows(text, delimiter):
        if len(document.entries) == ROWS_MAX:
            raise TooLongError
        said = row[words].strip() if words < len(row) else ""
        if not said:
            document.add_unknown(line, delimiter.join(row), "It has no text.")
            continue
        beside |= dict.fromkeys(cell.strip() for place, cell in enumerate(row) if place not in (words, kind))
        group = row[kind].strip() if kind is not None and kind < len(row) else ""
        learned = markdown.find_day(row[day]) if day is not None and day < len(row) else None
        document.entries.append(
            Entry(details=(said,), learned=learned, tags=(group,) if group else (), line=line, about=_about(group))
        )
    document.entries = about.leave_out_others(document.entries)
    document.unknown.insert(0, UnknownLine(1, " ".join([*head, *filter(WORD.search, beside)]), NOT_READ))
    return document


def _head(text: str) -> tuple[list[str], str]:
    """Return the names of the columns, and what stands between them."""
    first = text.lstrip("\ufeff").partition("\n")[0].strip()
    delimiter = max(DELIMITERS, key=first.count)
    names = [name.strip().strip('"').casefold() for name in first.split(delimiter)]
    is_head = len(names) > 1 and all(re.fullmatch(r"[\w -]{1,40}", name) for name in names)
    return (names, delimiter) if is_head else ([], delimiter)


def _column(head: list[str], names: tuple[str, ...]) -> int | None:
    return next((head.index(name) for name in names if name in head), None)


def _rows(text: str, delimiter: str, *, limit: int = ROWS_MAX + 1) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows below the head, with the line that each begins on."""
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter)
    line = 0
    try:
        for number, row in enumerate(reader):
            if number and row:
                yield line + 1, row
            line = reader.line_num
            if number == limit:
                return
    except csv.Error:  # a cell is longer than the module reads: the lines that are left are reported (reading.py)
        return


def _about(group: str) -> About:
    return next((about for about, words in OTHERS if words.match(group)), About.PERSON)
