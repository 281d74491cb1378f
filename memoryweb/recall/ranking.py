"""How well each memory answers a question, as one statement: cosine of meanings + share of the question's words.

A word counts by how rare it is among the person's own memories. How often it is said, and in how long a text, does
not count: statements are short, and every variant that counted it found less. The share is of what a text with all
of the words would have, and its power bends it, so that one common word of ten stays a nudge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

BEND = 1.5
ENOUGH = 10_000  # memories counted: among more, a word that so many have says nothing either way
CHINESE_BEND = 1.0  # its words are pairs of characters, and those across two words are in no other text

WORD_SCORES = """
WITH found AS MATERIALIZED (
    SELECT memory_id, {has} FROM memories_searchdocument WHERE person_id = %(person)s AND words @@ %(any)s::tsquery
), weights AS MATERIALIZED (
    SELECT {weights} FROM (SELECT {counts} FROM found) AS counted,
        (SELECT count(*)::float8 AS n FROM (
            SELECT FROM memories_searchdocument WHERE person_id = %(person)s LIMIT {enough}) AS counted) AS everything
), said AS MATERIALIZED (
    SELECT memory_id, %(most)s * power(({gained}) / ({all}), %(bend)s) AS words FROM found, weights
)
"""
NO_WORD_SCORES = "WITH said AS (SELECT NULL::uuid AS memory_id, 0::float8 AS words WHERE false)"
MEANING_SCORE = "CASE WHEN encoder = %(encoder)s THEN -(vector <#> %(vector)s::halfvec) END"
SCORED = """{said}, meant AS (
    SELECT memory_id, {meant} AS meaning FROM recall_embedding WHERE person_id = %(person)s
), scored AS (
    SELECT memory_id, round((coalesce(meaning, 0) + coalesce(words, 0)) * 1e6) AS score,
           coalesce(meaning, 0) AS meaning, coalesce(words, 0) AS words
    FROM meant FULL JOIN said USING (memory_id)
)
"""
ORDER = "ORDER BY score DESC, memory_id DESC LIMIT"  # the same score: the newer memory, always


@dataclass(frozen=True)
class RankedQuestion:
    """What is looked for: its words as PostgreSQL's lexemes, its meaning as `encoder`'s vector. Either may lack.

    `words` and `noise` are the encoder's.
    """

    lexemes: Sequence[str]
    encoder: str = ""
    vector: str = ""
    words: float = 1.0
    noise: float = 2.0  # no cosine reaches it: without a meaning only words tell
    bend: float = BEND

    def values(self, person: UUID) -> dict[str, Any]:
        quoted = [_quoted(lexeme) for lexeme in self.lexemes]
        terms = {f"word{n}": term for n, term in enumerate(quoted)}
        fused = {"most": self.words, "bend": self.bend, "any": " | ".join(quoted)}
        return {"person": person, "encoder": self.encoder, "vector": self.vector} | fused | terms

    def statement(self) -> str:
        """`scored`, one row a memory of the person."""
        said = _word_scores(len(self.lexemes)) if self.lexemes else NO_WORD_SCORES
        return SCORED.format(said=said, meant=MEANING_SCORE if self.vector else "NULL::float8")


def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _word_scores(many: int) -> str:
    """Each word is a column: it is looked up once, counted, weighed and added without a join."""
    each = range(many)
    return WORD_SCORES.format(
        has=", ".join(f"words @@ %(word{n})s::tsquery AS has{n}" for n in each),
        enough=ENOUGH,
        counts=", ".join(f"count(*) FILTER (WHERE has{n})::float8 AS df{n}" for n in each),
        weights=", ".join(f"ln(1 + (greatest(n - df{n}, 0) + 0.5) / (df{n} + 0.5)) AS w{n}" for n in each),
        gained=" + ".join(f"CASE WHEN has{n} THEN w{n} ELSE 0 END" for n in each),
        all=" + ".join(f"w{n}" for n in each),
    )


def best(question: RankedQuestion, *, among: str, look_at: int | None) -> str:
    """The best of `among`, a subquery of ids. With `look_at` only so many of the best are looked up there, which is
    exact where that many are enough: a wide row is read for a few instead of for all."""
    first = f"SELECT * FROM scored {ORDER} {look_at}" if look_at else "SELECT * FROM scored"
    seen = "(SELECT count(*) FROM first)" if look_at else "0"
    return f"""{question.statement()}, first AS {"" if look_at else "NOT"} MATERIALIZED ({first})
        SELECT memory_id, score / 1e6, meaning, words, {seen} FROM first WHERE memory_id IN ({among})
        {ORDER} %(limit)s"""
