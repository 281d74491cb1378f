"""The best memories of a question are scored again: by their nearest neighbors, and by being near to all."""

from collections.abc import Sequence
from typing import cast
from uuid import UUID

import numpy as np
import pytest
from django.db import connection

from memoryweb.recall import ranking
from memoryweb.recall.ranking import Hit
from tests.cases import with_each


def binary(*numbers: float) -> bytes:
    """Return a vector of length 1 as halfvec_send writes it."""
    vector = np.array(numbers) / np.linalg.norm(numbers)
    return len(numbers).to_bytes(2, "big") + bytes(2) + cast("bytes", vector.astype(">f2").tobytes())


@pytest.mark.django_db
def test_the_binary_form_is_the_databases() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT halfvec_send('[0.6, -0.8, 0]'::halfvec)")
        (sent,) = cursor.fetchone()
    assert bytes(sent) == binary(0.6, -0.8, 0)


def hits(scores: Sequence[float], vectors: Sequence[bytes | None]) -> list[Hit]:
    return [
        Hit(UUID(int=n), score, score, 0.0, relevant=True, vector=vector)
        for n, (score, vector) in enumerate(zip(scores, vectors, strict=True))
    ]


def new_scores(scores: Sequence[float], vectors: Sequence[bytes | None]) -> list[float]:
    """Return the new scores in the order of the old ones."""
    found = ranking.rescored(hits(scores, vectors))
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    return [hit.score for hit in sorted(found, key=lambda hit: hit.memory_id)]


def test_of_two_equals_the_one_whose_neighbors_answer_too_comes_first() -> None:
    answers = [binary(1, n / 20, 0) for n in range(7)]
    others = [binary(0, n / 20, 1) for n in range(7)]
    scores = new_scores([0.5, *[0.6] * 6, 0.5, *[0.1] * 6], [*answers, *others])
    assert scores[0] > scores[7] + 0.1


def test_of_two_equals_the_one_that_is_near_to_everything_comes_second() -> None:
    vectors = [binary(1, 1, 1), binary(1, 0, 0), binary(0, 1, 0), binary(0, 0, 1)]
    hub, *specific = new_scores([0.5] * 4, vectors)
    assert hub < min(specific)


def test_a_memory_without_a_vector_is_nobodys_neighbor_and_gains_what_the_others_gain_on_average() -> None:
    vectors = [binary(1, 0), binary(1, 0.1), binary(1, 0.2)]
    with_gap = new_scores([0.5, 3.0, 0.4, 0.3], [vectors[0], None, *vectors[1:]])
    without = new_scores([0.5, 0.4, 0.3], vectors)
    assert [with_gap[0], *with_gap[2:]] == without
    assert with_gap[1] == pytest.approx(3 + sum(without) / 3 - 0.4, abs=1e-5)


def test_what_is_about_something_else_gains_nothing() -> None:
    assert new_scores([0.5, 0.0, 0.4], [binary(1, 0), None, binary(1, 0.1)])[1] == 0


@with_each("vectors", [[], [binary(1, 0)], [None, binary(1, 0)]])
def test_one_alone_keeps_its_score(vectors: list[bytes | None]) -> None:
    scores = [0.5] * len(vectors)
    assert new_scores(scores, vectors) == scores


def test_what_an_identifier_adds_is_not_passed_on() -> None:
    found = hits([2.5, 0.4, 0.3], [binary(1, 0), binary(1, 0.1), binary(1, 0.2)])
    found[0] = found[0]._replace(identified=2.0)
    plain = [found[0]._replace(own_score=0.5, identified=0.0), *found[1:]]
    gained, as_plain = ({hit.memory_id: hit.neighbors for hit in ranking.rescored(each)} for each in (found, plain))
    assert gained == as_plain
