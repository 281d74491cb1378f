"""How likely a request needs each memory that may matter, from what the search found of it (language/heads/needs.py).

Another encoder's scores have another scale, and without any encoder there are only words. Then a memory counts as
needed if it scores above the encoder's noise level.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING
from uuid import UUID

from cachetools import LRUCache, cached

from memoryweb.memories.models import Kind
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.recall import encoders, search, wanted_cases
from memoryweb.recall.candidates import CandidateRow
from memoryweb.recall.ranking import Hit
from memoryweb.recall.request import RecallContext
from memoryweb.rules import policy

if TYPE_CHECKING:
    from memoryweb.language.heads.needs import Table

BEST = 5  # hits whose mean score tells how much there is about the question
FULL = 0.7  # a score above is no stronger: one memory with every word of a question would make all others look far
Found = tuple[Sequence[Hit], Sequence[CandidateRow]]  # of the person or of a community, and which rows may matter


@dataclass(frozen=True)
class Judged:
    """Probability that each memory is needed, and the cut. Without a cut, only 0 and 1."""

    chances: dict[UUID, float] = field(default_factory=dict)
    cut: float | None = None

    def chance_of(self, memory: UUID) -> float:
        """Return a memory's probability; 0 if the search missed it."""
        return self.chances.get(memory, 0.0)

    def is_close(self, memory: UUID, *, is_of_task: bool = False) -> bool:
        """Return whether it is likely enough to be needed; less will do for what the kind of work needs."""
        cut = policy.NEEDED_FROM if self.cut is None else self.cut
        return self.chance_of(memory) >= (cut * policy.OF_TASK_SHARE if is_of_task else cut)


def judge(context: RecallContext, found: Sequence[Found], points: Mapping[UUID, float]) -> Judged:
    """Judge the rows that a question found. `points` are those by which the kind of work needs a memory."""
    if not any(hits for hits, _ in found):
        return Judged()
    if not (encoders.current_encoder().is_taught and any(hit.meaning for hits, _ in found for hit in hits)):
        threshold = context.relevance_threshold
        return Judged({hit.memory_id: float(hit.own_score >= threshold) for hits, _ in found for hit in hits})
    from memoryweb.language.heads import needs  # numpy: most commands need none

    odds = _odds_of_nothing(context.request.query)
    chances: dict[UUID, float] = {}
    for hits, rows in found:
        ids = {hit.memory_id for hit in hits}
        known = [row for row in rows if row.pk in ids]
        table = facts(hits, known, points, odds)
        chances |= zip((row.pk for row in known), needs.chances(table).tolist(), strict=True)
    return Judged(chances, cut(next((row.cases for _, rows in found for row in rows if not row.community), 0)))


@cached(LRUCache(search.CACHED), key=text_digest, lock=Lock())
def _odds_of_nothing(question: str) -> float:
    """Return the log odds that a question needs nothing. Cached as its vector is: agents often repeat one."""
    from memoryweb.language.heads import needs

    return needs.odds_of_nothing(question)


def cut(cases: int) -> float:
    """Return from where on a memory is given, after the person's cases: lower the oftener one was missing."""
    from memoryweb.language.heads import needs

    return needs.shifted(policy.NEEDED_FROM, -policy.CUT_STEP * wanted_cases.counted(cases))


def facts(hits: Sequence[Hit], rows: Sequence[CandidateRow], points: Mapping[UUID, float], odds: float) -> "Table":
    """Return needs.FACTS of each row; all have a hit. What is hidden from the agent is not counted among the best."""
    import numpy as np

    from memoryweb.language.heads import needs

    found = {hit.memory_id: hit for hit in hits}
    scores = sorted((min(hit.own_score, FULL) for hit in hits if hit.readable), reverse=True)
    best, best_few = (scores[0], sum(scores[:BEST]) / len(scores[:BEST])) if scores else (0.0, 0.0)
    of_request = needs.bent(odds)
    table = []
    for row in rows:
        hit = found[row.pk]
        own = min(hit.own_score, FULL)
        place = sum(score > own for score in scores)
        is_rule = row.kind == Kind.RULE and not row.community
        of_memory = own, hit.words, np.log1p(place), best - own, best_few, is_rule, is_rule * own
        table.append((*of_memory, points.get(row.pk, 0.0), *of_request))
    return np.array(table, np.float64).reshape(-1, len(needs.FACTS))
