"""A table with commas, semicolons or tabs between its columns (CSV), of which one holds the memories.

Programs write a line `sep=;` before it, empty lines, quotes around everything, and columns that are empty.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryweb.interchange.entry import About, Document, Entry, UnknownLine
from memoryweb.interchange.parsing import days, markdown
from memoryweb.interchange.parsing.json_text import ROWS_MAX, TooLongError
from memoryweb.interchange.perspective import line_subject

WORDS = (
    "memory",
    "memories",
    "content",
    "text",
    "fact",
    "statement",
    "value",
    "details",
    "observation",
    "note",
    "notes",
    "description",
    "summary",
    "texto",
    "contenido",
    "memoria",
    "recuerdo",
    "nota",
    "hecho",
    "texte",
    "contenu",
    "souvenir",
    "mémoire",
    "fait",
    "inhalt",
    "erinnerung",
    "eintrag",
    "notiz",
    "aussage",
    "texto",
    "conteúdo",
    "memória",
    "lembrança",
    "testo",
    "contenuto",
    "ricordo",
    "inhoud",
    "tekst",
    "herinnering",
    "notitie",
    "treść",
    "wspomnienie",
    "innehåll",
    "minne",
    "içerik",
    "anı",
    "metin",
    "воспоминание",
    "память",
    "текст",
    "содержание",
    "факт",
    "заметка",
    "спогад",
    "内容",
    "内容文",
    "记忆",
    "條目",
    "条目",
    "記憶",
    "笔记",
    "文本",
    "メモリ",
    "記憶内容",
    "メモ",
    "내용",
    "기억",
    "메모",
    "الذاكرة",
    "ذاكرة",
    "المحتوى",
    "محتوى",
    "النص",
    "نص",
    "ملاحظة",
    "حقيقة",
    "חיזכרון",
    "זיכרון",
    "תוכן",
    "טקסט",
    "הערה",
    "עובדה",
    "خاطره",
    "حافظه",
    "محتوا",
    "متن",
    "یادداشت",
    "ความทรงจำ",
    "ข้อความ",
    "เนื้อหา",
    "स्मृति",
    "सामग्री",
)
DAYS = (
    "created_at",
    "created",
    "date",
    "learned",
    "timestamp",
    "time",
    "updated_at",
    "updated",
    "added",
    "saved",
    "fecha",
    "datum",
    "data",
    "día",
    "jour",
    "дата",
    "日期",
    "时间",
    "日時",
    "日付",
    "날짜",
    "التاريخ",
    "تاريخ",
    "תאריך",
    "تاریخ",
    "วันที่",
)
KINDS = (
    "category",
    "kind",
    "type",
    "section",
    "topic",
    "tag",
    "categoria",
    "categoría",
    "catégorie",
    "kategorie",
    "категория",
    "类别",
    "分类",
    "カテゴリ",
    "الفئة",
    "קטגוריה",
)
BESIDE = frozenset(
    ["the", "full", "raw", "user", "saved", "my", "original", "body", "memory", "created", "on", "of", "entry"]
)  # in a name
DELIMITERS = ",;\t"
SEPARATOR = re.compile(r"^\"?sep=(.)\"?\s*$", re.IGNORECASE)
EMPTY_LINES = re.compile(r"(?:[ \t\r]*+\n)*+")
ROWS_LOOKED_AT = 20
ROWS_LEAST = 2  # of a table whose head nobody knows
NAME = re.compile(r"[\w .()/-]{1,40}")
WORD, LETTER = re.compile(r"[^\W\d_]{3,}"), re.compile(r"[^\W\d_]")
NOT_READ = "Of its columns those with the words, the day and the category are read."
ONE_COLUMN = "It is the head of a table."
UNKNOWN_HEAD = "It is a table, and no column of it is known to hold memories."
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


@dataclass(frozen=True)
class _Table:
    """How a table is written: what stands between its columns, their names, and the line after the head."""

    delimiter: str
    head: tuple[str, ...]
    line: int  # of the head
    body: str

    def column(self, names: tuple[str, ...]) -> int | None:
        """Return the column of the first of these names, else one of which all words are known."""
        exact = (self.head.index(name) for name in names if name in self.head)
        return next(exact, next((at for at, name in enumerate(self.head) if _is_one_of(name, names)), None))

    def rows(self, *, limit: int = ROWS_MAX + 1) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows below the head, with the line that each begins on, without empty cells at their ends."""
        reader = csv.reader(io.StringIO(self.body, newline=""), delimiter=self.delimiter)
        line = 0
        try:
            for number, row in enumerate(reader):
                if any(cell.strip() for cell in row):
                    yield self.line + line + 1, row[: len(self.head)] + _without_ends(row[len(self.head) :])
                line = reader.line_num
                if number == limit:
                    return
        except csv.Error:  # a cell is longer than the module reads: the lines that are left are reported (reading.py)
            return

    @property
    def is_regular(self) -> bool:
        rows = [row for _, row in self.rows(limit=ROWS_LOOKED_AT)]
        return bool(rows) and all(len(row) == len(self.head) for row in rows)


def recognise(text: str) -> bool:
    return _table(text) is not None


def read(text: str) -> Document:
    document, table = Document(), _table(text)
    if table is None:
        return document
    words, day, kind = (table.column(names) for names in (WORDS, DAYS, KINDS))
    if words is None:
        between = table.delimiter
        lines = [(table.line, list(table.head)), *table.rows()]
        document.unknown = [UnknownLine(line, between.join(row), UNKNOWN_HEAD) for line, row in lines]
        return document
    beside: dict[str, None] = {}  # what stands in the other columns, each once
    for line, row in table.rows():
        if len(document.entries) == ROWS_MAX:
            raise TooLongError
        said = row[words].strip() if words < len(row) else ""
        if not LETTER.search(said):
            document.add_unknown(line, table.delimiter.join(row), "It has no text.")
            continue
        beside |= dict.fromkeys(cell.strip() for place, cell in enumerate(row) if place not in (words, kind))
        group = row[kind].strip() if kind is not None and kind < len(row) else ""
        learned = days.find_day(row[day]) if day is not None and day < len(row) else None
        document.entries.append(
            Entry(details=(said,), learned=learned, tags=(group,) if group else (), line=line, about=_about(group))
        )
    document.entries = line_subject.leave_out_others(document.entries)
    names = " ".join([*table.head, *filter(WORD.search, beside)])
    document.unknown.insert(0, UnknownLine(table.line, names, NOT_READ if len(table.head) > 1 else ONE_COLUMN))
    return document


def _table(text: str) -> _Table | None:
    """Parse a CSV table; None if the text isn't one."""
    text = text.lstrip("\ufeff")
    empty = EMPTY_LINES.match(text)
    end = empty.end() if empty else 0
    line, rest = 1 + text.count("\n", 0, end), text[end:]
    delimiters = DELIMITERS
    if separator := SEPARATOR.match(rest.partition("\n")[0]):
        delimiters, line, rest = separator[1], line + 1, rest.partition("\n")[2]
    first, _, body = rest.partition("\n")
    found = [_Table(each, _head(first, each), line, body) for each in delimiters if each in first]
    known = [each for each in found if len(each.head) > 1 and each.column(WORDS) is not None and each.is_regular]
    if known:
        return max(known, key=lambda each: len(each.head))
    if _is_one_of(_name(first.strip()), WORDS):
        return _one_column(first, line, body)
    strange = [each for each in found if _is_strange(each, has_separator=separator is not None)]
    return max(strange, key=lambda each: len(each.head), default=None)


def _one_column(first: str, line: int, body: str) -> _Table | None:
    """Return a table of one column: its name alone on a line, and directly below it the memories."""
    table = _Table("\x1f", (_name(first.strip()),), line, body)
    is_quoted = body.lstrip().startswith('"')
    lines = body.rstrip("\r\n").splitlines()
    is_plain = all(each.strip() and not (markdown.BULLET.match(each) or markdown.HEADING.match(each)) for each in lines)
    return table if lines and (is_quoted or is_plain) else None


def _is_strange(table: _Table, *, has_separator: bool) -> bool:
    """Return whether it is surely a table, although no name of its head is known. Prose has commas, and bars, too."""
    if len(table.head) < 2 or not all(table.head) or not table.is_regular:
        return False
    rows = [row for _, row in table.rows(limit=ROWS_LOOKED_AT)]
    is_short = all(len(name.split()) <= 2 for name in table.head)
    return has_separator or (len(rows) >= ROWS_LEAST and is_short and (table.delimiter in ";\t" or len(table.head) > 2))


def _head(first: str, delimiter: str) -> tuple[str, ...]:
    """Return the column names without empty ones at the end; nothing if a cell is no name."""
    try:
        cells = next(csv.reader([first.strip("\r")], delimiter=delimiter), [])
    except csv.Error:  # a line ends within it, or a cell is longer than the module reads
        return ()
    names = _without_ends([_name(cell) for cell in cells])
    return tuple(names) if names and all(NAME.fullmatch(name) for name in names if name) else ()


def _name(cell: str) -> str:
    return cell.strip().strip('"').strip().casefold()


def _is_one_of(name: str, names: tuple[str, ...]) -> bool:
    """Return whether a column name equals one of these, or combines one with filler words."""
    words = [word for word in re.split(r"[\W_]+", name) if word]
    return name in names or (any(word in names for word in words) and all(w in names or w in BESIDE for w in words))


def _without_ends(cells: list[str]) -> list[str]:
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    return cells


def _about(group: str) -> About:
    return next((about for about, words in OTHERS if words.match(group)), About.PERSON)
