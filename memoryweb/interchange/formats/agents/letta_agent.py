"""A Letta agent file: blocks of core memory, each with a label. The block `human` is about the person."""

from typing import Any

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.parsing import json_text, markdown, taken_back
from memoryweb.interchange.parsing.json_text import LINE_SHOWN_MAX, Places, text_of

PERSONS = ("human", "user", "about_user", "user_profile", "preferences")


def recognise(text: str) -> bool:
    return '"label"' in text and '"value"' in text and bool(_blocks(json_text.load(text)))


def read(text: str) -> Document:
    document, places = Document(), Places(text)
    for block in _blocks(json_text.load(text)):
        label = text_of(block, "label").lower()
        about = About.PERSON if label in PERSONS else About.PERSONA if "persona" in label else About.PROJECT
        value, taken = taken_back.take_out(text_of(block, "value"))
        document.unknown += [each._replace(line=places.line_of(each.text)) for each in taken]
        for line in value.splitlines():
            bullet = markdown.BULLET.match(line)
            heading = markdown.HEADING.match(line)
            for said in markdown.sentences(bullet[2] if bullet else line) if not heading else ():
                place = places.line_of(said)
                if len(said) > LINE_SHOWN_MAX:
                    document.add_unknown(place, said[:LINE_SHOWN_MAX], "It is too long for one memory.")
                else:
                    document.entries.append(markdown.entry_from(said, place, about=about, source="inference"))
    return document


def _blocks(data: Any) -> list[dict[str, Any]]:
    """Return the blocks of a file, in the old or new layout."""
    if isinstance(data, list):
        data = {"blocks": data}
    if not isinstance(data, dict):
        return []
    lists = [data.get("blocks"), data.get("core_memory")]
    agents = data.get("agents")
    lists += (
        [agent.get("core_memory") for agent in agents if isinstance(agent, dict)] if isinstance(agents, list) else []
    )
    found = [each for rows in lists if isinstance(rows, list) for each in rows if isinstance(each, dict)]
    return [each for each in found if isinstance(each.get("label"), str) and isinstance(each.get("value"), str)]
