"""/memories/: filters, search, pages, and actions on several memories."""

import re
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, forecast
from memoryweb.memories.actions import AgentOf
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import MemorySettings, User
from memoryweb.review.memories import facets, listing
from memoryweb.rls import scope
from tests.builders import agent_says, memory_of, person_types, record_use, set_settings
from tests.cases import check_each, with_each
from tests.conftest import told, typed
from tests.review.builders import add_memory, ago, as_shown

WORDS = ("apple", "bridge", "castle", "dragon", "ember", "forest", "garden", "harbour", "island", "jungle")


def fill(person: User, count: int) -> list[Memory]:
    """Create that many memories of different subjects, a minute apart, the last one newest."""
    start = timezone.now() - timedelta(minutes=count)
    with scope.acting_as(person.pk):
        made = [
            typed(
                person,
                f"{WORDS[i % 10]} {WORDS[i // 10 % 10]} number {i}",
                start + timedelta(minutes=i),
                name=f"subject {i}",
                category=("technical", "content", "travel")[i % 3],
            ).memory
            for i in range(count)
        ]
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
    for _ in range(2):  # it is said again, so that a version has one before it
        fill(alice, 1)
    paths = (
        "/memories/",
        "/memories/?q=number",
        "/memories/?sort=given",
        "/memories/?status=any&agent=you",
        "/memories/?status=fading",
        "/review/",
        "/history/",
        "/letter/",
    )
    few = [queries(browser, path) for path in paths]
    fill(alice, 200)
    assert [queries(browser, path) for path in paths] == few


def queries(browser: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(path).status_code == 200
    return len(captured)


def test_the_number_of_queries_does_not_grow_with_conflicts(browser: Client, alice: User, trusted: Agent) -> None:
    def contest(subjects: range) -> None:
        for subject in subjects:
            for value in ("Vim", "Helix"):
                assert told(trusted, value, name=f"Editor {subject}", value=value, source="instruction").memory

    paths = ("/memories/", "/review/", "/letter/")
    with scope.acting_as(alice.pk):
        contest(range(2))
    few = [queries(browser, path) for path in paths]
    with scope.acting_as(alice.pk):
        contest(range(2, 8))
        assert Memory.objects.filter(contested=True).count() == 16
    assert [queries(browser, path) for path in paths] == few


def test_facets_count_what_a_click_would_show(browser: Client, alice: User) -> None:
    fill(alice, 10)
    page = browser.get("/memories/").context["page"]
    counts = {facet.label: facet.shown for facet in page.facets.categories}
    assert counts == {"Content": "3", "Technical": "4", "Travel": "3"}
    narrowed = browser.get("/memories/" + next(f.url for f in page.facets.categories if f.value == "travel")).context[
        "page"
    ]
    assert [memory.category for memory in narrowed.memories] == ["travel"] * 3
    assert {facet.label: facet.shown for facet in narrowed.facets.categories} == counts


def test_counts_stop_at_a_thousand() -> None:
    assert facets.FacetValue("x", "X", facets.COUNT_TO + 1, "", chosen=False).shown == "1,000+"


@with_each(
    "query, count",
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
    assert "Nothing here has all of these words. Closest in meaning:" in answer.text
    shown = answer.context["page"].facets
    assert {value.label: value.shown for value in shown.categories} == {"Personal": "", "Travel": ""}
    assert not any(value.shown for value in shown.states)
    assert "Any state" in [value.label for value in shown.states]
    with scope.acting_as(alice.pk):
        typed(alice, "Which animal lives with me: a hen", name="coop", category="personal")
        actions.expire(Memory.objects.get(label="Coop").pk, by=actions.Person(alice), now=timezone.now())
    page = browser.get("/memories/", {"q": "which animal lives with me", "status": "active"}).context["page"]
    assert page.by_meaning
    shown = {value.label: value.shown for value in page.facets.states if value.count}
    assert shown == {"Stopped": "1", "Any state": "1"}
    narrowed = browser.get("/memories/", {"q": "which animal lives with me", "category": "travel"}).context["page"]
    assert "Pet" not in [memory.label for memory in narrowed.memories]
    assert "Closest in meaning" not in browser.get("/memories/", {"q": "dog"}).text


def test_chinese_is_found_by_its_characters(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "不使用感叹号", name="标点习惯", category="communication")
    assert len(browser.get("/memories/", {"q": "感叹号"}).context["page"].memories) == 1


@with_each(
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
        "sort=given&cursor=x|0192f0c1-2b3d-7c4e-8f50-617283940516",
        "sort=name&cursor=%00|0192f0c1-2b3d-7c4e-8f50-617283940516",
        "sort=importance&cursor=nan|0192f0c1-2b3d-7c4e-8f50-617283940516",
        "sort=x&agent=%00",
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


@with_each("verb", ["confirm", "expire", "erase"])
def test_nothing_ticked_and_nonsense_ticked_change_nothing(browser: Client, verb: str) -> None:
    assert "Tick the memories first." in browser.post(f"/memories/{verb}/", {"memory": ["nonsense"]}, follow=True).text


def labels(browser: Client, **query: str) -> list[str]:
    return [memory.label for memory in browser.get("/memories/", query).context["page"].memories]


def test_a_search_looks_at_every_state_until_one_is_chosen(browser: Client, alice: User) -> None:
    kept, stopped = fill(alice, 2)
    browser.post(f"/memories/{stopped.pk}/expire/")
    assert labels(browser) == [kept.label]
    assert set(labels(browser, q="number")) == {kept.label, stopped.label}
    page = browser.get("/memories/", {"q": "number"}).context["page"]
    states = {state.label: state for state in page.facets.states}
    assert [states[name].shown for name in ("Any state", "In use", "Stopped")] == ["2", "1", "1"]
    assert states["Any state"].chosen
    narrowed = browser.get(f"/memories/{states['In use'].url}")
    assert [memory.label for memory in narrowed.context["page"].memories] == [kept.label]
    assert 'name="status" value="active"' in narrowed.text  # typing on keeps the choice


def test_the_agent_filter_means_who_said_it_first(browser: Client, alice: User, scribe: Agent, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "I use ruff", name="linter", category="technical")
        told(trusted, "I use ruff", name="linter", category="technical")
        typed(alice, "I use uv", name="packages", category="technical")
    pages = {
        name: browser.get("/memories/", {"agent": str(agent), "status": "any"}).context["page"]
        for name, agent in {"scribe": scribe.pk, "trusted": trusted.pk, "you": "you"}.items()
    }
    shown = {name: [(row.memory.label, row.said_by) for row in page.rows] for name, page in pages.items()}
    assert [len(shown[name]) for name in ("scribe", "you")] == [1, 1]
    assert shown["scribe"][0][1] == "Scribe"
    assert shown["you"][0][1] == ""
    assert [label for label, _ in shown["scribe"]] != [label for label, _ in shown["you"]]
    assert pages["scribe"].facets.found == "1"
    assert labels(browser, agent="nonsense") == labels(browser)


def test_every_order_shows_each_memory_once(browser: Client, alice: User, scribe: Agent) -> None:
    made = fill(alice, listing.PAGE + 9)
    with scope.acting_as(alice.pk):
        record_use([memory.pk for memory in made[:7]], agent=scribe, now=timezone.now())
        record_use([made[3].pk], agent=scribe, now=timezone.now())
    browser.post(f"/memories/{made[4].pk}/boost/")

    def check(sort: str, on_top: Memory) -> None:
        first = browser.get("/memories/", {"sort": sort}).context["page"]
        second = browser.get(f"/memories/{first.next_url}").context["page"]
        shown = [memory.pk for page in (first, second) for memory in page.memories]
        assert (len(shown), set(shown)) == (len(made), {memory.pk for memory in made})
        assert shown[0] == on_top.pk
        assert second.next_url == ""
        assert first.facets.found == str(len(made))

    check_each(check, [("newest", made[4]), ("given", made[3]), ("importance", made[4]), ("name", made[0])])


def test_a_row_says_how_often_it_was_given_and_what_is_to_come(browser: Client, alice: User, scribe: Agent) -> None:
    event = add_memory(alice, "Met Chen", ago(12), kind="event")
    fact = add_memory(alice, "The server runs Debian", ago(16), importance=5.0)
    lasting = add_memory(alice, "The office is on the third floor", ago(1))
    with scope.acting_as(alice.pk):
        record_use([event.pk], agent=scribe, now=ago(1))
    rows = {row.memory.pk: row for row in browser.get("/memories/").context["page"].rows}
    assert {pk: row.days_left for pk, row in rows.items()} == {event.pk: 3, fact.pk: 5, lasting.pk: None}
    assert rows[event.pk].given
    assert rows[event.pk].given.times == 1
    assert rows[fact.pk].given is None
    fading = browser.get("/memories/", {"status": "fading"}).context["page"]
    assert {memory.pk for memory in fading.memories} == {event.pk, fact.pk}
    assert {state.value: state.count for state in fading.facets.states}["fading"] == 2


def test_what_fades_and_the_days_left_are_one_rule(alice: User) -> None:
    for days in range(0, 20, 2):
        add_memory(alice, f"Met Chen {days}", ago(days), kind="event")
        add_memory(alice, f"Goal {days}", ago(360 + days), kind="goal")
        add_memory(alice, f"Fact {days}", ago(60 + days), importance=9.0)
        add_memory(alice, f"Met Li {days}", ago(days), kind="event", valid_until=ago(days - 9).date())
    found: dict[str, int] = {}
    settings: dict[str, dict[str, Any]] = {
        "ordinary": {},
        "archived when faded": {"archive_below": 2.5},
        "off": {"enable_memory": False},
    }
    for name, changed in settings.items():
        with scope.acting_as(alice.pk):
            set_settings(alice, **changed)
        with scope.acting_as(alice.pk):
            week = forecast.Week(timezone.localdate(), MemorySettings.for_person(alice.pk))
            listed = set(Memory.objects.filter(week.fading()).values_list("pk", flat=True))
            due = {
                memory.pk: archive.day
                for memory in Memory.objects.all()
                if (archive := forecast.archive_day(memory, week.today, week.settings))
            }
            assert listed == {memory.pk for memory in Memory.objects.all() if week.days_left(memory) is not None}
            assert {pk for pk, day in due.items() if week.today <= day <= week.last} <= listed
        found[name] = len(listed)
    assert found["archived when faded"] > found["ordinary"] > found["off"] == 0


def test_several_are_marked_as_still_true_and_one_returns_to_the_list(browser: Client, alice: User) -> None:
    made = [add_memory(alice, f"Server {n}", ago(30)) for n in range(2)]
    ticked = re.findall(r'name="memory" value="([^"]+)"', browser.get("/memories/").text)
    assert set(ticked) == {as_shown(alice, memory) for memory in made}
    answer = browser.post("/memories/still-true/", {"memory": ticked, "next": "/memories/?category=x"})
    assert answer["Location"] == "/memories/?category=x"
    assert "2 memories marked as still true." in browser.get("/memories/").text


@with_each("address", ["/memories/confirm/", "/memories/still-true/"])
def test_a_yes_to_several_leaves_those_that_have_changed_or_were_not_shown(
    browser: Client, alice: User, trusted: Agent, address: str
) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, confirm_new="never")
        plain, changed, hidden = (memory_of(agent_says(trusted, text, name=text)) for text in ("Tea", "Pen", "Hat"))
    ticked = [*(as_shown(alice, memory) for memory in (plain, changed)), hidden.pk.hex, "nonsense:1"]
    with scope.acting_as(alice.pk):
        actions.update(changed.pk, by=AgentOf(trusted), now=timezone.now(), value="Blue", details="Blue ink")
    answer = browser.post(address, {"memory": ticked}, headers={"HX-Request": "true"})
    assert "1 memory " in answer.text
    with scope.acting_as(alice.pk):
        said_yes = Memory.objects.exclude(confirmed_at=None, verified_at=None)
        assert [memory.pk for memory in said_yes] == [plain.pk]


def test_confirming_several_leaves_suggestions_that_say_more_than_their_row(
    browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        plain = memory_of(agent_says(scribe, "Tea", name="drink"))
        more = memory_of(agent_says(scribe, "Soup", name="meal", tags=("hot",)))
        pen = memory_of(person_types(alice, "Blue", name="pen"))
        other = memory_of(agent_says(scribe, "Red", name="pen"))
    ticked = [as_shown(alice, memory) for memory in (plain, more, other)]
    answer = browser.post("/memories/confirm/", {"memory": ticked}, headers={"HX-Request": "true"})
    assert "1 memory confirmed. 2 wait: open them to see all they say." in answer.text
    with scope.acting_as(alice.pk):
        assert set(Memory.objects.active().values_list("pk", flat=True)) == {plain.pk, pen.pk}


def test_what_cannot_be_added_comes_back_with_the_words(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        set_settings(alice, enable_memory=False)
    answer = browser.post("/memories/add/", {"label": "Pen", "value": "A blue one"})
    assert answer.status_code == 422
    assert "Memory is off" in answer.text
    assert "A blue one" in answer.text
