"""What the author of a text took back in it: comments, and words that are struck through. No reader sees that.

Every line keeps its number. What stands in code is neither; nor is a comment in which a program keeps its fields.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from memoryweb.interchange.entry import UnknownLine
from memoryweb.interchange.parsing import markdown

COMMENTED = "It is commented out."
STRUCK = "It is struck through."

TOKEN = re.compile(
    r"(?P<escaped>\\[^\w\s])"
    r"|(?P<fence>^[ \t>]*(?:`{3,}|~{3,}))"
    r"|(?P<code>`+)"
    r"|(?P<line>^[ \t]*(?:%(?!%)(?=\s)|\[(?://|comment|_)\]:)[^\n]*)"  # of LaTeX and of Markdown
    r"|(?P<html><!--)"
    r"|(?P<latex>\\begin\{comment\})"
    r"|(?P<block>(?<!\S)/\*(?=[\s*]))"
    r"|(?P<obsidian>%%)"
    r"|(?P<tildes>(?<!~)~~(?=[^\s~]))"
    r"|<(?P<tag>del|strike|s)(?:\s[^<>]{0,200})?>"
    r"|(?P<overlay>(?:[^\n\u0336]\u0336){2,})",
    re.MULTILINE | re.IGNORECASE,
)
MAY_HAVE = re.compile(r"<!--|/\*|\\begin|%|~~|\]:|<(?:del|strike|s)\b|\u0336", re.IGNORECASE)
OF_PROGRAMS = re.compile(r"\s*(?:dc:\w|observed:)", re.IGNORECASE)  # fields of an observation, of OpenClaw
CLOSING = {
    "html": re.compile(r"-->"),
    "latex": re.compile(r"\\end\{comment\}"),
    "block": re.compile(r"\*/"),
    "obsidian": re.compile(r"%%"),
    "tildes": re.compile(r"(?<=[^\s~])~~(?!~)"),
    "del": re.compile(r"</del\s*>", re.IGNORECASE),
    "strike": re.compile(r"</strike\s*>", re.IGNORECASE),
    "s": re.compile(r"</s\s*>", re.IGNORECASE),
}
MARKS = re.compile(r"<!--|-->|%%|~~|</?(?:del|strike|s)(?:\s[^<>]{0,200})?>|\u0336|\\(?=~~|%%|<)", re.IGNORECASE)
GAP = re.compile(r"\n[ \t]*\n")
WORD = re.compile(r"[^\W_]")
LETTER = re.compile(r"[^\W\d_]")
SIGN_OF_ITEM = re.compile(r"^\s*(?:>\s*)*(?:[^\w\s]{1,2}|\(?\w{1,3}[.)、])(?:\s|$)")
MARKER, LABEL = re.compile(r"\[[^\[\]]*\]"), re.compile(r"\W*[^:：]{1,60}[:：]\W*")  # that say nothing alone
QUOTED = re.compile(r"[ \t]*>")
LINE_END = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")


def take_out(text: str, *, keeps_quotes: bool = False) -> tuple[str, list[UnknownLine]]:
    """Return the text without parts taken back (struck, commented), and these as lines.

    `keeps_quotes` is for a file that memoryweb writes: a quoted line has the words of a memory, with all their signs.
    """
    if not MAY_HAVE.search(text):
        return text, []
    spans = list(_Scanner(text, keeps_quotes=keeps_quotes).spans())
    return _without(text, spans) if spans else (text, [])


def words_of(text: str) -> str:
    """Return the words of a line that was left out, without the marks that took it back or made it an item."""
    bullet = markdown.BULLET.match(MARKS.sub("", text))
    return markdown.plain_text(bullet[2] if bullet else MARKS.sub("", text))


@dataclass
class _Scanner:
    """Finds what was taken back from the beginning to the end. What is not found once is not looked for again."""

    text: str
    keeps_quotes: bool
    missing: dict[str, int] = field(default_factory=dict)  # by its name: up to where there is no closing

    def spans(self) -> Iterator[tuple[int, int, str]]:
        position = 0
        while token := TOKEN.search(self.text, position):
            kind = token.lastgroup or ""
            if self.keeps_quotes and QUOTED.match(self.text, self.text.rfind("\n", 0, token.start()) + 1):
                position = (self.text.find("\n", token.start()) + 1) or len(self.text)
                continue
            if kind in ("escaped", "fence", "code"):
                position = self._after_code(token, kind)
                continue
            end, position = self._end(token, kind)
            if end:
                yield token.start(), end, STRUCK if kind in ("tildes", "tag", "overlay") else COMMENTED

    def _after_code(self, token: re.Match[str], kind: str) -> int:
        if kind == "escaped":
            return token.end()
        signs = token[0].lstrip(" \t>")
        if kind == "fence":
            end = self._find(f"^{signs[0]}", re.compile(rf"^[ \t>]*{signs}{signs[0]}*[ \t]*$", re.MULTILINE), token)
            return end or len(self.text)
        closing = re.compile(rf"(?<!`){signs}(?!`)")
        return self._find(signs, closing, token, self._paragraph_end(token.end())) or token.end()

    def _end(self, token: re.Match[str], kind: str) -> tuple[int, int]:
        """Return the end of the block that a token opens (0 if it opens none) and the position to continue from."""
        if kind in ("line", "overlay"):
            return token.end(), token.end()
        name = (token["tag"] or kind).lower()
        limit = self._paragraph_end(token.end()) if kind == "tildes" else len(self.text)
        end = self._find(name, CLOSING[name], token, limit)
        if kind == "html":
            end = end or len(self.text)
            return (0, end) if OF_PROGRAMS.match(self.text, token.end()) else (end, end)
        return end, end or token.end()

    def _find(self, name: str, closing: re.Pattern[str], token: re.Match[str], limit: int | None = None) -> int:
        """Return the end of a token's closing mark; 0 if missing before the limit."""
        limit = len(self.text) if limit is None else limit
        if token.end() < self.missing.get(name, 0):
            return 0
        if found := closing.search(self.text, token.end(), limit):
            return found.end()
        self.missing[name] = limit
        return 0

    def _paragraph_end(self, position: int) -> int:
        if position >= self.missing.get("", 0):
            gap = GAP.search(self.text, position)
            self.missing[""] = gap.start() if gap else len(self.text)
        return self.missing[""]


def _without(text: str, spans: list[tuple[int, int, str]]) -> tuple[str, list[UnknownLine]]:
    """Return the text without these spans, and what they said, line by line."""
    kept, position = [], 0
    for start, end, _ in spans:
        kept.append(text[position:start])
        kept.append("".join(LINE_END.findall(text[start:end])))
        position = end
    lines = "".join([*kept, text[position:]]).splitlines()
    starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    taken: list[UnknownLine] = []
    number = 0
    for start, end, reason in spans:
        while number + 1 < len(starts) and starts[number + 1] <= start:
            number += 1
        first = number
        for offset, said in enumerate(text[start:end].splitlines()):
            if WORD.search(said):
                taken.append(UnknownLine(first + offset + 1, said.strip(), reason))
            if first + offset < len(lines):
                _empty(lines, first + offset, reason, taken)
    return "\n".join(lines) + "\n", sorted(taken, key=lambda each: each.line)


def _empty(lines: list[str], number: int, reason: str, taken: list[UnknownLine]) -> None:
    """Empty a line in which no words are left, and with an item what is nested below it."""
    line = lines[number]
    said = MARKER.sub("", SIGN_OF_ITEM.sub("", line))
    if LETTER.search(said) and not LABEL.fullmatch(said):
        return
    if WORD.search(line):
        taken.append(UnknownLine(number + 1, line.strip(), reason))
    lines[number] = ""
    if not SIGN_OF_ITEM.match(line):
        return
    indent = len(line) - len(line.lstrip())
    for below in range(number + 1, len(lines)):
        if not lines[below].strip() or len(lines[below]) - len(lines[below].lstrip()) <= indent:
            return
        taken.append(UnknownLine(below + 1, lines[below].strip(), reason))
        lines[below] = ""
