"""S1's recent conversations, in the three forms there were. What somebody says about themselves in one is a memory.

The conversation itself is an agent's record, so it is named and left out.
"""

import re
from collections.abc import Iterable
from datetime import date

from memoryweb.interchange.entry import About, Document, Entry, single_line
from memoryweb.interchange.parsing import days, markdown
from memoryweb.language import extraction
from memoryweb.learning.models import Conversation

SEPARATOR = "||||"
LINE = re.compile(r"^\s*[-*]\s+(?:((?:19|20)\d\d-\d\d-\d\dT\S+)\s+)?(.*)$")
TIME = re.compile(r"^\*\*Time:\*\*\s*(.*)$")
PART = re.compile(r"^\*\*([A-Z][\w ]{2,30}):\*\*\s*(.*)$")
FAILED = re.compile(r"^(?:untitled\b|summary generation failed|summary:? failed)", re.IGNORECASE)
USERS_PART = "user messages"


OWN = "<!-- Written by memoryweb: what you said in recent conversations. -->"  # on the first line


def is_own(text: str) -> bool:
    return text.lstrip("\n").startswith(f"{OWN}\n")


def recognise(text: str) -> bool:
    return _is_of_lines(text) or "**User Messages:**" in text or ("**Time:**" in text and "**Summary:**" in text)


def read(text: str) -> Document:
    return _read_lines(text) if is_own(text) or _is_of_lines(text) else _read_sections(text)


def write(conversations: Iterable[Conversation]) -> str:
    """Return a line per conversation: end time, topic, and the person's words."""
    lines = "".join(f"- {each.ended_at:%Y-%m-%dT%H:%M:%SZ} {SEPARATOR.join(_parts(each))}\n" for each in conversations)
    return f"{OWN}\n{lines}" if lines else ""


def _parts(conversation: Conversation) -> list[str]:
    parts = [conversation.topic or "Conversation", *conversation.excerpts]
    return [single_line(part.replace(SEPARATOR, " ")) for part in parts]


def _is_of_lines(text: str) -> bool:
    """Return whether most bullets have the four bars."""
    bullets = [line for line in text.splitlines() if LINE.match(line)] if SEPARATOR in text else []
    return bool(bullets) and 2 * sum(1 for line in bullets if SEPARATOR in line) > len(bullets)


def _read_lines(text: str) -> Document:
    """Read a conversation from each line. In memoryweb's own file what was worth asking was asked already."""
    document, is_ours = Document(), is_own(text)
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip() or raw == OWN or markdown.HEADING.match(raw):
            continue
        match = LINE.match(raw)
        if match is None or SEPARATOR not in raw:
            document.add_unknown(number, raw, "It is no conversation.")
            continue
        title, *messages = [part.strip() for part in match[2].split(SEPARATOR)]
        _add(
            document,
            number,
            title,
            days.find_day(match[1] or ""),
            [(number, each) for each in messages if each],
            finds=not is_ours,
        )
    return document


def _read_sections(text: str) -> Document:
    document, title, line, day, part = Document(), "", 0, None, ""
    messages: list[tuple[int, str]] = []
    for number, raw in enumerate([*text.splitlines(), "## "], start=1):
        said = raw.strip()
        heading = raw.startswith("## ")
        if heading:
            if line:
                _add(document, line, title, day, messages)
            title, line, day, part, messages = raw[3:].strip(), number, None, "", []
        elif not said or markdown.RULE.match(said) or (markdown.HEADING.match(raw) and not line):
            continue
        elif time := TIME.match(said):
            day = days.find_day(time[1])
        elif found := PART.match(said):
            part = found[1].lower()
            if found[2]:
                _read_part(document, number, found[2], part, messages)
        elif not line:
            document.add_unknown(number, raw, "It stands before the first conversation.")
        else:
            bullet = markdown.BULLET.match(raw)
            _read_part(document, number, bullet[2] if bullet else said, part, messages)
    return document


def _read_part(document: Document, number: int, said: str, part: str, messages: list[tuple[int, str]]) -> None:
    """Keep what the person wrote; conclusions and summaries are the assistant's words."""
    if part == USERS_PART:
        messages.append((number, said))
    else:
        document.add_unknown(number, said, "It is the assistant’s summary of a conversation.")


def _add(
    document: Document, line: int, title: str, day: date | None, messages: list[tuple[int, str]], *, finds: bool = True
) -> None:
    if not title or FAILED.match(title):
        words = " · ".join(filter(None, [title, *(said for _, said in messages)]))
        document.add_unknown(line, words or "##", "The summary of this conversation had failed.")
        return
    said = tuple(each for _, each in messages)
    document.entries.append(Entry(details=(title, *said), learned=day, about=About.CONVERSATION, line=line))
    for number, message in messages if finds else ():
        for find in extraction.find(message):
            entry = Entry(
                label=find.label,
                value=find.value if isinstance(find.value, str) else "",
                details=(find.details,),
                category=find.category,
                kind=find.kind,
                source=find.source,
                condition=find.condition,
                learned=day,
                line=number,
            )
            document.entries.append(entry)
