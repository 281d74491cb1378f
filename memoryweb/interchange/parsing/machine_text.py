"""Code and data that stand in a text without a fence around them: nobody says anything in them.

A paragraph is code if most of its lines have its shapes, or if it begins as a shell's session, a trace or a diff does.
"""

import re
from itertools import groupby

from memoryweb.interchange.entry import UnknownLine

CODE = "It is code or data."
DOCUMENT = re.compile(r"\s*(?:<\?xml|<!doctype|<html\b|<svg\b|<plist\b|<opml\b)", re.IGNORECASE)  # all of it is data
LONGEST = 2000  # characters of a line that is looked at
SHARE = 0.6  # of the lines of a paragraph
BEGINS = re.compile(  # what follows belongs to it, up to an empty line
    r"(?:\$ \S|>>> \S|PS [A-Z]:\\|[A-Z]:\\[^>\n]{0,80}>|[\w.-]{1,40}@[\w.-]{1,60}[:~ ][^$#\n]{0,80}[$#] "
    r"|Traceback \(most recent|panic: |goroutine \d|Caused by: |Exception in thread "
    r"|diff --git |--- (?:a/|/dev/null)|@@ -\d|-----BEGIN )"
)
OF_TEXTS = (
    "think(?:ing)?|details|summary|div|p|br|center|span|su[bp]|[bius]|em|strong|del|ins|kbd|mark|user\\w*|memor\\w+"
)
SHAPES = re.compile(
    r"(?:"
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d.*\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b.*"
    r"|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b\]?:?\s.*\d.*"
    r"|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \S+ [\w./-]+(?:\[\d+\])?: .*"
    r"|(?:\d{1,3}\.){3}\d{1,3} \S+ \S+ \[.*"
    r"|File \"[^\"]*\", line \d+.*|at [\w.$<>/ ]+ ?\(.*\)|[\w.]*(?:Error|Exception)(?:: .*)?|\.\.\. \d+ more"
    r"|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|FROM|WHERE|VALUES|JOIN|LEFT JOIN|ORDER BY|GROUP BY"
    r"|BEGIN|COMMIT|PRAGMA)\b(?:.*[;,(]|.*\b(?:FROM|SET|VALUES|INTO|TABLE|=).*)?"
    r"|index [0-9a-f]{7}.*|\+\+\+ (?:b/|/dev/null).*"
    r"|[A-Za-z0-9+/_-]{44,}={0,2}"
    r"|\[{1,2}[\w.\"' -]{1,60}\]{1,2}|(?:export )?[\w.-]{1,60} ?= ?\S.*|\{.*\},?|[\[{(]|[\]})]+[;,)]*"
    r"|\"[^\"]{1,80}\"\s*: .*[,{\[\d\"]"
    rf"|</?(?!(?:{OF_TEXTS})\b)[A-Za-z!?][^<>]*/?>.*|.*</(?!(?:{OF_TEXTS})\b)[A-Za-z][\w:-]*>"
    r"|(?:async )?(?:def|class|func|fn|function|import|package|using|#include|const|let|var|public|private|static"
    r"|return|module|require|struct|interface|enum)\b.*[:{;()\"'>]|from \S+ import .*|import [\w.]+(?: as \w+)?"
    r"|(?:if|for|while|else|elif|try|except|switch|case)\b.*[:{]|[\w.]+\(.*\);?|//.*|/\*.*|.*[()=<>\[\]$].*;|.*\{"
    r")"
)


def take_out(text: str) -> tuple[str, list[UnknownLine]]:
    """Return the text with the paragraphs emptied that are code or data, and those with their lines."""
    lines = text.splitlines()
    taken: list[UnknownLine] = []
    is_document = DOCUMENT.match(text) is not None
    for has_words, group in groupby(list(enumerate(lines)), key=lambda each: bool(each[1].strip())):
        if not has_words:
            continue
        paragraph = list(group)
        if not is_document and not _is_code([line for _, line in paragraph]):
            continue
        for number, line in paragraph:
            taken.append(UnknownLine(number + 1, line.strip(), CODE))
            lines[number] = ""
    return ("\n".join(lines) + "\n", taken) if taken else (text, [])


def _is_code(paragraph: list[str]) -> bool:
    if BEGINS.match(paragraph[0].lstrip()):
        return True
    shaped = sum(SHAPES.fullmatch(line.strip()) is not None for line in paragraph if len(line) < LONGEST)
    return len(paragraph) > 1 and shaped >= SHARE * len(paragraph)
