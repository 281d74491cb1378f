"""A note that Claude Code keeps, with its type before it: the person, how they want it to work, a project, a place.

Of a feedback note the rule is the memory. Why it holds and how it is applied belong to it.
"""

import re
from dataclasses import replace

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.formats.plain import notes
from memoryweb.interchange.parsing import markdown
from memoryweb.interchange.parsing.markdown import Block
from memoryweb.interchange.perspective import line_subject
from memoryweb.rules import limits

TYPE = re.compile(r"^[ \t]*type[ \t]*:[ \t]*([\"']?)(user|feedback|project|reference)\1[ \t]*(?:#.*)?$", re.MULTILINE)
OF_OTHERS = re.compile(r"^permalink[ \t]*:", re.MULTILINE)  # basic-memory has types, too
SUBJECTS = {"user": About.PERSON, "project": About.PROJECT, "reference": About.POINTER}
OF_THE_RULE = frozenset(
    (  # labels of what belongs to it
        "why",
        "how to apply",
        "when to apply",
        "why it matters",
        "reason",
        "context",
        "when",
        "example",
        "examples",
        "exception",
        "exceptions",
        "warum",
        "grund",
        "anwendung",
        "so anwenden",
        "pourquoi",
        "comment appliquer",
        "por qué",
        "cómo aplicarlo",
        "为什么",
        "原因",
        "如何应用",
        "应用方式",
    )
)


def recognise(text: str) -> bool:
    return bool(_type_of(text))


def _type_of(text: str) -> str:
    front = markdown.front_matter(text)
    found = TYPE.search(front)
    return found[2] if found and not OF_OTHERS.search(front) else ""


def read(text: str) -> Document:
    kind = _type_of(text)
    if kind == "feedback":
        return _read_feedback(text)
    subject = SUBJECTS.get(kind, About.PROJECT)
    return notes.read_blocks(text, judge=lambda said, _: About.LOG if markdown.BOX.match(said) else subject)


def _read_feedback(text: str) -> Document:
    document = Document()
    below: tuple[str, ...] | None = None  # the headings under which a rule is explained
    for block in markdown.blocks(text, document):
        lines = tuple(markdown.plain_text(said) for said in (block.text, *(said for _, said in block.nested)))
        if document.entries and _is_reason(block):
            below = block.headings
        elif block.headings != below:
            below = None
        if below is not None:
            rule = document.entries[-1]
            document.entries[-1] = replace(rule, details=(*rule.details, *lines))
        elif line_subject.is_placeholder(block.text):
            document.add_unknown(block.line, block.text, line_subject.NOT_FILLED_IN)
        else:
            document.entries.append(_rule(lines, block))
    return document


def _rule(lines: tuple[str, ...], block: Block) -> Entry:
    entry = Entry(line=block.line, source="inference", is_listed=True, context=block.headings[-2:])
    is_short = len(lines[0]) <= limits.LABEL_MAX
    return replace(entry, label=lines[0], details=lines[1:]) if is_short else replace(entry, details=lines)


def _is_reason(block: Block) -> bool:
    """Return whether a block says why a rule holds or how it is applied, by its label or its heading."""
    label, _ = markdown.split_label(block.text)
    name = label or block.text.strip("*_:： ")
    heading = block.headings[-1] if block.headings else ""
    return any(each.strip("*_:： ").casefold() in OF_THE_RULE for each in (name, heading))
