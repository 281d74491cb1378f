"""No repeated list of Chinese words has one that others of it make up: 从小就 beside 从小 and 就.

Such a text can be read in twice as many ways with each repetition, and a search that fails tries all of them.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from itertools import product
from re import _parser as parser  # type: ignore[attr-defined]  # typeshed does not know it
from typing import Any

import memoryweb
from memoryweb.language.lazy_pattern import Beginning
from memoryweb.language.text.tokens import CJK

OFTEN = 6  # a group that may come more often than this
TEXTS_MAX = 300  # of one alternative; more are no list of words


def patterns() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every pattern that a module holds, also in its lists of forms."""
    for found in pkgutil.walk_packages(memoryweb.__path__, "memoryweb."):
        if not found.name.endswith((".asgi", ".wsgi")) and ".migrations" not in found.name:
            for name, value in vars(importlib.import_module(found.name)).items():
                yield from ((f"{found.name}.{name}", text) for text in texts_of(value))


def texts_of(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, re.Pattern | Beginning) and isinstance(value.pattern, str):
        yield value.pattern
    elif depth < 3:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
        for part in parts:
            yield from texts_of(part, depth + 1)


def repeated(tree: Any) -> Iterator[Any]:
    """Yield what a pattern repeats more than a few times."""
    for operation, argument in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT") and int(argument[1]) > OFTEN:
            yield argument[2]
        for part in argument if isinstance(argument, tuple | list) else ():
            for inner in part if isinstance(part, list) else (part,):
                if isinstance(inner, parser.SubPattern):
                    yield from repeated(inner)


def words(tree: Any) -> set[str] | None:
    """Return the texts that a part of a pattern may be; None if they cannot be counted."""
    texts = {""}
    for operation, argument in tree:
        match str(operation):
            case "LITERAL":
                choices: set[str] | None = {chr(argument)}
            case "SUBPATTERN":
                choices = words(argument[3])
            case "BRANCH":
                parts = [words(part) for part in argument[1]]
                choices = None if None in parts else set().union(*(part for part in parts if part))
            case "MAX_REPEAT" if argument[1] == 1:
                inner = words(argument[2])
                choices = inner if inner is None or argument[0] else inner | {""}
            case _:
                choices = None
        if choices is None or len(texts) * len(choices) > TEXTS_MAX:
            return None
        texts = {"".join(pair) for pair in product(texts, choices)}
    return texts


def alternatives(tree: Any) -> set[str]:
    """Return the words of a repeated list, without those alternatives that are no plain words."""
    if len(tree) == 1:
        operation, argument = tree[0]
        if str(operation) == "SUBPATTERN":
            return alternatives(argument[3])
        if str(operation) == "BRANCH":
            return set().union(*(words(part) or set() for part in argument[1]))
    return words(tree) or set()


def is_made_of(word: str, others: set[str]) -> bool:
    ends = {0}
    for place in range(len(word)):
        if place in ends:
            ends |= {place + len(other) for other in others if other and word.startswith(other, place)}
    return len(word) in ends


def test_no_word_of_a_repeated_list_is_made_of_others() -> None:
    assert is_made_of("从小就", {"从小", "就"})
    found = {}
    checked = 0
    for name, text in set(patterns()):
        if CJK.search(text):
            for tree in repeated(parser.parse(text)):
                listed = alternatives(tree)
                checked += len(listed) > 1
                if made := {word for word in listed if is_made_of(word, listed - {word})}:
                    found[name] = made
    assert checked > 50
    assert found == {}
