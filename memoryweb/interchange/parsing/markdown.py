"""Reads the lines of a Markdown file as blocks: headings, bullets with what is nested in them, paragraphs, table rows.

It knows no format. Every line with words becomes a block, part of one, or is reported.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate, zip_longest

from memoryweb.interchange.entry import Document, Entry, single_line
from memoryweb.interchange.parsing import lines

HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*)$")
BOLD_HEADING = re.compile(r"^\s{0,3}(\*\*|__|\*|_)(?=[^\s*_])([^*_]{1,50})(?<=[^\s.!?,;。！？])\1\s*$")
BOLD_DEPTH = 7  # below every heading with a sign
QUESTION_DEPTH = 9  # a question with its answer below, as in a form
DASHES = "\\-\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
DOTS = "•‣▪▫●○◦■□◆◇▸▹►▻➤➢➔→⇒·∙・✓✔✅★☆❖⁃"
CAPITAL = r"(?=[^\W\d_a-z])"  # or a letter of a script that has none
BULLET = re.compile(
    rf"^(\s*)(?:[{DASHES}*+](?:\s+|(?<=[{DASHES}]){CAPITAL})|[{DOTS}]\ufe0f?\s*(?=\S)"
    rf"|\(?\d{{1,3}}[.)](?:\s+|{CAPITAL})|\d{{1,3}}\s?[{DASHES}]\s+(?=[^\W\d])|\d{{1,3}}[、．）]\s*|（\d{{1,3}}）\s*"
    r"|[\u2460-\u249b\u24eb-\u24ff\u2776-\u2793\u3220-\u3229]\s*|\(?[a-zA-Z]\)\s+|[a-z]\.\s+|[ivx]{2,4}[.)]\s+"
    r"|（?[一二三四五六七八九十]{1,3}[、）]\s*|(?=[☐☑☒]))(.*)$"
)
DATED = re.compile(  # a line of a list whose lines begin with their days
    r"^\s*(?:[-*]\s+)?\[(\d{4}-\d{2}(?:-\d{2})?|unknown(?: date)?|n/?a|no date|未知)\]\s*[-–—:]?\s*(.*)$", re.IGNORECASE
)
BOX = re.compile(r"^(?:\[[ xX✓✔]?\]|[☐☑☒])\s*(?=\S)")  # of a task
RULE = re.compile(r"^[ \t]*+(?:(?:[-*_=][ \t]*+){3,}+|§[ \t]*+)$")
FENCE = re.compile(r"^\s*(`{3,}|~{3,})(.*)$")
COMMENT = re.compile(r"^\s*<!--.*-->\s*$")
TABLE_FRAME = re.compile(r"^(?=[^-]*-)[\s:|-]+$")
TABLE_ROW = re.compile(r"^\s*\|(.*)\|\s*$")
QUOTE = re.compile(r"^\s*(?:>\s?)+")
CELL_END = re.compile(r"(?<!\\)\|")
BOLD_LABEL = re.compile(r"^(?:\*\*|__)([^*_]{1,120}?)\s*[:：]?\s*(?:\*\*|__)\s*[:：]?\s*(.*)$")
PLAIN_LABEL = re.compile(r"^([^\W\d_][^:：.,;!?`*\[\](){}<>/]{0,38}?)\s*[:：]\s+(\S.*)$")
PLAIN_HEAD = re.compile(
    r"|key|name|setting|preference|field|topic|item|category|what|type|label|attribute|area|about|subject|fact",
    re.IGNORECASE,
)
LABEL_WORDS_MAX = 4
IN_CODE = "It is in a block of code."
QUESTION_WORDS_MAX = 16
TITLE_LINES = 60
SENTENCE_END = re.compile(  # not behind a title or an initial
    r"(?<=[.!?؟۔।])(?<!\b[A-Za-z]\.)(?<!\b(?:Dr|Mr|Ms|St|Sr|Jr|vs)\.)(?<!\bMrs\.)(?<!\bProf\.)(?<!\bMme\.)\s+"
    r"(?=[A-ZÀ-ÖØ-ÞΑ-ΩЀ-Я\u0531-\u0556\u05d0-\u0e7f\"“'(])|(?<=[。！？])"
)
MARKS = re.compile(r"(?<!\\)(\*\*|__)(?=\S)(.{1,400}?)(?<=\S)\1")


@dataclass
class Fence:
    """Whether the lines of a file stand in a block of code, which ends as it began."""

    opened: str = ""

    def holds(self, line: str) -> bool:
        """Return whether a line is of a block of code, or its frame. Each line is asked about once, in order."""
        fence = FENCE.match(line)
        if not self.opened:
            self.opened = fence[1] if fence else ""
        elif fence and fence[1].startswith(self.opened) and not fence[2].strip():
            self.opened = ""
            return True
        return bool(self.opened)


@dataclass
class Block:
    """One unit of a file. `nested` are the lines below a bullet, with their numbers and their depth in spaces."""

    line: int
    text: str
    headings: tuple[str, ...] = ()
    is_bullet: bool = False
    indent: int = 0
    nested: list[tuple[int, str]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # of a paragraph: where in `text` each of its lines begins

    def line_at(self, position: int) -> int:
        """Return the line number of a position in the paragraph's text."""
        return self.line + max(0, bisect_right(self.starts, position) - 1)

    @property
    def is_label(self) -> bool:
        """Whether the item is just a heading for its nested items."""
        return bool(self.nested) and (self.text.rstrip("*_ ").endswith((":", "：")) or self.text.endswith(":**"))


def blocks(text: str, document: Document) -> Iterator[Block]:
    """Yield the blocks of a file. What stands in a block of code, or is the head of a table, is reported."""
    reader = _Blocks(text.splitlines(), document)
    for number, raw in enumerate(reader.lines, start=1):
        reader.read_line(number, raw)
        yield from reader.take_finished()
    reader.finish()
    yield from reader.take_finished()


class _Blocks:
    """Reads line by line and remembers the headings, the table and the block that the next line belongs to."""

    def __init__(self, of_file: list[str], document: Document) -> None:
        self.lines, self.document = of_file, document
        self.front_end = front_matter_end(of_file)
        self.headings: list[tuple[int, str]] = []
        self.block: Block | None = None
        self.paragraph: list[str] = []  # the lines of a block that is no bullet
        self.finished: list[Block] = []
        self.table: list[str] = []
        self.fence = Fence()

    def take_finished(self) -> list[Block]:
        finished, self.finished = self.finished, []
        return finished

    def finish(self) -> None:
        block, self.block = self.block, None
        if block is None or block.is_bullet:
            self.finished += [block] if block else []
            return
        for group in lines.split(self.paragraph):  # one block for each statement
            said = [lines.HARD_BREAK.sub("", self.paragraph[number]).strip() for number in group]
            starts = [0, *accumulate(len(line) + 1 for line in said[:-1])]
            self.finished.append(Block(block.line + group[0], " ".join(said), block.headings, starts=starts))

    def read_line(self, number: int, raw: str) -> None:
        line = raw.expandtabs(4).rstrip()
        if number <= self.front_end:
            if line.strip().strip("-"):
                self.document.add_unknown(number, raw, "It describes the file, not you.")
        elif self.fence.holds(line):
            if not FENCE.match(line):
                self.document.add_unknown(number, raw, IN_CODE)
        elif not line.strip() or RULE.match(line) or COMMENT.match(line) or TABLE_FRAME.match(line):
            if not (self.block and self.block.is_bullet and not line.strip()):
                self.finish()
        elif heading := HEADING.match(line):
            self.open_heading(len(heading[1]), heading_text(heading))
        elif not (self.block and not self.block.is_bullet) and (bold := BOLD_HEADING.match(line)):
            self.open_heading(BOLD_DEPTH + (len(bold[1]) == 1), single_line(bold[2]).rstrip(":："))
        else:
            self.read_words(number, raw, QUOTE.sub("", line))

    def open_heading(self, depth: int, words: str) -> None:
        self.finish()
        self.headings = [each for each in self.headings if each[0] < depth]
        self.headings.append((depth, words))

    def read_words(self, number: int, raw: str, line: str) -> None:
        names = tuple(name for _, name in self.headings)
        block = self.block
        if bullet := BULLET.match(line):
            if block and block.is_bullet and len(bullet[1]) > block.indent:
                block.nested.append((number, bullet[2].strip()))
                return
            self.finish()
            self.block = Block(number, bullet[2].strip(), names, is_bullet=True, indent=len(bullet[1]))
        elif row := TABLE_ROW.match(line):
            self.finish()
            self.read_row(number, raw, [cell.strip() for cell in CELL_END.split(row[1])], names)
        elif block and block.is_bullet and line[:1].isspace():
            block.nested.append((number, line.strip()))
        elif block and not block.is_bullet:
            self.paragraph.append(QUOTE.sub("", raw))
        elif self.is_question(number, line):
            self.open_heading(QUESTION_DEPTH, line.strip())
        else:
            self.finish()
            self.block, self.paragraph = Block(number, "", names), [QUOTE.sub("", raw)]

    def is_question(self, number: int, line: str) -> bool:
        """Return whether a line asks for what stands directly below it."""
        is_answered = number < len(self.lines) and bool(self.lines[number].strip())
        return is_answered and line.endswith(("?", "？")) and len(line.split()) <= QUESTION_WORDS_MAX

    def read_row(self, number: int, raw: str, cells: list[str], names: tuple[str, ...]) -> None:
        if number < len(self.lines) and "-" in self.lines[number] and TABLE_FRAME.match(self.lines[number]):
            self.table = cells
            self.document.add_unknown(number, raw, "It is the head of a table.")
        else:
            self.finished.append(Block(number, _row_text(self.table, cells), names, is_bullet=True))


def _row_text(head: list[str], cells: list[str]) -> str:
    """Return a table row as a line: label and value, or each cell behind the head of its column."""
    if len(cells) == 2 and all(cells) and (not head or PLAIN_HEAD.fullmatch(head[0])):
        return f"**{cells[0]}**: {cells[1]}"
    named = zip_longest(head[: len(cells)], cells, fillvalue="")
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def without_code(text: str) -> str:
    """Return the text with its blocks of code emptied. A text that is one such block as a whole stays."""
    if "```" not in text and "~~~" not in text:
        return text
    shown: list[str] = []
    has_begun = is_code = False
    for line in text.splitlines():
        is_fence = has_begun and FENCE.match(line) is not None
        shown.append("" if is_code or is_fence else line)
        is_code ^= is_fence
        has_begun = has_begun or bool(line.strip())
    return "\n".join(shown)


def front_matter_end(lines: list[str]) -> int:
    """Return the number of the line that closes the front matter; 0 if nothing does."""
    first = next((number for number, line in enumerate(lines, start=1) if line.strip().strip("\ufeff")), 0)
    if not first or lines[first - 1].strip().strip("\ufeff") != "---":
        return 0
    closing = (number for number, line in enumerate(lines[first:60], start=first + 1) if line.strip() == "---")
    return next(closing, 0)


def front_matter(text: str) -> str:
    """Return the front matter of a text, without the lines around it."""
    lines = text.splitlines()
    end = front_matter_end(lines)
    return "\n".join(lines[: end - 1]) if end else ""


def heading_text(heading: re.Match[str]) -> str:
    """Return a heading's words, without closing signs."""
    return plain_text(heading[2].rstrip("# \t"))


def plain_text(text: str) -> str:
    """Return the text without bold marks."""
    return single_line(MARKS.sub(r"\2", text))


def split_label(text: str) -> tuple[str, str]:
    """Return the label and the rest of "**Label**: rest" and of "Label: rest"; an empty label if it has none."""
    text = BOX.sub("", single_line(text))
    if bold := BOLD_LABEL.match(text):
        return plain_text(bold[1]).rstrip(":："), plain_text(bold[2])
    if (plain := PLAIN_LABEL.match(text)) and len(plain[1].split()) <= LABEL_WORDS_MAX:
        return plain[1].strip(), plain_text(plain[2])
    return "", plain_text(text)


def entry_from(text: str, line: int, **more: object) -> Entry:
    """Return an entry from one line: with a label and a value where it has them, else its words alone."""
    label, rest = split_label(text)
    if label and rest:
        return Entry(label=label, value=rest, line=line, **more)  # type: ignore[arg-type]
    return Entry(details=(label or rest,), line=line, **more)  # type: ignore[arg-type]


def titles(text: str) -> list[str]:
    """Return the words of a file's title and of its first headings, with which a name may stand."""
    lines = text.splitlines()[:TITLE_LINES]
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("title:")]
    return named + [heading_text(found) for line in lines if (found := HEADING.match(line)) and len(found[1]) <= 2]


def statements(text: str) -> Iterator[str]:
    """Yield what the lines of a file say: sentences, without bullets, labels and headings."""
    for line in text.splitlines():
        if line.strip() and not HEADING.match(line):
            bullet = BULLET.match(line)
            yield from sentences(split_label(bullet[2] if bullet else line)[1])


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    return [part.strip() for part in SENTENCE_END.split(text) if part.strip()]
