"""search.ranked: the best memories of one person for a question, by words and by meaning."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.memories import actions, named_sql
from memoryweb.memories.actions import Edit, Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import search
from memoryweb.recall.ranking import RARE_MAX, Hit, Readable, rescored
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import with_each

MEMORIES = (
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
def person(as_alice: User) -> User:
    for category, name, details in MEMORIES:
        person_types(as_alice, details, name=name, category=category)
    return as_alice


def _search(person: User, text: str, limit: int = 10, **conditions: Any) -> list[Hit]:
    return search.ranked(Memory.objects.of(person).filter(**conditions), text, limit=limit)


def _labels(hits: list[Hit]) -> list[str]:
    memories = Memory.objects.in_bulk([hit.memory_id for hit in hits])
    return [memories[hit.memory_id].label for hit in hits]


@with_each(
    "question, label",
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
def test_a_question_finds_by_words_and_by_meaning(person: User, question: str, label: str) -> None:
    assert _labels(_search(person, question))[0] == label


def test_a_situation_and_a_category_bring_a_memory_forward(as_alice: User) -> None:
    drinks = ("tea", "water", "juice")
    for drink, condition in zip(drinks, ("In the afternoon", "When celebrating", "With guests"), strict=True):
        person_types(as_alice, f"{condition}, {drink} for me", name=drink, category="x")
    person_types(as_alice, "Nothing with feathers", name="bird", category="food")
    person_types(as_alice, "Nothing with wheels", name="wheel", category="garage")
    for question, label in (
        ("We just landed the contract! Anything for me?", "Water"),
        ("It's 3 PM. Anything for me?", "Tea"),
        ("My in-laws are coming over, anything for me?", "Juice"),
        ("Where do we have dinner?", "Bird"),
    ):
        hits = _search(as_alice, question)
        by_label = dict(zip(_labels(hits), hits, strict=True))
        found = by_label[label]
        assert found.own_score > found.meaning + found.words + 0.015, question
        rest = [hit for name, hit in by_label.items() if name in ("Tea", "Water", "Juice") and name != label]
        assert label == "Bird" or all(hit.score < found.score for hit in rest), question


def test_hits_are_sorted_by_what_their_neighbors_add_too(person: User) -> None:
    hits = _search(person, "booking a plane")
    ids_sql, values = named_sql.select_ids(Memory.objects.of(person))
    found = search.find("booking a plane", Readable(ids_sql), values=values, limit=10)
    assert all(hit.vector for hit in found)
    assert hits == rescored(found)
    assert all(hit.neighbors for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_of_more_than_are_compared_the_others_gain_the_average(as_alice: User) -> None:
    for n in range(search.COMPARED + 3):
        person_types(as_alice, f"tea w{n}x", name=f"tea w{n}x", category="personal")
    hits = _search(as_alice, "tea", limit=search.COMPARED + 3)
    assert len(hits) == search.COMPARED + 3
    compared = [hit.neighbors for hit in hits if hit.vector]
    assert len(compared) == search.COMPARED
    average = pytest.approx(sum(compared) / len(compared))
    assert [hit.neighbors for hit in hits if not hit.vector] == [average] * 3


def test_a_search_returns_as_many_hits_as_the_limit_allows(person: User) -> None:
    assert len(_search(person, "plane", limit=3)) == 3
    assert len(_search(person, "plane", limit=50)) == len(MEMORIES)


def test_the_order_is_stable_and_the_newer_of_equal_scores_comes_first(as_alice: User) -> None:
    same = [
        person_types(as_alice, "zebra", name=f"w{n}x", category="personal", project=str(n)).memory for n in range(4)
    ]
    ids = [str(memory.pk) for memory in same if memory]
    orders = [[str(hit.memory_id) for hit in _search(as_alice, "quince")] for _ in range(3)]
    assert orders[0] == orders[1] == orders[2]
    scores = {str(hit.memory_id): hit.score for hit in _search(as_alice, "quince")}
    assert orders[0] == sorted(ids, key=lambda pk: (-scores[pk], [-ord(c) for c in pk]))


def test_the_best_own_score_tells_whether_anything_applies(person: User) -> None:
    best, elsewhere = (
        max(hit.own_score for hit in _search(person, question))
        for question in ("vegan food", "the capital of Australia")
    )
    assert best > elsewhere
    assert best > search.noise_level("vegan food")


def test_unrelated_memories_are_not_relevant(person: User) -> None:
    hits = _search(person, "vegan")
    assert [hit.relevant for hit in hits] == sorted((hit.relevant for hit in hits), reverse=True)
    relevant = search.relevant(Memory.objects.of(person), "vegan", limit=10)
    assert relevant[0].label == "Diet"
    assert len(relevant) < len(MEMORIES)


@with_each("text", ["", " ", "?!", "\\", "'"])
def test_a_text_without_a_word_finds_nothing(person: User, text: str) -> None:
    assert _search(person, text) == []


@with_each("text", ["o'clock \\ 'report' & | ! :*", "the of and", "100% %s %(person)s {has}", "a" * 1000])
def test_characters_with_a_meaning_in_sql_are_searched_as_text(person: User, text: str) -> None:
    assert len(_search(person, text)) == len(MEMORIES)


def test_a_very_long_question_finds_memories(person: User) -> None:
    hits = _search(person, " ".join(f"word{n}" for n in range(300)) + " vegan")
    assert len(hits) == len(MEMORIES)


def test_a_rare_word_counts_more_than_a_common_one(as_alice: User) -> None:
    for n in range(5):
        person_types(as_alice, f"meeting w{n}x", name=f"w{n}x", category="schedule")
    person_types(as_alice, "quince", name="fruit", category="dietary")
    words = {hit.words for hit in _search(as_alice, "a quince at the meeting") if hit.words}
    by_label = dict(zip(_labels(hits := _search(as_alice, "a quince at the meeting")), hits, strict=True))
    assert len(words) == 2
    assert by_label["Fruit"].words == max(words)


def test_a_search_is_limited_to_the_given_queryset(person: User) -> None:
    assert {*_labels(_search(person, "report as PDF", category="personal"))} == {"Pet", "Running shoes", "饮料"}
    assert search.ranked(Memory.objects.none(), "report", limit=5) == []


def test_a_permitted_memory_is_found_behind_many_better_hits_that_are_filtered_out(as_alice: User) -> None:
    for n in range(search.CHECKED[0] + 3):
        person_types(as_alice, f"tea w{n}x", name=f"tea w{n}x", category="personal")
    person_types(as_alice, "Oolong, sometimes", name="drink", category="food")
    ranked: list[int] = []
    for _ in range(2):  # the second time it is known that the first are not enough
        with CaptureQueriesContext(connection) as queries:
            assert _labels(_search(as_alice, "tea", limit=2, category="food")) == ["Drink"]
        ranked.append(sum("by_meaning" in query["sql"] for query in queries))
    assert ranked == [2, 1]


def test_how_rare_a_word_is_is_counted_among_what_may_be_read(as_alice: User) -> None:
    person_types(as_alice, "A cup of tea at four", name="cup", category="food")
    person_types(as_alice, "Rolls at four", name="rolls", category="food")
    before = [hit.words for hit in _search(as_alice, "tea at four", category="food")]
    for n in range(RARE_MAX + 5):  # more than are counted one by one where there are many memories
        person_types(as_alice, f"tea w{n}x", name=f"tea w{n}x", category="personal")
    assert [hit.words for hit in _search(as_alice, "tea at four", category="food")] == before


def test_of_many_with_an_identifier_no_more_are_found_than_of_any_others(as_alice: User) -> None:
    for n in range(search.COMPARED + 20):
        person_types(as_alice, f"The w{n}x service runs in k8s", name=f"w{n}x", category="technical")
    ids_sql, values = named_sql.select_ids(Memory.objects.of(as_alice))
    found = search.find("How do we deploy to k8s?", Readable(ids_sql), values=values, limit=10)
    assert len(found) == search.COMPARED
    assert all(hit.identified for hit in found)


def test_a_lower_limit_leaves_out_the_last_of_what_is_relevant(person: User) -> None:
    for question in ("vegan food", "reports in the morning", "a walk with the dog along the river"):
        every = search.relevant(Memory.objects.of(person), question, limit=10)
        for limit in range(1, len(every) + 1):
            assert search.relevant(Memory.objects.of(person), question, limit=limit) == every[:limit]


def test_another_persons_memories_are_not_found_and_do_not_change_scores(person: User, bob: User) -> None:
    before = _search(person, "reports as PDF")
    with scope.acting_as(bob.pk):
        person_types(bob, "reports as PDF, always", name="document_format", category="technical")
        assert len(_search(bob, "reports as PDF")) == 1
        assert _search(person, "reports as PDF") == []
    assert _search(person, "reports as PDF") == before


@pytest.mark.django_db
def test_without_a_person_in_scope_nothing_is_found(alice: User) -> None:
    assert search.ranked(Memory.objects.all(), "report", limit=5) == []


def test_an_edited_memory_is_found_by_its_new_text(person: User) -> None:
    pet = Memory.objects.get(label="Pet")
    edit = Edit(
        label=pet.label,
        value=None,
        details="A parrot named Polly",
        kind=pet.kind,
        condition="",
        project="",
        tags=(),
    )
    actions.edit(pet.pk, edit, by=Person(person), now=pet.changed_at, since=actions.newest_version(pet.pk))
    assert _labels(_search(person, "a bird that talks", status="active"))[0] == "Pet"
    assert not any(hit.words for hit in _search(person, "Bruno", status="active"))


def test_a_search_takes_two_statements_for_any_number_of_memories(person: User) -> None:
    with CaptureQueriesContext(connection) as captured:
        _search(person, "reports and meetings")
    assert len(captured) == 2
