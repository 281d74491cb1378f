"""Search for memories: filter by every word of a text, or rank by words and meaning for a question.

English words are matched by their stems, Chinese by pairs of characters, meaning by vectors. Pages, operations and
recall all search here.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.contrib.postgres.search import SearchQuery
from django.core.exceptions import EmptyResultSet
from django.db import connection

from memoryweb.memories import named_sql
from memoryweb.memories.models import Memory, MemoryQuerySet
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.recall import encoders
from memoryweb.rls.policies import ME
from memoryweb.rules import tokens

log = logging.getLogger(__name__)

WORDS_MAX = 32  # of a question: every word is looked up in all memories that contain any of them
OVERFETCH = 5  # times the limit: so many of the person's best are ranked first, then filtered by what may be read
CACHED = 256  # question vectors that a process keeps

LEXEMES = f"SELECT {ME}, ARRAY(SELECT lexeme FROM unnest(to_tsvector('english', %s)) ORDER BY positions[1], lexeme)"

EXPONENT = 1.5
CHINESE_EXPONENT = 1.0  # its words are pairs of characters, and a pair that spans two words is in no other text
COUNTED_MAX = 10_000  # memories counted to tell how rare a word is: more would hardly change it

WORD_SCORES = """
WITH found AS MATERIALIZED (
    SELECT {key} AS memory_id, {has} FROM {documents} WHERE {owned} AND words @@ %(any)s::tsquery
), weights AS MATERIALIZED (
    SELECT {weights} FROM (SELECT {counts} FROM found) AS counted,
        (SELECT count(*)::float8 AS n FROM (
            SELECT FROM {documents} WHERE {owned} LIMIT {counted_max}) AS counted
        ) AS everything
), by_words AS MATERIALIZED (
    SELECT memory_id, %(word_weight)s * power(({gained}) / ({all}), %(exponent)s) AS words FROM found, weights
)
"""
NO_WORD_SCORES = "WITH by_words AS (SELECT NULL::uuid AS memory_id, 0::float8 AS words WHERE false)"
MEANING_SCORE = "CASE WHEN encoder = %(encoder)s THEN -(vector <#> %(vector)s::halfvec) END"
SCORED = """{by_words}, by_meaning AS (
    SELECT {key} AS memory_id, {meaning} AS meaning FROM {vectors} WHERE {owned}
), scored AS (
    SELECT memory_id, round((coalesce(meaning, 0) + coalesce(words, 0)) * 1e6) AS score,
           coalesce(meaning, 0) AS meaning, coalesce(words, 0) AS words
    FROM by_meaning FULL JOIN by_words USING (memory_id)
)
"""
ORDER = "ORDER BY score DESC, memory_id DESC LIMIT"  # of equal scores the newer memory comes first


class Hit(NamedTuple):
    """A memory that a question found: `meaning` (a cosine) + `words` (0 to the encoder's word_weight) = `score`.

    It is `relevant` if it shares a word with the question or its cosine is above the encoder's noise level.
    """

    memory_id: UUID
    score: float
    meaning: float
    words: float
    relevant: bool


@dataclass(frozen=True)
class Corpus:
    """Where the texts are that are ranked: the tables of their words and vectors, and whose rows of both they are."""

    words: str = "memories_searchdocument"
    vectors: str = "recall_embedding"
    key: str = "memory_id"
    owned: str = "person_id = %(person)s"


OWN = Corpus()  # the person's own memories


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

    def statement(self, corpus: Corpus = OWN) -> str:
        """Return a WITH clause whose `scored` has one row per memory."""
        by_words = _word_scores(len(self.lexemes), corpus) if self.lexemes else NO_WORD_SCORES
        meaning = MEANING_SCORE if self.vector else "NULL::float8"
        return SCORED.format(
            by_words=by_words, meaning=meaning, vectors=corpus.vectors, key=corpus.key, owned=corpus.owned
        )


def ranked(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Hit]:
    """Return the best `limit` of these memories, relevant or not; none for a text without a word.

    All must belong to one person, in whose scope this runs. `hits[0].score` tells whether anything applies at all.
    """
    try:
        ids_sql, values = named_sql.select_ids(memories)
    except EmptyResultSet:  # Django knows without a query
        return []
    return ranked_among(text, ids_sql=ids_sql, values=values, limit=limit)


def ranked_among(
    text: str, *, ids_sql: str, values: dict[str, Any], limit: int, corpus: Corpus = OWN
) -> list[Hit]:  # fmt: skip
    """Rank like `ranked`, among the ids that `ids_sql` selects with these values."""
    person, question = analyze_question(text)
    if not person or not (question.lexemes or question.vector):
        return []
    values = values | question.values(person) | {"limit": limit}
    overfetched = OVERFETCH * limit
    rows = _rows(_best_sql(question, corpus, ids_sql=ids_sql, first=overfetched), values)
    if len(rows) < limit and (not rows or rows[0][-1] == overfetched):
        rows = _rows(_best_sql(question, corpus, ids_sql=ids_sql, first=None), values)
    return [
        Hit(memory_id, score, meaning, words, relevant=words > 0 or meaning >= question.noise_level)
        for memory_id, score, meaning, words, _ in rows
    ]


def relevant(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Memory]:
    """Return at most `limit` of these memories that have to do with the text, the best first."""
    ids = [hit.memory_id for hit in ranked(memories, text, limit=limit) if hit.relevant]
    by_id = memories.in_bulk(ids)
    return [by_id[pk] for pk in ids if pk in by_id]


def _rows(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def analyze_question(text: str) -> tuple[UUID | None, RankedQuestion]:
    """Return the person in scope and the question's words and vector; no vector if the encoder does not answer."""
    normalized = tokens.normalize(text)
    person, lexemes = _lexemes(normalized)
    exponent = CHINESE_EXPONENT if tokens.detect_language(text) == "zh" else EXPONENT
    try:
        encoder = encoders.current_encoder()
        vector = _vector(encoder, text.strip()) if normalized else ""
    except encoders.UnreachableError as error:
        log.warning("Searched by words only: %s", error)
        return person, RankedQuestion(lexemes, exponent=exponent)
    question = RankedQuestion(lexemes, encoder.name, vector, encoder.word_weight, encoder.noise_level, exponent)
    return person, question


@cached(LRUCache(CACHED), key=lambda encoder, text: hashkey(encoder, text_digest(text)), lock=Lock())
def _vector(encoder: encoders.Encoder, text: str) -> str:
    """Return the question's vector as SQL. Cached, because agents often repeat a question."""
    from memoryweb.recall.encoders.vectors import encode_question  # numpy: most commands need none

    return encoders.vector_literal(encode_question(encoder, text))


def _lexemes(normalized: str) -> tuple[UUID | None, Sequence[str]]:
    """Return the person in scope and the text's distinct stems and character pairs, without stop words."""
    pairs = [pair for run in tokens.CJK.findall(normalized) for pair in tokens.bigrams(run)]
    with connection.cursor() as cursor:
        cursor.execute(LEXEMES, [tokens.CJK.sub(" ", normalized)])
        person, stems = cursor.fetchone()
    return person, list(dict.fromkeys([*stems, *pairs]))[:WORDS_MAX]


def relevance_threshold() -> float:
    """Return the score up to which a memory may have nothing to do with the question."""
    return encoders.current_encoder().noise_level


def query(text: str) -> SearchQuery | None:
    """Return a query for every word, where the last may be unfinished; None for a text without a word."""
    normalized = tokens.normalize(text)
    words = tokens.CJK.sub(" ", normalized).replace("'", " ").split()
    pairs = [pair for run in tokens.CJK.findall(normalized) for pair in tokens.bigrams(run)]
    parts = []
    if words:
        terms = " & ".join([*words[:-1], f"{words[-1]}:*"])
        parts.append(SearchQuery(terms, search_type="raw", config="english"))
    if pairs:
        parts.append(SearchQuery(" & ".join(pairs), search_type="raw", config="simple"))
    return reduce(and_, parts) if parts else None


def matching(memories: MemoryQuerySet, text: str) -> MemoryQuerySet:
    """Filter to the memories that contain every word of the text; the last word may be unfinished."""
    search_query = query(text)
    return memories.filter(search_document__words=search_query) if search_query else memories.none()


# The SQL that ranks: cosine of the meanings + share of the question's words. A word counts by how rare it is among the
# person's own memories. How often a text repeats it and how long the text is do not count: statements are short, and
# every variant that counted them found less. The share is relative to a text that contains all of the words.
def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _word_scores(count: int, corpus: Corpus) -> str:
    """Return the SQL for `count` words. Each is a column, so it is looked up once and added up without a join."""
    numbers = range(count)
    return WORD_SCORES.format(
        has=", ".join(f"words @@ %(word{n})s::tsquery AS has{n}" for n in numbers),
        counted_max=COUNTED_MAX,
        documents=corpus.words,
        key=corpus.key,
        owned=corpus.owned,
        counts=", ".join(f"count(*) FILTER (WHERE has{n})::float8 AS df{n}" for n in numbers),
        weights=", ".join(f"ln(1 + (greatest(n - df{n}, 0) + 0.5) / (df{n} + 0.5)) AS w{n}" for n in numbers),
        gained=" + ".join(f"CASE WHEN has{n} THEN w{n} ELSE 0 END" for n in numbers),
        all=" + ".join(f"w{n}" for n in numbers),
    )


def _best_sql(question: RankedQuestion, corpus: Corpus, *, ids_sql: str, first: int | None) -> str:
    """Return the statement for the best memories among the ids that `ids_sql` selects.

    With `first`, only that many of the person's best are checked against `ids_sql`. The result is exact if enough of
    them pass, and wide rows are read for a few memories instead of for all.
    """
    rows = f"SELECT * FROM scored {ORDER} {first}" if first else "SELECT * FROM scored"
    checked = "(SELECT count(*) FROM first)" if first else "0"
    return f"""{question.statement(corpus)}, first AS {"" if first else "NOT"} MATERIALIZED ({rows})
        SELECT memory_id, score / 1e6, meaning, words, {checked} FROM first WHERE memory_id IN ({ids_sql})
        {ORDER} %(limit)s"""
