"""A conflict as its card shows it: the sides in order of time, what speaks for each, and the answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_uppercase

from memoryweb.memories.actions import conflicts
from memoryweb.memories.models import Conflict, Memory


@dataclass(frozen=True)
class Card:
    conflict: Conflict
    sides: list[Memory]
    notes: list[str]

    @property
    def named(self) -> list[tuple[str, Memory]]:
        """Each side with its letter: two long values may begin alike."""
        return [(ascii_uppercase[n % 26] * (n // 26 + 1), side) for n, side in enumerate(self.sides)]

    @property
    def newest(self) -> tuple[str, Memory]:
        return self.named[-1]


def of(conflict: Conflict) -> Card:
    """Without sides where it is decided."""
    is_open = conflict.status == Conflict.Status.OPEN
    sides = sorted(
        (m.memory for m in conflict.members.all() if is_open and m.memory.is_live), key=conflicts.statement_age
    )
    return Card(conflict, sides, conflicts.explain_winner(sides) if len(sides) > 1 else [])


def cards(found: Iterable[Conflict]) -> list[Card]:
    return [card for card in map(of, found) if len(card.sides) > 1]
