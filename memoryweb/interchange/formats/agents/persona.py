"""Who an agent is meant to be (SOUL.md, IDENTITY.md, a system prompt). It is not about the person."""

import re

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.formats.plain import notes
from memoryweb.interchange.perspective import self_reference
from memoryweb.interchange.perspective.voice import PERSONA

TITLE = re.compile(
    r"^\s*#\s+(?:SOUL\.md|IDENTITY\.md|Who (?:You Are|Am I)\b|System prompt\b|Persona\b|Your (?:identity|role)\b)",
    re.IGNORECASE,
)


def recognise(text: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("---")), "")
    return TITLE.match(text.lstrip()[:400]) is not None or PERSONA.match(first.strip()) is not None


def read(text: str) -> Document:
    return notes.read_blocks(text, judge=_about)


def _about(said: str, headings: tuple[str, ...] = ()) -> About:
    return About.PERSON if self_reference.is_of_user(said) else About.PERSONA
