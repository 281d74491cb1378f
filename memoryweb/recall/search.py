"""Search for memories: filter by every word of a text, or rank by words and meaning for a question.

English words are matched by their stems, Chinese by pairs of characters, meaning by vectors. A question may have an
irregular word in another form, or in another spelling; a word with a hyphen is found without it, and without its
accents (language/text/folding.py). Pages, operations and recall all search here.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import islice
from operator import and_
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from cachetools import LRUCache, TTLCache, cached
from cachetools.keys import hashkey
from django.contrib.postgres.search import SearchQuery, SearchQueryCombinable
from django.core.exceptions import EmptyResultSet

from memoryweb.language.heads import work
from memoryweb.language.locales import CHINESE
from memoryweb.language.mentions import identifiers
from memoryweb.language.requests import occasions
from memoryweb.language.text import folding, tokens, word_forms
from memoryweb.memories import named_sql
from memoryweb.memories.models import Memory, MemoryQuerySet
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.recall import encoders, identified
from memoryweb.recall.ranking import CHINESE_EXPONENT, OWN, Corpus, Hit, RankedQuestion, Readable, best_sql, rescored
from memoryweb.rls import rows
from memoryweb.rls.scope import PERSON
from memoryweb.rules import task_types

log = logging.getLogger(__name__)

WORDS_MAX = 32  # of a question: every word is looked up in all memories that contain any of them
COMPARED = 40  # memories: the best, which are compared with each other
HIDDEN_MAX = 12  # memories that may not be read: as many as a receipt shows
CHECKED = (80, 640, None)  # of the person's best memories are checked; more where not enough of them may be read
CHECKED_KEPT, CHECKED_SECONDS = 10_000, 600  # of so many people it is known for so long that fewer were not enough
CACHED = 256  # questions whose vectors, and what they touch, a process keeps

# Which of CHECKED was enough last time: with much archived or hidden, each search would begin with a statement in vain.
_LAST_ENOUGH: TTLCache[int, int] = TTLCache(CHECKED_KEPT, CHECKED_SECONDS)
_LOCK = Lock()

STEMS = "ARRAY(SELECT lexeme FROM unnest(to_tsvector('english', %s)) ORDER BY positions[1], lexeme)"
STEM_OF_EACH = """ARRAY(
    SELECT coalesce((SELECT lexeme FROM unnest(to_tsvector('english', word)) LIMIT 1), '')
    FROM unnest(%s::text[]) WITH ORDINALITY AS each (word, n) ORDER BY n)"""
LEXEMES = f"SELECT {PERSON}, {', '.join([STEMS] * 3)}, {STEM_OF_EACH}"


def ranked(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Hit]:
    """Return the best `limit` of these memories, relevant or not; none for a text without a word.

    All must belong to one person, in whose scope this runs. The highest `own_score` tells whether anything applies at
    all.
    """
    return _rescored(memories, text, limit=limit)[:limit]


def _rescored(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Hit]:
    try:
        ids_sql, values = named_sql.select_ids(memories)
    except EmptyResultSet:  # Django knows without a query
        return []
    return rescored(find(text, Readable(ids_sql), values=values, limit=limit))


def find(text: str, readable: Readable, *, values: dict[str, Any], limit: int, corpus: Corpus = OWN) -> list[Hit]:
    """Find the best of what is worth finding, in the order of their own scores. `values` are those of `readable`.

    There are `limit` readable ones or more, up to COMPARED, if there are so many; the caller has them rescored by their
    neighbors and cuts the list. Beside them there are up to HIDDEN_MAX that are not readable.
    """
    person, question = analyze_question(text)
    if not person or not (question.lexemes or question.vector):
        return []
    wanted = max(limit, COMPARED)
    values = values | question.values(person) | {"limit": wanted}
    hits = _best(question, corpus, readable, values)
    hits = _with_identifiers(text, hits, readable, values=values, corpus=corpus)
    kept = {hit.memory_id for hit in [hit for hit in hits if hit.readable][:wanted]}
    return [hit for hit in hits if not hit.readable or hit.memory_id in kept]


def _best(question: RankedQuestion, corpus: Corpus, readable: Readable, values: dict[str, Any]) -> list[Hit]:
    """Return the best by words and meaning. Where not enough of those checked first may be read, more are checked."""
    found: list[BestRow] = []
    key = hash((values["person"], corpus, readable))
    with _LOCK:
        begins = _LAST_ENOUGH.get(key, 0)
    for place, first in enumerate(CHECKED[begins:], begins):
        statement = best_sql(question, corpus, readable, first=first, with_vectors=COMPARED, hidden_max=HIDDEN_MAX)
        found = _rows(statement, values)
        is_all = bool(found) and found[0].checked < (first or 0)
        if is_all or sum(row.readable for row in found) >= values["limit"] or not first:
            if place > begins:
                with _LOCK:
                    _LAST_ENOUGH[key] = place
            break
    return [
        Hit(
            row.memory_id,
            row.own_score,
            row.meaning,
            row.words,
            row.words > 0 or row.meaning >= question.noise_level,
            row.readable,
            row.vector,
        )
        for row in found
    ]


def _with_identifiers(
    text: str, hits: list[Hit], readable: Readable, *, values: dict[str, Any], corpus: Corpus
) -> list[Hit]:
    """Put memories with the question's identifiers first; mark those with similar ones or other names irrelevant.

    What may not be read is not looked at: whether a hidden memory has the identifier changes nothing.
    """
    ids = [hit.memory_id for hit in hits if hit.readable]
    found = identified.look_up(
        text, ids, ids_sql=readable.ids_sql, values=values, documents=corpus.words, key=corpus.key, owned=corpus.owned
    )
    names = identified.compare_names(text, ids, values["person"]) if corpus is OWN else {}
    hits += [Hit(pk, 0.0, 0.0, 0.0, relevant=True) for pk in found.exact.keys() - set(ids)]
    identified_hits = (_identified(hit, found, names) for hit in hits)
    return sorted(identified_hits, key=lambda hit: (hit.own_score, hit.memory_id), reverse=True)


def _identified(hit: Hit, found: identified.Identified, names: dict[UUID, bool]) -> Hit:
    if hit.memory_id in found.others:  # it answers nothing, so it is nobody's neighbor either
        return hit._replace(own_score=0.0, words=0.0, relevant=False, vector=None)
    more = found.score(hit.memory_id) + identified.NAME_SCORE * names.get(hit.memory_id, False)
    return hit._replace(own_score=hit.own_score + more, identified=more, relevant=True) if more else hit


def relevant(memories: MemoryQuerySet, text: str, *, limit: int) -> list[Memory]:
    """Return at most `limit` memories related to the text, best first."""
    ids = [hit.memory_id for hit in _rescored(memories, text, limit=limit) if hit.relevant][:limit]
    by_id = memories.in_bulk(ids)
    return [by_id[pk] for pk in ids if pk in by_id]


class BestRow(NamedTuple):
    """The columns of ranking.best_sql: `checked` memories were looked at."""

    memory_id: UUID
    own_score: float
    meaning: float
    words: float
    readable: bool
    checked: int
    vector: bytes | None


def _rows(statement: str, values: dict[str, Any]) -> list[BestRow]:
    with rows.prepared_cursor(is_binary=True) as cursor:
        cursor.execute(statement, values)
        return [BestRow(*columns) for columns in cursor.fetchall()]


def analyze_question(text: str) -> tuple[UUID | None, RankedQuestion]:
    """Return the person in scope and the question's words and vector; no vector if the encoder does not answer."""
    folded = folding.fold(text)
    person, words = _words(folded, touched_by(text))
    encoder = encoders.current_encoder()
    is_chinese = tokens.detect_language(text) == CHINESE.code
    exponent = CHINESE_EXPONENT if is_chinese else encoder.word_exponent
    try:
        vector = _vector(encoder, folded.strip()) if tokens.normalize(folded) else ""
    except encoders.UnreachableError as error:
        log.warning("Searched by words only: %s", error)
        return person, RankedQuestion(exponent=exponent, **words)
    question = RankedQuestion(
        encoder=encoder.name,
        vector=vector,
        word_weight=encoder.chinese_word_weight if is_chinese else encoder.word_weight,
        noise_level=noise_level(text),
        exponent=exponent,
        **words,
    )
    return person, question


@cached(LRUCache(CACHED), key=lambda encoder, text: hashkey(encoder, text_digest(text)), lock=Lock())
def _vector(encoder: encoders.Encoder, text: str) -> str:
    """Return the question's vector as SQL. Cached, because agents often repeat a question."""
    return encoders.vector_literal(encoder.encode_question(text))


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def touched_by(text: str) -> occasions.Touched:
    """Return what the question touches. Cached as its vector is: some forty patterns are searched in it."""
    return occasions.touched_by(text)


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def tasks_in(text: str) -> tuple[task_types.TaskType, ...]:
    """Return the kinds of work that a request's words tell of. Cached for the same reason."""
    return work.tasks_in(text)


def _words(folded: str, touched: occasions.Touched) -> tuple[UUID | None, dict[str, Any]]:
    """Return the person in scope, and the fields of RankedQuestion that have words; each lexeme once, no stop words.

    A lexeme is a stem, of an irregular word the base form's, a pair of Chinese characters, or an emoji.
    """
    categories = " ".join(sorted(touched.categories)).replace("_", " ")
    situations = " ".join(touched.words)
    compounds = folding.hyphenated(folded)
    parts = [word for compound in compounds for word in (*compound, "".join(compound))]
    normalized = tokens.normalize(folded)
    texts = [tokens.UNSPACED.sub(" ", text) for text in (normalized, situations, categories)]
    with rows.prepared_cursor() as cursor:
        cursor.execute(LEXEMES, [*texts, parts])
        person, stems, situation_stems, category_stems, part_stems = cursor.fetchone()
    own = [*map(word_forms.base, stems), *tokens.pairs(normalized), *folding.emoji(folded)]
    return person, {
        "lexemes": list(dict.fromkeys(own))[:WORDS_MAX],
        "joined": _joined(compounds, part_stems),
        "situations": [*situation_stems, *tokens.pairs(situations)],
        "categories": category_stems,
    }


def _joined(compounds: Iterable[list[str]], stems: Iterable[str]) -> dict[str, list[str]]:
    """Return for the stem of each part the stem of its whole word: a text with "email" has "e" and "mail" of "e-mail".

    `stems` are those of each compound's parts and whole in order, empty for a stop word.
    """
    joined, rest = dict[str, list[str]](), iter(stems)
    for compound in compounds:
        *parts, whole = islice(rest, len(compound) + 1)
        for part in filter(None, parts if whole else ()):
            joined.setdefault(word_forms.base(part), []).append(whole)
    return joined


@cached(LRUCache(CACHED), key=lambda text: hashkey(encoders.current_encoder(), text_digest(text)), lock=Lock())
def noise_level(text: str) -> float:
    """Return the highest score that a memory unrelated to this question may have."""
    return encoders.current_encoder().noise_level(text)


def query(text: str) -> SearchQueryCombinable | None:
    """Return a query for all words, the last perhaps unfinished; None without words."""
    identifier, folded = identifiers.from_text(text), folding.fold(text)
    normalized = tokens.normalize(folded)
    words = tokens.UNSPACED.sub(" ", normalized).replace("'", " ").split()
    pairs = tokens.pairs(normalized)
    parts: list[SearchQueryCombinable] = [identified.Lexeme(each) for each in folding.emoji(folded)]
    if words:
        compounds = [tokens.normalize(" ".join(each)).split() for each in folding.hyphenated(folded)]
        parts.append(SearchQuery(_terms(words, compounds), search_type="raw", config="english"))
    if pairs:
        parts.append(SearchQuery(" & ".join(pairs), search_type="raw", config="simple"))
    by_words = reduce(and_, parts) if parts else None
    return by_words | _identifier_query(identifier, ":*") if by_words and identifier else by_words


def _terms(words: Sequence[str], compounds: Iterable[list[str]]) -> str:
    """Return to_tsquery input for all words; a compound matches by parts or as one word."""
    terms, rest = list[str](), list(words)
    while rest:
        compound = next((each for each in compounds if each and rest[: len(each)] == each), rest[:1])
        rest = rest[len(compound) :]
        ending = "" if rest else ":*"
        parts = " & ".join([*compound[:-1], f"{compound[-1]}{ending}"])
        terms.append(f"({parts} | {''.join(compound)}{ending})" if len(compound) > 1 else parts)
    return " & ".join(terms)


def matching(memories: MemoryQuerySet, text: str) -> MemoryQuerySet:
    """Filter to the memories that contain every word of the text; the last word may be unfinished."""
    if identifier := identifiers.from_text(text):
        whole = memories.filter(search_document__words=_identifier_query(identifier))
        if whole.exists():
            return whole
    search_query = query(text)
    return memories.filter(search_document__words=search_query) if search_query else memories.none()


def _identifier_query(identifier: identifiers.Identifier, ending: str = "") -> identified.Lexeme:
    return identified.Lexeme(identifiers.lexeme(identifier.key), ending)
