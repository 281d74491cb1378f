"""/memories/: filters, search, pages, and actions on several memories."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import User
from memoryweb.review import listing
from memoryweb.rls import scope
from tests.conftest import typed

WORDS = ("apple", "bridge", "castle", "dragon", "ember", "forest", "garden", "harbour", "island", "jungle")


def fill(person: User, count: int) -> list[Memory]:
    """Create that many memories of different subjects, a minute apart, the last one newest."""
    start = timezone.now() - timedelta(minutes=count)
    with scope.acting_as(person.pk):
        made = [
            typed(
                person, f"{WORDS[i % 10]} {WORDS[i // 10 % 10]} number {i}", start + timedelta(minutes=i),
                name=f"subject {i}", category=("technical", "content", "travel")[i % 3],
            ).memory
            for i in range(count)
        ]  # fmt: skip
    return [memory for memory in made if memory]


def test_every_memory_is_on_exactly_one_page(browser: Client, alice: User) -> None:
    made = {str(memory.pk) for memory in fill(alice, 2 * listing.PAGE + 7)}
    shown: list[str] = []
    path = "/memories/"
    while path:
        page = browser.get(path).context["page"]
        shown += [str(memory.pk) for memory in page.memories]
        path = f"/memories/{page.next_url}" if page.next_url else ""
    assert (len(shown), set(shown)) == (len(made), made)


def test_the_number_of_queries_does_not_grow(browser: Client, alice: User) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert browser.get(path).status_code == 200
        return len(captured)

    for _ in range(2):  # it is said again, so that a version has one before it
        fill(alice, 1)
    paths = ("/memories/", "/memories/?q=number", "/review/", "/history/")
    few = [queries(path) for path in paths]
    fill(alice, 200)
    assert [queries(path) for path in paths] == few


def test_facets_count_what_a_click_would_show(browser: Client, alice: User) -> None:
    fill(alice, 10)
    page = browser.get("/memories/").context["page"]
    counts = {facet.label: facet.shown for facet in page.categories}
    assert counts == {"Content": "3", "Technical": "4", "Travel": "3"}
    narrowed = browser.get("/memories/" + next(f.url for f in page.categories if f.value == "travel")).context["page"]
    assert [memory.category for memory in narrowed.memories] == ["travel"] * 3
    assert {facet.label: facet.shown for facet in narrowed.categories} == counts


def test_counts_stop_at_a_thousand() -> None:
    assert listing.FacetValue("x", "X", listing.COUNT_TO + 1, "", chosen=False).shown == "1,000+"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("garden", 1),
        ("gard", 1),
        ("gardens", 1),
        ("number", 10),
        ("garden number", 1),
        ("garden apple", 1),
        ("nothing", 0),
    ],
)
def test_search_needs_every_word_and_the_last_may_be_unfinished(
    browser: Client, alice: User, query: str, count: int
) -> None:
    fill(alice, 10)
    page = browser.get("/memories/", {"q": query}).context["page"]
    assert (0 if page.by_meaning else len(page.memories)) == count


def test_without_a_match_the_nearest_in_meaning_are_shown(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "A dog named Bruno", name="pet", category="personal")
        typed(alice, "Window seat on flights", name="seat", category="travel")
    answer = browser.get("/memories/", {"q": "which animal lives with me"})
    assert answer.context["page"].memories[0].label == "Pet"
    assert "No memory has all of these words. Closest in meaning:" in answer.text
    narrowed = browser.get("/memories/", {"q": "which animal lives with me", "category": "travel"}).context["page"]
    assert "Pet" not in [memory.label for memory in narrowed.memories]
    assert "Nearest in meaning" not in browser.get("/memories/", {"q": "dog"}).text


def test_chinese_is_found_by_its_characters(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "不使用感叹号", name="标点习惯", category="communication")
    assert len(browser.get("/memories/", {"q": "感叹号"}).context["page"].memories) == 1


@pytest.mark.parametrize(
    "query",
    [
        "status=nonsense",
        "kind=nonsense",
        "cursor=nonsense",
        "cursor=%00",
        "q=%00",
        "q='%22)(*%26|!:",
        "category=%00",
        "source=x",
    ],
)
def test_an_unknown_query_string_still_shows_a_page(browser: Client, alice: User, query: str) -> None:
    fill(alice, 2)
    assert browser.get(f"/memories/?{query}").status_code == 200


def test_several_are_expired_with_one_undo(browser: Client, alice: User) -> None:
    ids = [str(memory.pk) for memory in fill(alice, 3)]
    answer = browser.post("/memories/expire/", {"memory": ids}, headers={"HX-Request": "true"})
    assert "3 memories no longer used." in answer.text
    with scope.acting_as(alice.pk):
        assert Memory.objects.filter(status=Status.EXPIRED).count() == 3
    act = answer.context["notice"]["undo"]
    assert "Undone." in browser.post(f"/acts/{act}/undo/", follow=True).text
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().count() == 3


def test_confirming_several_counts_those_that_changed(browser: Client, alice: User) -> None:
    ids = [str(memory.pk) for memory in fill(alice, 2)]  # typed by alice: confirmed already
    answer = browser.post("/memories/confirm/", {"memory": ids}, headers={"HX-Request": "true"})
    assert "2 were left as they are." in answer.text


def test_erasing_several_asks_on_its_own_page_first(browser: Client, alice: User) -> None:
    ids = [str(memory.pk) for memory in fill(alice, 2)]
    page = browser.post("/memories/erase/", {"memory": ids})
    assert "Erase these 2 memories?" in page.text
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == 2
    browser.post("/memories/erase/", {"memory": ids, "sure": "yes"})
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() == 0


@pytest.mark.parametrize("verb", ["confirm", "expire", "erase"])
def test_nothing_ticked_and_nonsense_ticked_change_nothing(browser: Client, verb: str) -> None:
    assert "Tick the memories first." in browser.post(f"/memories/{verb}/", {"memory": ["nonsense"]}, follow=True).text
