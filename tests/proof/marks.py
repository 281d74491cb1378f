"""Marks: words that occur once in the world, and calls of agents in which every text field carries one of its own.

The calls are made from the models of the operations table, field by field and by type, so a new field of a new
operation is marked without being listed here.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from memoryweb.operations.argument_types import OrText

MARK = re.compile(r"zq(\d+)z", re.IGNORECASE)
SPELLINGS = (
    "zQ{}z",
    "ZQ{}z",
    "zq{}Z",
    "zQ{}Z",
    "Zq{}Z",
    "ZQ{}Z",
)  # neither lower case nor with one capital at its start
# Pairs of letters that show nothing, with which a word can be written between other letters: the second one is 1.
INVISIBLE = (
    "\U000e0100\U000e0101",
    "\ufe00\ufe01",
    "\u3164\u2800",
    "\u115f\u034f",
    "\u1160\uffa0",
    "\u17b4\u17b5",
    "\u200b\u2060",
    "\u2063\u2064",
    "\U000e0041\U000e0042",
    "\u180b\u180c",
    "\u00ad\ufeff",
)
HIDDEN = re.compile("|".join(f"{pair[1]}[{pair}]{{3,}}" for pair in INVISIBLE))


def hidden(number: int, pair: str) -> str:
    """Return a mark in letters that show nothing."""
    return "".join(pair[int(bit)] for bit in f"{number:b}")


def visible_marks(text: str) -> set[str]:
    """Return the marks of a text that a person can read, as they are spelled."""
    return {found[0] for found in MARK.finditer(text)}


def marks(text: str) -> set[str]:
    """Return the marks of a text, also those that nobody sees."""
    return visible_marks(text) | {f"zq{_decoded(found[0])}z" for found in HIDDEN.finditer(text)}


def _decoded(text: str) -> int:
    return int("".join("1" if letter == text[0] else "0" for letter in text), 2)


def number_of(mark: str) -> int:
    found = MARK.fullmatch(mark)
    assert found, mark
    return int(found[1])


def respelled(text: str, chance: random.Random) -> str:
    """Return a text with its marks in another spelling, and its words too."""
    return MARK.sub(lambda found: chance.choice(SPELLINGS).format(found[1]), text.swapcase()).replace(" ", "  ")


def texts_in(value: object) -> Iterator[str]:
    """Return the texts in a JSON value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from texts_in(name)
            yield from texts_in(part)
    elif isinstance(value, list | tuple | set):
        for part in value:
            yield from texts_in(part)


def marks_in(value: object) -> set[str]:
    return {mark for text in texts_in(value) for mark in marks(text)}


class Speaker:
    """Decides what goes into the fields of a call. `text` is asked for every text, by the field's path."""

    def __init__(self, chance: random.Random, text: Callable[[str], str]) -> None:
        self.chance, self._text = chance, text

    def includes(self, path: str) -> bool:
        return self.chance.random() < 0.4

    def text(self, path: str, longest: int | None) -> str:
        return self._text(path)[:longest]

    def anything(self, path: str) -> Any:
        """Return a value of any shape: text, a list, an object with marks in its names, too."""
        shape = self.chance.choice(("text", "text", "list", "object"))
        inside = self.text(path, None) if shape == "text" else [self.text(path, None)]
        return {self.text(path, None): inside} if shape == "object" else inside


class Thorough(Speaker):
    """A speaker who leaves no field out."""

    def includes(self, path: str) -> bool:
        return True


def arguments_for(model: type[BaseModel], speaker: Speaker, path: str = "") -> dict[str, Any]:
    """Return arguments for a model, nested models too."""
    made = {}
    for name, field in model.model_fields.items():
        inner = f"{path}.{name}".lstrip(".")
        if field.is_required() or speaker.includes(inner):
            value = _value(field.annotation, _limits(field.metadata), speaker, inner)
            if value is not None:
                made[name] = value
    if model.model_config.get("extra") == "allow":
        made |= {speaker.text(f"{path}.*", None): speaker.text(f"{path}.*", None)}
    return made


def _limits(metadata: Iterable[Any]) -> dict[str, Any]:
    names = ("max_length", "ge", "le")
    found = {name: getattr(each, name) for each in metadata for name in names if hasattr(each, name)}
    for each in metadata:
        found |= _limits(each.metadata) if isinstance(each, FieldInfo) else {}
    return found


def _value(annotation: Any, limits: dict[str, Any], speaker: Speaker, path: str) -> Any:
    """Return a value of this type; None for a type that holds no text, such as a day, and is left out."""
    origin, inside = get_origin(annotation), get_args(annotation)
    made: Any = None
    if origin is Annotated:
        made = _value(inside[0], limits | _limits(inside[1:]), speaker, path)
    elif origin is Literal:
        made = speaker.chance.choice(inside)
    elif origin is list:
        made = [_value(inside[0], {}, speaker, path) for _ in range(speaker.chance.randint(1, 2))]
    elif origin is dict:
        made = {speaker.text(path, None): speaker.anything(path)}
    elif annotation is Any:
        made = speaker.anything(path)
    elif annotation is str:
        made = speaker.text(path, limits.get("max_length"))
    elif annotation is bool:
        made = speaker.chance.random() < 0.3
    elif annotation is int:
        made = speaker.chance.randint(limits.get("ge", 1), min(limits.get("le", 200), 200))
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        is_text = issubclass(annotation, OrText) and speaker.chance.random() < 0.4
        made = speaker.text(path, None) if is_text else arguments_for(annotation, speaker, path)
    elif others := [each for each in inside if each is not type(None)]:  # a union
        made = _value(others[0], limits, speaker, path)
    return made


def text_paths(schema: dict[str, Any]) -> set[str]:
    """Return the paths of all texts that a JSON schema allows, except those of a fixed choice or a format."""
    return set(_paths(schema, "", schema.get("$defs", {})))


def _paths(schema: dict[str, Any], path: str, definitions: dict[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        yield from _paths(definitions[schema["$ref"].split("/")[-1]], path, definitions)
    for each in schema.get("anyOf", ()):
        yield from _paths(each, path, definitions)
    if "items" in schema:
        yield from _paths(schema["items"], path, definitions)
    for name, inner in schema.get("properties", {}).items():
        yield from _paths(inner, f"{path}.{name}".lstrip("."), definitions)
    kind = schema.get("type")
    if kind == "string" and not schema.keys() & {"enum", "format", "const"}:
        yield path
    if kind == "object" and schema.get("additionalProperties"):
        yield path if "properties" not in schema else f"{path}.*"
    if not schema.keys() & {"type", "$ref", "anyOf", "enum", "const", "allOf"}:  # anything
        yield path
