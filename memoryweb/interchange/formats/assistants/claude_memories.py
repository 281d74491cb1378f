"""Claude's export of its memory: one text about the person, and one for each project."""

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.parsing import json_text, markdown, taken_back
from memoryweb.interchange.parsing.json_text import LINE_SHOWN_MAX, Places, text_of
from memoryweb.interchange.perspective.line_subject import NOT_FILLED_IN, is_placeholder, leave_out_others

FIELD = "conversations_memory"


def recognise(text: str) -> bool:
    return f'"{FIELD}"' in text and json_text.rows(_as_list(json_text.load(text))) is not None


def read(text: str) -> Document:
    document, places = Document(), Places(text)
    for row in json_text.rows(_as_list(json_text.load(text))) or []:
        _add(document, text_of(row, FIELD), "", About.PERSON, places)
        projects = row.get("project_memories")
        for project, words in projects.items() if isinstance(projects, dict) else ():
            if isinstance(words, str):
                _add(document, words, str(project), About.PROJECT, places)
    document.entries = leave_out_others(document.entries, is_summary=True)
    return document


def _as_list(data: object) -> object:
    return [data] if isinstance(data, dict) else data


def _add(document: Document, text: str, project: str, about: About, places: Places) -> None:
    """Add the sentences of one text."""
    text, taken = taken_back.take_out(text)
    inner = Document(unknown=taken)
    for block in markdown.blocks(text, inner):
        for said in markdown.sentences(markdown.plain_text(block.text)) + [each for _, each in block.nested]:
            line = places.line_of(said)
            if is_placeholder(said):
                document.add_unknown(line, said[:LINE_SHOWN_MAX], NOT_FILLED_IN)
            else:
                document.entries.append(Entry(details=(said,), source="inference", about=about, line=line))
    for unknown in inner.unknown:
        document.add_unknown(places.line_of(unknown.text), unknown.text, unknown.reason)
