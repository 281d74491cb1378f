"""A memory's words on a row, and whether they are all that a yes would cover."""

from collections.abc import Collection
from dataclasses import dataclass

from memoryweb.memories.actions import rivals
from memoryweb.memories.disclosure import Addition, beyond_sentence
from memoryweb.memories.models import Memory

LINE_MAX = 240  # characters of a sentence on a row; the list of memories has fewer
LISTED_MAX = 200
BEYOND_MAX = 300  # characters of what else agents are given


@dataclass(frozen=True)
class RowWords:
    """A memory's sentence on a row, and what agents get with it if the row has room."""

    line: str
    adds: list[Addition]
    ends: bool  # a yes takes something out of use, which no row shows
    is_whole: bool  # else the row offers no yes, and leads to the memory's page


def row_words(memory: Memory, *, beside: Collection[str] = ()) -> RowWords:
    """Return what a row shows. `beside` are the columns that it shows anyway."""
    adds = [each for each in beyond_sentence(memory) if each.column not in beside]
    is_short = sum(len(each.text) for each in adds) <= BEYOND_MAX
    ends = bool(rivals.ended_by_yes(memory).all)
    is_whole = is_short and len(str(memory)) <= LINE_MAX and not ends
    return RowWords(str(memory), adds if is_short else [], ends, is_whole)


def is_whole_in_list(memory: Memory) -> bool:
    """Return whether the list of memories shows all of it: it has the condition and the project beside the sentence.

    It shows nothing of what a yes takes out of use.
    """
    beyond = {each.column for each in beyond_sentence(memory)}
    return beyond <= {"condition", "project"} and len(str(memory)) <= LISTED_MAX and not rivals.ended_by_yes(memory).all
