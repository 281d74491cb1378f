"""One spelling for each project and condition of a person: "When tired" and "when  tired." are one place (SPEC §3)."""

from collections.abc import Iterable
from uuid import UUID

from memoryweb.memories.models.memory import Memory
from memoryweb.rules import identity


def known_spelling(person_id: UUID, field: str, text: str, *, without: UUID | None = None) -> str:
    """Return the spelling that the person's memories have for this project or condition, or the text if it is new.

    The first spelling stays, so that SQL can compare places as they are stored. `without` is a memory that does not
    count, as its own spelling is about to change.
    """
    if not text:
        return text
    memories = Memory.objects.of(person_id)
    memories = memories.exclude(pk=without) if without else memories
    if memories.filter(**{field: text}).exists():
        return text
    return spelling_among(memories.exclude(**{field: ""}).order_by().values_list(field, flat=True).distinct(), text)


def spelling_among(spellings: Iterable[str], text: str) -> str:
    """Return the one of these spellings that means the same place as the text, or the text if none does."""
    return next((spelling for spelling in spellings if identity.same_place(spelling, text)), text)
