"""What the walks over every address share: areas of addresses, and which roles are one class.

Roles are one class in an area if the table that people read, role_matrix.md, has the same answers for them there. In
`make test` one of each class asks an address, another one at the next address and with the next commit; in
`make test-all` all of them ask.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from tests import rings

Case = TypeVar("Case")
TABLE = Path(__file__).with_name("role_matrix.md")
NOBODY = "anonymous"
TOGETHER = 30  # addresses: what a test makes costs as much as asking so many


def area_of(address: str) -> str:
    return address.split("/")[1]


def in_area(area: str, routes: Iterable[str]) -> list[str]:
    return [route for route in routes if area_of(route) == area]


def areas_together(routes: Iterable[str]) -> dict[str, list[str]]:
    """Return the areas that one test walks, by its name: a large one alone, or small ones together."""
    groups: list[list[str]] = []
    size = TOGETHER
    for area, count in sorted(Counter(map(area_of, routes)).items()):
        if size + count > TOGETHER:
            groups.append([])
            size = 0
        groups[-1].append(area)
        size += count
    return {f"{group[0]}..{group[-1]}" if len(group) > 1 else group[0]: group for group in groups}


def section_of(title: str) -> str:
    """Return a section of the table, empty if there is none."""
    found = re.search(rf"\n## {title}\n.*?(?=\n## |\Z)", TABLE.read_text() if TABLE.exists() else "", re.DOTALL)
    return found[0] if found else ""


@cache
def answers(title: str) -> dict[str, dict[str, str]]:
    """Return what the table has for each row and role."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section_of(title).splitlines() if "|" in line]
    return {name: dict(zip(lines[0][1:], cells, strict=True)) for name, *cells in lines[2:]}


@cache
def classes_in(area: str) -> list[list[str]]:
    """Return the roles by class. Nobody is no class with anybody: they are sent to sign in where others are sent on."""
    rows = [cells for name, cells in answers("Addresses").items() if area_of(name) == area]
    alike = defaultdict[tuple[object, ...], list[str]](list)
    for role in rows[0] if rows else ():
        alike[(role == NOBODY, *(cells[role] for cells in rows))].append(role)
    return list(alike.values())


def roles_to_ask(roles: Collection[str], address: str, number: int) -> list[str]:
    """Return who of these roles asks the address with this number. All do, in an area that the table does not know."""
    classes = [[role for role in alike if role in roles] for alike in classes_in(area_of(address))]
    classes = list(filter(None, classes)) or [[role] for role in roles]
    return [role for alike in classes for role in in_turn(alike, number, 1)]


def in_turn(cases: Sequence[Case], number: int, most: int) -> list[Case]:
    """Return some of the cases, or all in `make test-all`: each address meets a few, others with the next commit."""
    if rings.ALL:
        return list(cases)
    first = most * (number + rings.commit_number())
    return [cases[(first + each) % len(cases)] for each in range(min(most, len(cases)))]
