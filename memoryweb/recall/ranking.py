"""Ranks memories, in SQL: cosine of the meanings + share of the question's words + its occasions.

A word counts by how rare it is among the memories that may be read. Where the person has many memories and many have
the word, it counts by how rare it is among all of them. How often a text repeats it and how long the text is do not
count: statements are short, and every variant that counted them found less. The share is relative to a text that
contains all of the words.

The best are then rescored by how near they are to each other. A memory whose nearest neighbors answer the question too
is the better answer. One that is close to everything that was found only speaks of what all of them speak of.

A memory without a vector by this encoder is relevant if it has one of the words: nothing else can tell. Where the
encoder does not answer, no memory's meaning counts, and one word of many is too little.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from memoryweb.language.text import word_forms
from memoryweb.recall import identified

if TYPE_CHECKING:
    from memoryweb.recall.encoders.vectors import Vectors

# Instead of the encoder's: Chinese words are pairs of characters, and a pair that spans two words is in no other text.
CHINESE_EXPONENT = 1.0
SITUATION_SCORE = 0.05  # of a memory with a word for the question's situation: "afternoon" for "2 PM"
CATEGORY_SCORE = 0.02  # of a memory in a category that the question touches
COUNTED_MAX = 10_000  # memories counted to tell how rare a word is: more would hardly change it
# Hidden memories are left out of the counts where one more or less shows most; to look at each of more would take too
# long. With at most FEW_MAX memories, all counts are of readable ones. With more, those of words that at most RARE_MAX
# memories have are.
RARE_MAX, FEW_MAX = 50, 200

NEAREST = 6
NEAREST_SHARE = 0.3  # of the average score of a memory's nearest neighbors, added to its own
CLOSENESS_SHARE = 0.4  # of the average cosine between a memory and the others, taken from its score
ROWS_AT_ONCE = 8
HEADER = 4  # bytes before the numbers in halfvec's binary form

WORD_SCORES = """
WITH found AS MATERIALIZED (
    SELECT {key} AS memory_id, {has}, {occasion} AS occasion FROM {documents}
    WHERE {owned} AND words @@ %(any)s::tsquery
), every AS MATERIALIZED (
    SELECT count(*) AS n, count(*) <= {few_max} AS are_few
    FROM (SELECT FROM {documents} WHERE {owned} LIMIT {counted_max}) AS counted
), counted AS MATERIALIZED (
    SELECT {counts} FROM found
), hidden AS (
    SELECT {counts} FROM (SELECT found.* FROM found, counted, every WHERE are_few OR {rare} OFFSET 0) AS rare
    LEFT JOIN LATERAL (
        SELECT true AS is_readable FROM ({readable_sql}) AS readable (id) WHERE id = memory_id OFFSET 0
    ) AS readable ON true WHERE is_readable IS NULL
), weights AS MATERIALIZED (
    SELECT {weights} FROM (SELECT {readable_counts} FROM counted, hidden, every) AS readable, (
        SELECT CASE WHEN are_few THEN (SELECT count(*) FROM ({readable_sql}) AS readable) ELSE n END::float8 AS n
        FROM every
    ) AS everything
), by_words AS MATERIALIZED (
    SELECT memory_id, %(word_weight)s * power(({gained}) / ({all}), %(exponent)s) AS words, occasion FROM found, weights
)
"""
NO_WORD_SCORES = (
    "WITH by_words AS (SELECT NULL::uuid AS memory_id, 0::float8 AS words, 0::float8 AS occasion WHERE false)"
)
READABLE_COUNT = (
    "counted.df{n} - CASE WHEN are_few OR counted.df{n} <= {rare_max} THEN hidden.df{n} ELSE 0 END AS df{n}"
)
OCCASION = "CASE WHEN words @@ %({name})s::tsquery THEN {score} ELSE 0 END"
# In a subselect the question's vector is read once, not once for each place that the planner copies the term to.
MEANING_SCORE = "CASE WHEN encoder = %(encoder)s THEN -(vector <#> (SELECT %(vector)s::halfvec)) END"
# OFFSET 0 keeps the planner from copying the cosine to where it is used, which would compute it twice for every row.
SCORED = """{by_words}, by_meaning AS (
    SELECT {key} AS memory_id, {meaning} AS meaning FROM {vectors} WHERE {owned} OFFSET 0
), scored AS (
    SELECT memory_id, round(greatest(coalesce(meaning, 0) + coalesce(words, 0) + coalesce(occasion, 0),
               CASE WHEN meaning IS NULL AND words > 0 THEN %(by_a_word)s END) * 1e6) AS score,
           coalesce(meaning, 0) AS meaning, coalesce(words, 0) AS words
    FROM by_meaning FULL JOIN by_words USING (memory_id)
)
"""
ORDER = "ORDER BY score DESC, memory_id DESC"  # of equal scores the newer memory comes first


class Hit(NamedTuple):
    """A memory that a question found.

    `own_score` is `meaning` (a cosine) + `words` (0 to the encoder's word_weight) + a little for the question's
    occasions + `identified`, for its identifiers and names. It decides whether a memory is close enough. `neighbors` is
    what the memories around it add (`rescored`). It is `relevant` if it shares a word with the question or its cosine
    is above the encoder's noise level.
    """

    memory_id: UUID
    own_score: float
    meaning: float
    words: float
    relevant: bool
    readable: bool = True
    vector: bytes | None = None  # in halfvec's binary form, of those that are compared with each other
    identified: float = 0.0
    neighbors: float = 0.0

    @property
    def score(self) -> float:
        """What hits are sorted by."""
        return round(self.own_score + self.neighbors, 6)


@dataclass(frozen=True)
class Corpus:
    """Tables of words and vectors to rank, and the condition for their owner's rows."""

    words: str = "memories_searchdocument"
    vectors: str = "recall_embedding"
    key: str = "memory_id"
    owned: str = "person_id = %(person)s"


OWN = Corpus()  # the person's own memories


@dataclass(frozen=True)
class Readable:
    """Which memories may be read: `ids_sql` selects their ids, with one column.

    `passed_sql` selects from `first` what is worth finding at all, and whether each is `readable`; the default finds
    what is readable, and nothing else.
    """

    ids_sql: str
    passed_sql: str = ""

    @property
    def of_first_sql(self) -> str:
        return self.passed_sql or f"SELECT *, true AS readable FROM first WHERE memory_id IN ({self.ids_sql})"


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
    exponent: float = 1.0
    joined: Mapping[str, Sequence[str]] = field(default_factory=dict)  # "email" for each part of "e-mail"
    situations: Sequence[str] = ()  # lexemes too: rules.occasions
    categories: Sequence[str] = ()

    def values(self, person: UUID) -> dict[str, Any]:
        """Return the parameters of `statement`."""
        words = [_any_of((*word_forms.forms(lexeme), *self.joined.get(lexeme, ()))) for lexeme in self.lexemes]
        terms = {f"word{n}": word for n, word in enumerate(words)}
        occasions = {"situations": _any_of(self.situations), "categories": _any_of(self.categories)}
        others = map(identified.quoted, (*self.situations, *self.categories))
        every = " | ".join(dict.fromkeys((*filter(None, words), *others)))
        by_a_word = self.noise_level if self.vector else 0.0
        scoring = {"word_weight": self.word_weight, "exponent": self.exponent, "any": every, "by_a_word": by_a_word}
        return {"person": person, "encoder": self.encoder, "vector": self.vector} | scoring | terms | occasions

    def statement(self, corpus: Corpus, readable_sql: str) -> str:
        """Return a WITH clause whose `scored` has one row per memory. `readable_sql`: as Readable.ids_sql."""
        by_words = _word_scores(len(self.lexemes), corpus, readable_sql) if self.lexemes else NO_WORD_SCORES
        meaning = MEANING_SCORE if self.vector else "NULL::float8"
        return SCORED.format(
            by_words=by_words, meaning=meaning, vectors=corpus.vectors, key=corpus.key, owned=corpus.owned
        )


def _any_of(lexemes: Sequence[str]) -> str:
    return " | ".join(identified.quoted(lexeme) for lexeme in lexemes)


def _word_scores(count: int, corpus: Corpus, readable_sql: str) -> str:
    """Return the SQL for `count` words. Each is a column, so it is looked up once and added up without a join."""
    numbers = range(count)
    return WORD_SCORES.format(
        has=", ".join(f"words @@ %(word{n})s::tsquery AS has{n}" for n in numbers),
        occasion=" + ".join(
            OCCASION.format(name=name, score=score)
            for name, score in (("situations", SITUATION_SCORE), ("categories", CATEGORY_SCORE))
        ),
        counted_max=COUNTED_MAX,
        documents=corpus.words,
        key=corpus.key,
        owned=corpus.owned,
        counts=", ".join(f"count(*) FILTER (WHERE has{n})::float8 AS df{n}" for n in numbers),
        rare=" OR ".join(f"has{n} AND df{n} <= {RARE_MAX}" for n in numbers),
        readable_counts=", ".join(READABLE_COUNT.format(n=n, rare_max=RARE_MAX) for n in numbers),
        readable_sql=readable_sql,
        few_max=FEW_MAX,
        weights=", ".join(f"ln(1 + (greatest(n - df{n}, 0) + 0.5) / (df{n} + 0.5)) AS w{n}" for n in numbers),
        gained=" + ".join(f"CASE WHEN has{n} THEN w{n} ELSE 0 END" for n in numbers),
        all=" + ".join(f"w{n}" for n in numbers),
    )


def best_sql(
    question: RankedQuestion,
    corpus: Corpus,
    readable: Readable,
    *,
    first: int | None,
    with_vectors: int,
    hidden_max: int,
) -> str:
    """Return the statement for the best memories of those that pass.

    What may be read and what may not are counted apart, so that nothing hidden takes a place: `limit` that may be, the
    first `with_vectors` of them with their vectors, and `hidden_max` of the others.

    With `first`, only that many of the person's best are checked. The result is exact if enough of them pass, and wide
    rows are read for a few memories instead of for all.
    """
    limited = f"{ORDER} LIMIT {first}" if first else ""
    checked = "(SELECT count(*) FROM first)" if first else "0"
    return f"""{question.statement(corpus, readable.ids_sql)}, first AS {"" if first else "NOT"} MATERIALIZED (
            SELECT * FROM scored {limited}
        ), passed AS MATERIALIZED (
            {readable.of_first_sql}
        ), best AS (
            SELECT *, row_number() OVER ({ORDER}) AS place
            FROM (SELECT * FROM passed WHERE readable {ORDER} LIMIT %(limit)s) AS readable
            UNION ALL (SELECT *, NULL FROM passed WHERE NOT readable {ORDER} LIMIT {hidden_max})
        )
        SELECT memory_id, score / 1e6, meaning, words, readable, {checked},
            CASE WHEN place <= {with_vectors} THEN (
                SELECT halfvec_send(vector) FROM {corpus.vectors} e
                WHERE {corpus.owned} AND e.{corpus.key} = best.memory_id AND encoder = %(encoder)s) END
        FROM best {ORDER}"""


def rescored(hits: Iterable[Hit]) -> list[Hit]:
    """Return the hits, sorted, with what their neighbors add and their closeness to all of them takes away.

    Those with a vector are compared. What is not compared gets what the others gain on average, so that it keeps its
    place among them.
    """
    hits = list(hits)
    compared = [hit for hit in hits if hit.vector]
    if len(compared) > 1:
        gains = _gains([hit.own_score - hit.identified for hit in compared], [hit.vector or b"" for hit in compared])
        average = sum(gains) / len(gains)
        gained = {hit.memory_id: gain for hit, gain in zip(compared, gains, strict=True)}
        hits = [
            hit._replace(neighbors=gained.get(hit.memory_id, average if hit.own_score > 0 else 0.0)) for hit in hits
        ]
    return sorted(hits, key=lambda hit: -hit.score)


def _gains(scores: Sequence[float], vectors: Sequence[bytes]) -> list[float]:
    """Return for each memory what is added to its score, of their scores and their vectors as halfvec_send gives them:
    a header, then 16-bit numbers."""
    import numpy as np  # most commands need none

    own = np.array(scores)
    cosines = _cosines(vectors)
    nearest = np.argsort(-cosines, axis=1, kind="stable")[:, 1 : NEAREST + 1]  # the first is the memory itself
    closeness = (cosines.sum(axis=1) - cosines.diagonal()) / (len(scores) - 1)
    gains: list[float] = (NEAREST_SHARE * own[nearest].mean(axis=1) - CLOSENESS_SHARE * closeness).round(6).tolist()
    return gains


def _cosines(vectors: Sequence[bytes]) -> "Vectors":
    """Return the cosine of each two; rounded, so that equal texts are equally near on every processor.

    A few rows at a time: numpy would share a larger product among threads, which take longer to start than this takes.
    """
    import numpy as np

    numbers = b"".join(vector[HEADER:] for vector in vectors)
    rows = np.frombuffer(numbers, ">f2").astype(np.float32).reshape(len(vectors), -1)
    parts = [rows[first : first + ROWS_AT_ONCE] @ rows.T for first in range(0, len(rows), ROWS_AT_ONCE)]
    cosines: Vectors = np.concatenate(parts).round(4)
    np.fill_diagonal(cosines, 2)  # above all others, so that each is its own nearest
    return cosines
