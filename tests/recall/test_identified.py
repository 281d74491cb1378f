"""A question with an identifier finds exactly the memory that has it, in any of its spellings."""

from collections.abc import Callable, Iterable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import search
from tests.builders import person_types
from tests.cases import with_each
from tests.recall import identifier_cases as cases


@pytest.fixture
def person(as_alice: User) -> User:
    for details in (*cases.MEMORIES, *cases.HELD_OUT_MEMORIES.values()):
        person_types(as_alice, details, name=details[:60], category="work")
    return as_alice


def _found(person: User, question: str) -> list[str]:
    return [memory.details for memory in search.relevant(Memory.objects.of(person), question, limit=10)]


def _missed(person: User, questions: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return the questions that find another memory first, or beside it one that only looks like it."""
    return [
        (question, found[:3])
        for question, expected in questions
        if (found := _found(person, question))[:1] != [expected] or set(found) & set(cases.look_alikes(expected))
    ]


def a_question_with_an_identifier_finds_exactly_its_memory(person: User) -> None:
    missed = _missed(person, cases.CASES)
    assert not missed, missed


def the_questions_that_nothing_was_tuned_on_find_their_memory(person: User) -> None:
    held_out = [(question, cases.HELD_OUT_MEMORIES[name]) for question, name in cases.HELD_OUT]
    missed = _missed(person, held_out)
    assert len(missed) <= len(held_out) * 0.05, missed


def identifiers_cost_the_same_queries_at_any_number_of_memories(person: User) -> None:
    def count(question: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            search.ranked(Memory.objects.of(person), question, limit=10)
        return len(queries)

    before = count("order 2024-1001 of Ann")
    for number in range(30):
        person_types(person, f"Order 2025-{number:04d} is open", name=f"order {number}", category="work")
    assert count("order 2024-1001 of Ann") == before <= count("order") + 2


def the_list_shows_whole_identifiers_and_unfinished_ones_only_where_none_is_whole(person: User) -> None:
    def listed(text: str) -> set[str]:
        return {memory.details for memory in search.matching(Memory.objects.of(person), text)}

    assert listed("2024-1001") == listed("2024 1001") == {cases.ORDER}
    assert listed("mycompany.com") == {cases.DOMAIN}
    assert listed("ANN+x@example.org") == {cases.ANN}
    assert listed("2024-10") == {cases.ORDER, cases.LONGER_ORDER, cases.NEXT_ORDER}


CHECKS = (
    a_question_with_an_identifier_finds_exactly_its_memory,
    the_questions_that_nothing_was_tuned_on_find_their_memory,
    the_list_shows_whole_identifiers_and_unfinished_ones_only_where_none_is_whole,
    identifiers_cost_the_same_queries_at_any_number_of_memories,
)


@with_each("check", CHECKS)
def test_a_question_finds_what_has_its_identifier(person: User, check: Callable[[User], None]) -> None:
    check(person)
