"""A profile or a list of memories as YAML: names, lists below them, and rows with their words and days."""

import re
from collections.abc import Iterator
from dataclasses import replace

import yaml

from memoryweb.interchange.entry import About, Document, Entry
from memoryweb.interchange.formats.plain.csv_table import DAYS, WORDS
from memoryweb.interchange.parsing import days
from memoryweb.interchange.perspective import line_subject
from memoryweb.interchange.perspective.voice import Voice, detect_voice

LONGEST = 60_000  # characters: the parser is slow
FIRST = re.compile(r"(?:- )?[\w-]{1,40}:(?:[ \t]|$)")  # of its lines with words
NESTED = re.compile(r"^\s*- [\w-]{1,40}:(?:[ \t]|$)|^[\w-]{1,40}:[ \t]*\n\s+(?:- )?\S", re.MULTILINE)
NAME = re.compile(r"[\w-]{1,40}")
DEEPEST = 12
OF_PROGRAMS = frozenset(
    (  # what the settings of programs begin with
        "apiVersion",
        "services",
        "jobs",
        "on",
        "steps",
        "stages",
        "dependencies",
        "devDependencies",
        "scripts",
        "repos",
        "volumes",
        "networks",
        "openapi",
        "swagger",
    )
)


class _Loader(yaml.SafeLoader):
    """Reads YAML without references, which a small file could use to become a large one."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError
        return super().compose_node(parent, index)


def recognise(text: str) -> bool:
    return _node(text) is not None


def _node(text: str) -> yaml.Node | None:
    """Parse YAML into a node; None for other text, too long a text, or where plain lines say as much."""
    lines = (line for line in text[:LONGEST].splitlines() if line.strip() and not line.lstrip().startswith("#"))
    first = next((line for line in lines if line.strip() != "---"), "")
    if len(text) > LONGEST or not (FIRST.match(first) and NESTED.search(text)):
        return None
    try:
        node = yaml.compose(text, Loader=_Loader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    is_named = isinstance(node, yaml.MappingNode) and all(NAME.fullmatch(str(key.value)) for key, _ in node.value)
    is_rows = isinstance(node, yaml.SequenceNode) and all(_words_of(each) is not None for each in node.value)
    return node if is_named or is_rows else None


def read(text: str) -> Document:
    node, document = _node(text), Document()
    leaves = list(_leaves(node, (), 0)) if node else []
    is_config = isinstance(node, yaml.MappingNode) and any(str(key.value) in OF_PROGRAMS for key, _ in node.value)
    voice = detect_voice(each.value or " ".join(each.details) for each in leaves)
    for entry in leaves:
        words = entry.title
        if line_subject.is_placeholder(words):
            document.add_unknown(entry.line, words, line_subject.NOT_FILLED_IN)
            continue
        document.entries.append(replace(entry, about=About.PROJECT) if is_config else _judged(entry, voice))
    return document


def _judged(entry: Entry, voice: Voice) -> Entry:
    """Return a leaf with what it is about; a row of memories is about the person unless its words say otherwise."""
    if entry.is_listed and not entry.label:
        (judged,) = line_subject.leave_out_others([entry])
        return judged
    subject = line_subject.judge(entry.title, entry.context, otherwise=About.PROJECT, voice=voice)
    return replace(entry, about=subject)


def _leaves(node: yaml.Node, above: tuple[str, ...], depth: int) -> Iterator[Entry]:
    line, name = node.start_mark.line + 1, above[-1] if above else ""
    if depth > DEEPEST:
        return
    if isinstance(node, yaml.ScalarNode):
        if node.value.strip():
            said = node.value.strip()
            yield Entry(label=name, value=said, line=line, context=above[:-1], source="inference")
    elif isinstance(node, yaml.SequenceNode):
        for each in node.value:
            if isinstance(each, yaml.ScalarNode):
                label = {"label": name, "value": each.value} if name else {"details": (each.value,)}
                at = each.start_mark.line + 1
                yield Entry(**label, line=at, is_listed=True, context=above, source="inference")
            elif (words := _words_of(each)) is not None:
                yield _row(each, words)
            else:
                yield from _leaves(each, above, depth + 1)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _leaves(value, (*above, str(key.value)), depth + 1)


def _words_of(node: yaml.Node) -> str | None:
    """Return the words of a memory row; None if the node is no such row."""
    if not isinstance(node, yaml.MappingNode):
        return None
    fields = {str(key.value).casefold(): value for key, value in node.value}
    found = next((fields[name] for name in WORDS if name in fields), None)
    return found.value.strip() if isinstance(found, yaml.ScalarNode) else None


def _row(node: yaml.Node, words: str) -> Entry:
    fields = {str(key.value).casefold(): value for key, value in node.value}
    day = next((fields[name].value for name in DAYS if isinstance(fields.get(name), yaml.ScalarNode)), "")
    at = node.start_mark.line + 1
    return Entry(details=(words,), learned=days.find_day(day), line=at, is_listed=True, source="inference")
