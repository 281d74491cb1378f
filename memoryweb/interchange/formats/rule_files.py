"""Rules for coding agents (CLAUDE.md, AGENTS.md): how a project is worked on, and sometimes how its person likes it."""

import re

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.formats import notes

TITLE = re.compile(
    r"^\s*#\s+(?:CLAUDE(?:\.local)?\.md|AGENTS?\.md|GEMINI\.md|Repository Guidelines|Agent (?:guide|instructions)\b"
    r"|Project (?:rules|instructions)\b|Copilot instructions)|This file provides guidance to ",
    re.IGNORECASE | re.MULTILINE,
)


def recognise(text: str) -> bool:
    return TITLE.search(text[:2000]) is not None


def read(text: str) -> Document:
    return notes.read_blocks(text, judge=notes.judge_in(text, otherwise=About.PROJECT, skip=1))
