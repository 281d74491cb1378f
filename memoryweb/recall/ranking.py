"""The SQL that ranks memories for a question: cosine of the meanings + share of the question's words.

A word counts by how rare it is among the person's own memories. How often a text repeats it and how long the text is
do not count: statements are short, and every variant that counted them found less. The share is relative to a text
that contains all of the words. An exponent bends it, so that one common word out of ten adds little.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

EXPONENT = 1.5
CHINESE_EXPONENT = 1.0  # its words are pairs of characters, and a pair that spans two words is in no other text
COUNTED_MAX = 10_000  # memories counted to tell how rare a word is: more would hardly change it

WORD_SCORES = """
WITH found AS MATERIALIZED (
    SELECT memory_id, {has} FROM memories_searchdocument WHERE person_id = %(person)s AND words @@ %(any)s::tsquery
), weights AS MATERIALIZED (
    SELECT {weights} FROM (SELECT {counts} FROM found) AS counted,
        (SELECT count(*)::float8 AS n FROM (
            SELECT FROM memories_searchdocument WHERE person_id = %(person)s LIMIT {counted_max}) AS counted
        ) AS everything
), by_words AS MATERIALIZED (
    SELECT memory_id, %(word_weight)s * power(({gained}) / ({all}), %(exponent)s) AS words FROM found, weights
)
"""
NO_WORD_SCORES = "WITH by_words AS (SELECT NULL::uuid AS memory_id, 0::float8 AS words WHERE false)"
MEANING_SCORE = "CASE WHEN encoder = %(encoder)s THEN -(vector <#> %(vector)s::halfvec) END"
SCORED = """{by_words}, by_meaning AS (
    SELECT memory_id, {meaning} AS meaning FROM recall_embedding WHERE person_id = %(person)s
), scored AS (
    SELECT memory_id, round((coalesce(meaning, 0) + coalesce(words, 0)) * 1e6) AS score,
           coalesce(meaning, 0) AS meaning, coalesce(words, 0) AS words
    FROM by_meaning FULL JOIN by_words USING (memory_id)
)
"""
ORDER = "ORDER BY score DESC, memory_id DESC LIMIT"  # of equal scores the newer memory comes first


@dataclass(frozen=True)
class RankedQuestion:
    """A question as SQL needs it: its words as PostgreSQL's lexemes and its vector by `encoder`. Either may be empty.

    `word_weight` and `noise_level` are the encoder's.
    """

    lexemes: Sequence[str]
    encoder: str = ""
    vector: str = ""
    word_weight: float = 1.0
    noise_level: float = 2.0  # above any cosine: without a vector only words make a memory relevant
    exponent: float = EXPONENT

    def values(self, person: UUID) -> dict[str, Any]:
        """Return the parameters of `statement`."""
        quoted = [_quoted(lexeme) for lexeme in self.lexemes]
        terms = {f"word{n}": term for n, term in enumerate(quoted)}
        scoring = {"word_weight": self.word_weight, "exponent": self.exponent, "any": " | ".join(quoted)}
        return {"person": person, "encoder": self.encoder, "vector": self.vector} | scoring | terms

    def statement(self) -> str:
        """Return a WITH clause whose `scored` has one row per memory of the person."""
        by_words = _word_scores(len(self.lexemes)) if self.lexemes else NO_WORD_SCORES
        return SCORED.format(by_words=by_words, meaning=MEANING_SCORE if self.vector else "NULL::float8")


def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _word_scores(count: int) -> str:
    """Return the SQL for `count` words. Each is a column, so it is looked up once and added up without a join."""
    numbers = range(count)
    return WORD_SCORES.format(
        has=", ".join(f"words @@ %(word{n})s::tsquery AS has{n}" for n in numbers),
        counted_max=COUNTED_MAX,
        counts=", ".join(f"count(*) FILTER (WHERE has{n})::float8 AS df{n}" for n in numbers),
        weights=", ".join(f"ln(1 + (greatest(n - df{n}, 0) + 0.5) / (df{n} + 0.5)) AS w{n}" for n in numbers),
        gained=" + ".join(f"CASE WHEN has{n} THEN w{n} ELSE 0 END" for n in numbers),
        all=" + ".join(f"w{n}" for n in numbers),
    )


def best(question: RankedQuestion, *, ids_sql: str, first: int | None) -> str:
    """Return the statement for the best memories among the ids that `ids_sql` selects.

    With `first`, only that many of the person's best are checked against `ids_sql`. The result is exact if enough of
    them pass, and wide rows are read for a few memories instead of for all.
    """
    rows = f"SELECT * FROM scored {ORDER} {first}" if first else "SELECT * FROM scored"
    checked = "(SELECT count(*) FROM first)" if first else "0"
    return f"""{question.statement()}, first AS {"" if first else "NOT"} MATERIALIZED ({rows})
        SELECT memory_id, score / 1e6, meaning, words, {checked} FROM first WHERE memory_id IN ({ids_sql})
        {ORDER} %(limit)s"""
