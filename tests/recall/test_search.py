"""search.ranked: the same best memories for every door, by words and by meaning, of one person, every time."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.memories import actions
from memoryweb.memories.actions import Edit
from memoryweb.memories.actors import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import search
from memoryweb.rls import scope
from tests.conftest import typed

KNOWN = (
    ("technical", "document_format", "I prefer reports as PDF"),
    ("dietary", "vegan", "I'm vegan"),
    ("schedule", "meetings", "Meetings in the morning, after 9:30"),
    ("personal", "pet", "A dog named Bruno"),
    ("personal", "running shoes", "Running along the river at dawn"),
    ("travel", "seat", "Window seat on flights"),
    ("communication", "标点习惯", "不使用感叹号"),
    ("personal", "饮料", "喜欢喝绿茶"),
)


@pytest.fixture
def known(as_alice: User) -> Iterator[User]:
    for category, name, details in KNOWN:
        typed(as_alice, details, name=name, category=category)
    return as_alice


def _asked(person: User, text: str, limit: int = 10, **only: Any) -> list[search.Hit]:
    return search.ranked(Memory.objects.of(person).filter(**only), text, limit=limit)


def _labels(hits: list[search.Hit]) -> list[str]:
    found = Memory.objects.in_bulk([hit.memory_id for hit in hits])
    return [found[hit.memory_id].label for hit in hits]


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("which animal lives with her", "Pet"),  # shares no word with what it finds
        ("booking a plane", "Seat"),
        ("jogging", "Running shoes"),
        ("What should I cook without meat?", "Diet"),
        ("How should the report be formatted?", "Document format"),
        ("他喜欢喝什么茶？", "饮料"),
        ("感叹号", "Punctuation"),
    ],
)
def test_a_question_finds_by_words_and_by_meaning(known: User, question: str, label: str) -> None:
    assert _labels(_asked(known, question))[0] == label


def test_there_are_as_many_as_wanted_wherever_there_are_so_many(known: User) -> None:
    assert len(_asked(known, "plane", limit=3)) == 3
    assert len(_asked(known, "plane", limit=50)) == len(KNOWN)


def test_the_order_is_always_the_same_and_equal_scores_put_the_newer_first(as_alice: User) -> None:
    same = [typed(as_alice, "zebra", name=f"w{n}x", category="personal", project=str(n)).memory for n in range(4)]
    ids = [str(memory.pk) for memory in same if memory]
    orders = [[str(hit.memory_id) for hit in _asked(as_alice, "quince")] for _ in range(3)]
    assert orders[0] == orders[1] == orders[2]
    scores = {str(hit.memory_id): hit.score for hit in _asked(as_alice, "quince")}
    assert orders[0] == sorted(ids, key=lambda pk: (-scores[pk], [-ord(c) for c in pk]))


def test_the_first_score_tells_whether_anything_applies(known: User) -> None:
    assert _asked(known, "vegan food")[0].score > _asked(known, "the capital of Australia")[0].score
    assert _asked(known, "vegan food")[0].score > search.relevance_threshold()


def test_only_what_has_to_do_with_it_is_relevant(known: User) -> None:
    hits = _asked(known, "vegan")
    assert [hit.relevant for hit in hits] == sorted((hit.relevant for hit in hits), reverse=True)
    found = search.relevant(Memory.objects.of(known), "vegan", limit=10)
    assert found[0].label == "Diet"
    assert len(found) < len(KNOWN)


@pytest.mark.parametrize("text", ["", " ", "?!", "🙂", "\\", "'"])
def test_a_text_without_a_word_finds_nothing(known: User, text: str) -> None:
    assert _asked(known, text) == []


@pytest.mark.parametrize("text", ["o'clock \\ 'report' & | ! :*", "the of and", "100% %s %(person)s {has}", "a" * 1000])
def test_signs_that_mean_something_to_sql_are_words_like_others(known: User, text: str) -> None:
    assert len(_asked(known, text)) == len(KNOWN)


def test_a_very_long_question_is_answered(known: User) -> None:
    hits = _asked(known, " ".join(f"word{n}" for n in range(300)) + " vegan")
    assert len(hits) == len(KNOWN)


def test_a_rare_word_counts_more_than_a_common_one(as_alice: User) -> None:
    for n in range(5):
        typed(as_alice, f"meeting w{n}x", name=f"w{n}x", category="schedule")
    typed(as_alice, "quince", name="fruit", category="dietary")
    words = {hit.words for hit in _asked(as_alice, "a quince at the meeting") if hit.words}
    by_label = dict(zip(_labels(hits := _asked(as_alice, "a quince at the meeting")), hits, strict=True))
    assert len(words) == 2
    assert by_label["Fruit"].words == max(words)


def test_it_searches_only_among_what_it_is_given(known: User) -> None:
    assert {*_labels(_asked(known, "report as PDF", category="personal"))} == {"Pet", "Running shoes", "饮料"}
    assert search.ranked(Memory.objects.none(), "report", limit=5) == []


def test_what_may_be_seen_is_found_behind_any_number_of_better_ones(as_alice: User) -> None:
    hidden = [
        typed(as_alice, f"tea w{n}x", name=f"tea w{n}x", category="personal").memory
        for n in range(search.OVERFETCH * 2 + 3)
    ]
    typed(as_alice, "Oolong, sometimes", name="drink", category="food")
    hits = _asked(as_alice, "tea", limit=2, category="food")
    assert len(hidden) > search.OVERFETCH * 2
    assert _labels(hits) == ["Drink"]


def test_another_persons_memories_are_neither_found_nor_counted(known: User, bob: User) -> None:
    before = _asked(known, "reports as PDF")
    with scope.acting_as(bob.pk):
        typed(bob, "reports as PDF, always", name="document_format", category="technical")
        assert len(_asked(bob, "reports as PDF")) == 1
        assert _asked(known, "reports as PDF") == []
    assert _asked(known, "reports as PDF") == before


@pytest.mark.django_db
def test_nobody_finds_nothing(alice: User) -> None:
    assert search.ranked(Memory.objects.all(), "report", limit=5) == []


def test_what_changed_is_found_by_what_it_says_now(known: User) -> None:
    pet = Memory.objects.get(label="Pet")
    now_says = Edit(
        label=pet.label,
        value=None,
        details="A parrot named Polly",
        kind=pet.kind,
        condition="",
        project="",
        tags=(),
    )
    actions.edit(pet.pk, now_says, by=Person(known), now=pet.changed_at)
    assert _labels(_asked(known, "a bird that talks", status="active"))[0] == "Pet"
    assert not any(hit.words for hit in _asked(known, "Bruno", status="active"))


def test_a_search_is_two_statements_however_many_there_are(known: User) -> None:
    with CaptureQueriesContext(connection) as captured:
        _asked(known, "reports and meetings")
    assert len(captured) == 2
