"""Makes pairs of a memory that says several things and a change of one of them, from partial_updates.toml."""

import re
import tomllib
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
PLACE = re.compile(r"(?P<start>\^)?(?<![\w@])(?P<part>[abcABC123])(?!\w)|@(?P<name>[abc123])")
LETTERS = {"1": "a", "2": "b", "3": "c"}
IN_ALL = 200


@dataclass(frozen=True)
class Pair:
    """What a memory says, its change, the names in its parts that stay, and those that go and come."""

    shape: str
    compound: str
    change: str
    stays: tuple[str, ...]
    goes: str
    comes: str
    can_be_split: bool
    is_kept: bool  # its shape was kept apart

    def __str__(self) -> str:
        return f"{self.shape}: {self.compound!r} / {self.change!r}"


def pairs(total: int = IN_ALL, *, kept: bool | None = None) -> list[Pair]:
    """Return so many pairs, in turn of each shape and with other parts each time; or those of the shapes kept apart."""
    made: list[Pair] = []
    for number in count():
        for shape in WRITTEN["shape"]:
            if len(made) == total:
                return made if kept is None else [each for each in made if each.is_kept == kept]
            made.append(_pair(shape, number))
    raise AssertionError


def _pair(shape: dict[str, Any], number: int) -> Pair:
    words = WRITTEN[shape.get("language", "english")]
    used = {letter: words[(number + 3 * place) % len(words)] for place, letter in enumerate("abc")}
    is_third = bool(re.search(r"(?<![\w@])[ABC](?!\w)", shape["compound"]))
    there = [letter for letter in "abc" if re.search(rf"(?<![\w])@?{letter}(?![\w])", shape["compound"], re.IGNORECASE)]
    changed = shape["changes"]
    return Pair(
        shape=shape["name"],
        compound=_filled(shape["compound"], used, is_third=is_third),
        change=_filled(shape["change"], used, is_third=is_third),
        stays=tuple(used[letter]["old"] for letter in there if letter != changed),
        goes=used[changed]["old"],
        comes=used[changed]["new"],
        can_be_split=not shape.get("whole"),
        is_kept=shape.get("kept", False),
    )


def _filled(template: str, used: dict[str, Any], *, is_third: bool) -> str:
    def fill(place: re.Match[str]) -> str:
        if name := place["name"]:
            return str(used[LETTERS.get(name, name)]["new" if name in LETTERS else "old"])
        part = place["part"]
        words = used[LETTERS.get(part, part).lower()]
        form = words["third"] if (part.isupper() or (part in LETTERS and is_third)) else words["base"]
        said = form.replace("@", words["new"] if part in LETTERS else words["old"])
        return str(said[:1].upper() + said[1:] if place["start"] else said)

    if any("\u3400" <= sign <= "\u9fff" for sign in template) or "third" not in used["a"]:
        return re.sub("[abc123]", lambda found: _chinese(found[0], used), template)
    return PLACE.sub(fill, template)


def _chinese(part: str, used: dict[str, Any]) -> str:
    words = used[LETTERS.get(part, part)]
    return str(words["base"].replace("@", words["new" if part in LETTERS else "old"]))
