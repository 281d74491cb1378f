"""One conversation: messages with roles, as JSON or its lines, or speakers before their words. It holds no memories.

It is named, and nothing of it is taken unless asked for.
"""

import re
from collections.abc import Iterator
from typing import Any

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text, markdown
from memoryweb.interchange.parsing.json_text import LINE_SHOWN_MAX, text_of

ROLES = ("user", "human", "assistant", "model", "system", "tool")
OF_THE_PERSON = ("user", "human")
SPEAKER = re.compile(
    r"^(?:#{1,4} |\*\*|__)?(?:(user|human|me|you said|you|ich|nutzer|moi|vous|yo|usuario|用户|我|أنا|المستخدم|אני)"
    r"|(assistant|ai|bot|chatgpt(?: said)?|claude|gemini|copilot|gpt-?\d\S*|system|助手|المساعد|העוזר))"
    r"(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*(.*)$",
    re.IGNORECASE,
)
CHAT = re.compile(  # of a messenger: [10:02, 3.1.2026] Anna: …
    r"^\W?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
    r"(?:, \d{1,4}[./-]\d{1,2}[./-]\d{1,4})?"
    r"\]?(?: ?[-–] )? ?([^\d:\[\]][^:\[\]]{0,39}): (.*)$"
)
OF_AGENTS = frozenset(("blocks", "core_memory", "agents", "memories"))  # a file with memories, too
SHARE = 0.5  # of the paragraphs begin with a speaker
ASSISTANTS = "It is the assistant’s part of a conversation."


def recognise(text: str) -> bool:
    return next(_messages(text), None) is not None if json_text.may_be(text) else _is_of_speakers(text)


def read(text: str) -> Document:
    return _read_messages(text) if json_text.may_be(text) else _read_speakers(text)


def _read_messages(text: str) -> Document:
    document, places = Document(), json_text.Places(text)
    for line, role, said in _messages(text):
        at = line or places.line_of(said)
        if role in OF_THE_PERSON:
            document.entries.append(Entry(details=(said,), about=About.CONVERSATION, line=at))
        elif said:
            document.add_unknown(at, said[:LINE_SHOWN_MAX], ASSISTANTS)
    return document


def _messages(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, role and words of each message; line 0 where the whole is one JSON."""
    data = json_text.load(text)
    if isinstance(data, dict) and OF_AGENTS.isdisjoint(data) and isinstance(data.get("messages"), list):
        data = data["messages"]
    rows = [(0, row) for row in data] if isinstance(data, list) else [(0, data)] if data else []
    for line, row in rows or ((number, row) for number, _, row in json_text.load_lines(text)):
        if isinstance(row, dict) and (message := _message(row)):
            yield line, *message


def _message(row: dict[str, Any]) -> tuple[str, str] | None:
    """Return a message's role and words; None if the row is no message."""
    inner = row["message"] if isinstance(row.get("message"), dict) else row
    role = text_of(inner, "role", "sender", "author") or text_of(row, "role", "type")
    content = inner.get("content", inner.get("text", inner.get("parts")))
    if role.lower() not in ROLES or content is None:
        return None
    parts = content if isinstance(content, list) else [content]
    said = (text_of(part, "text") if isinstance(part, dict) else part for part in parts)
    return role.lower(), " ".join(each for each in said if isinstance(each, str)).strip()


def _is_of_speakers(text: str) -> bool:
    """Return whether the text is a chat, or both speakers occur and begin half the paragraphs."""
    found = [match for line in text.splitlines() if (match := SPEAKER.match(line.strip()))]
    if _is_chat(text):
        return True
    paragraphs = [part for part in text.split("\n\n") if part.strip()]
    speaks = sum(1 for part in paragraphs if SPEAKER.match(part.strip().partition("\n")[0]))
    return any(each[1] for each in found) and any(each[2] for each in found) and speaks >= SHARE * len(paragraphs)


def _is_chat(text: str) -> bool:
    """Return whether most lines are messages of at least two people."""
    lines = [line for line in text.splitlines() if line.strip()]
    names = [message[1] for line in lines if (message := CHAT.match(line.strip()))]
    return len(set(names)) > 1 and len(names) > SHARE * len(lines)


def _read_speakers(text: str) -> Document:
    document, is_person = Document(), False
    is_chat = _is_chat(text)
    for number, line in enumerate(text.splitlines(), start=1):
        if is_chat and line.strip():
            document.entries.append(Entry(details=(line.strip(),), about=About.CONVERSATION, line=number))
            continue
        speaker = SPEAKER.match(line.strip())
        is_person = bool(speaker[1]) if speaker else is_person
        said = markdown.plain_text(speaker[3] if speaker else line)
        if said and is_person:
            document.entries.append(Entry(details=(said,), about=About.CONVERSATION, line=number))
        elif said:
            document.add_unknown(number, line.strip(), ASSISTANTS)
    return document
