"""An assistant's export of all conversations. It is named, and nothing in it is read: a conversation is no memory."""

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text
from memoryweb.interchange.parsing.json_text import Places, day_of, text_of

FIELDS = (("title", "mapping"), ("name", "chat_messages"), ("header", "title", "time"))  # ChatGPT, Claude, Google


def recognise(text: str) -> bool:
    return any(json_text.has_rows(text, each=each) for each in FIELDS)


def read(text: str) -> Document:
    document, places = Document(), Places(text)
    for row in json_text.rows(json_text.load(text)) or []:
        title = text_of(row, "title", "name") or "A conversation without a title"
        day = day_of(row, "create_time", "created_at", "time")
        entry = Entry(details=(title,), learned=day, about=About.CONVERSATION, line=places.line_of(title))
        document.entries.append(entry)
    return document
