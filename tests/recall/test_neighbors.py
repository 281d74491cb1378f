"""The best memories of a question are scored again: by their nearest neighbors, and by being near to all."""

from typing import cast

import numpy as np
import pytest
from django.db import connection

from memoryweb.recall import neighbors


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


def test_of_two_equals_the_one_whose_neighbors_answer_too_comes_first() -> None:
    answers = [binary(1, n / 20, 0) for n in range(7)]
    others = [binary(0, n / 20, 1) for n in range(7)]
    scores = [0.5, *[0.6] * 6, 0.5, *[0.1] * 6]
    rescored = neighbors.rescore(scores, [*answers, *others])
    assert rescored[0] > rescored[7] + 0.1


def test_of_two_equals_the_one_that_is_near_to_everything_comes_second() -> None:
    vectors = [binary(1, 1, 1), binary(1, 0, 0), binary(0, 1, 0), binary(0, 0, 1)]
    hub, *specific = neighbors.rescore([0.5] * 4, vectors)
    assert hub < min(specific)


def test_a_memory_without_a_vector_keeps_its_score_and_is_nobodys_neighbor() -> None:
    vectors = [binary(1, 0), binary(1, 0.1), binary(1, 0.2)]
    with_gap = neighbors.rescore([0.5, 3.0, 0.4, 0.3], [vectors[0], None, *vectors[1:]])
    assert with_gap[1] == 3.0
    assert [with_gap[0], *with_gap[2:]] == neighbors.rescore([0.5, 0.4, 0.3], vectors)


@pytest.mark.parametrize("vectors", [[], [binary(1, 0)], [None, binary(1, 0)]])
def test_one_alone_keeps_its_score(vectors: list[bytes | None]) -> None:
    scores = [0.5] * len(vectors)
    assert neighbors.rescore(scores, vectors) == scores
