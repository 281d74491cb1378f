"""Finding memories by words: English by stems, Chinese by character pairs."""

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db.models import F

from memoryweb.memories import words
from memoryweb.memories.models import MemoryQuerySet


def query(text: str, *, every_word: bool) -> SearchQuery | None:
    """Every word for a person who narrows a list; any word for an agent's question, where
    asking for all of them finds nothing nine times in ten (FACTS). None where nothing can be looked for.
    """
    english = [word for word in words.plain(text).replace("'", " ").split() if not words.CJK.search(word)]
    chinese = [pair for run in words.CJK.findall(text) for pair in words.pairs(run)]
    glue = " & " if every_word else " | "
    parts = []
    if english:
        terms = [*english[:-1], f"{english[-1]}:*"] if every_word else english
        parts.append(SearchQuery(glue.join(terms), search_type="raw", config="english"))
    if chinese:
        parts.append(SearchQuery(glue.join(chinese), search_type="raw", config="simple"))
    if not parts:
        return None
    if len(parts) == 1:
        return parts[0]
    return parts[0] & parts[1] if every_word else parts[0] | parts[1]


def matching(memories: MemoryQuerySet, text: str) -> MemoryQuerySet:
    """Those that contain every word; the last one may be unfinished."""
    wanted = query(text, every_word=True)
    return memories.filter(search_document__words=wanted) if wanted else memories.none()


def best(memories: MemoryQuerySet, text: str, *, limit: int) -> MemoryQuerySet:
    """Those that contain any word, the most telling first; equal ranks in a fixed order."""
    wanted = query(text, every_word=False)
    if wanted is None:
        return memories.none()
    found = memories.filter(search_document__words=wanted)
    ranked = found.annotate(rank=SearchRank(F("search_document__words"), wanted, normalization=1))
    return ranked.order_by("-rank", "-changed_at", "-id")[:limit]
