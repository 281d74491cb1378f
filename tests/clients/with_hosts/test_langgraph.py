"""A graph's store: what is put is a statement, what is found is in use."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from memoryweb.agents.models import Trust
from memoryweb.memories.models import Memory
from memoryweb.rls import scope
from tests.clients.conftest import Connected
from tests.clients.with_hosts.host import Host, running

FOOD = ["users", "alice"]


@pytest.fixture
def host(alices: Connected) -> Iterator[Host]:
    with running("langgraph_host", alices) as program:
        yield program


@pytest.fixture
def trusted(connect: Callable[..., Connected]) -> Iterator[Host]:
    with running("langgraph_host", connect(trust=Trust.TRUSTED)) as program:
        yield program


def get(host: Host, key: str = "food") -> Any:
    item = host.ask(do="get", args=[FOOD, key])
    return item and item["value"]


def test_an_item_is_found_after_the_person_said_yes_to_it(host: Host, alices: Connected) -> None:
    host.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is sushi", "since": 2020}])
    assert get(host) is None
    assert alices.says_yes() == 1
    assert get(host) == {"text": "Favourite food is sushi", "since": 2020}
    host.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is ramen"}])
    host.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is udon"}])
    assert get(host) == {"text": "Favourite food is sushi", "since": 2020}
    assert alices.says_yes() == 1
    assert get(host) == {"text": "Favourite food is udon"}
    assert alices.memories() == ["Favourite food is udon"]


def test_what_a_value_suggests_is_shown_with_the_question(host: Host, alices: Connected) -> None:
    """Its own fields may have the same names, and suggest nothing."""
    host.ask(
        do="put", args=[FOOD, "food", {"text": "I want to learn Spanish", "kind": "x", "memoryweb": {"kind": "goal"}}]
    )
    assert alices.says_yes() == 1
    with scope.acting_as(alices.person.pk):
        assert Memory.objects.get().kind == "goal"


def test_a_trusted_agents_items_are_there_at_once(trusted: Host) -> None:
    trusted.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is sushi"}])
    trusted.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is ramen"}])
    assert get(trusted) == {"text": "Favourite food is ramen"}
    trusted.ask(do="aput", args=[FOOD, "drink", {"content": {"content": "Drinks green tea"}}])
    assert trusted.ask(do="aget", args=[FOOD, "drink"])["value"] == {"content": {"content": "Drinks green tea"}}
    trusted.ask(do="delete", args=[FOOD, "food"])
    assert get(trusted) is None


@pytest.mark.parametrize(
    ("one", "other"), [("User-1", "user_1"), ("a.b", "a_b"), ("k" * 200 + "1", "k" * 200 + "2"), ("é", "e")]
)
def test_keys_that_look_alike_are_two_items(one: str, other: str, trusted: Host) -> None:
    trusted.ask(do="put", args=[FOOD, one, {"text": "Favourite food is sushi"}])
    trusted.ask(do="put", args=[FOOD, other, {"text": "Drinks green tea"}])
    assert get(trusted, one) == {"text": "Favourite food is sushi"}
    trusted.ask(do="put", args=[FOOD, one, {"text": "Favourite food is ramen"}])
    assert (get(trusted, one), get(trusted, other)) == (
        {"text": "Favourite food is ramen"},
        {"text": "Drinks green tea"},
    )


def test_search_filters_and_namespaces_work_as_in_langgraphs_own_store(trusted: Host) -> None:
    trusted.ask(do="put", args=[FOOD, "food", {"text": "Favourite food is sushi", "stars": 5}])
    trusted.ask(do="put", args=[FOOD, "drink", {"text": "Drinks green tea", "stars": 3}])
    trusted.ask(do="put", args=[["projects"], "name", {"text": "Works on project Phoenix"}])

    def search(*prefix: str, **more: Any) -> set[str]:
        return {item["key"] for item in trusted.ask(do="search", args=[list(prefix)], **more)}

    assert search("users") == {"food", "drink"}
    assert search("users", filter={"stars": {"$gt": 3}}) == {"food"}
    assert search(query="sushi") == {"food"}
    assert len(search("users", limit=1, offset=1)) == 1
    assert trusted.ask(do="list_namespaces") == [["projects"], FOOD]
    assert trusted.ask(do="list_namespaces", prefix=["users", "*"], max_depth=1) == [["users"]]


def test_what_the_person_typed_is_found_too_and_changing_it_is_a_question(host: Host, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    (found,) = host.ask(do="search", args=[["memoryweb"]], query="report")
    assert (found["namespace"], found["value"]["text"]) == (["memoryweb", "technical"], "I prefer reports as PDF")
    host.ask(do="put", args=[found["namespace"], found["key"], {"text": "I prefer reports as Word"}])
    assert alices.memories() == ["I prefer reports as PDF"]
    assert alices.says_yes() == 1
    assert alices.memories() == ["I prefer reports as Word"]


def test_a_graph_remembers_from_one_run_to_the_next(host: Host, alices: Connected) -> None:
    assert host.ask(do="graph", args=["Favourite food is sushi"]) == []
    alices.says_yes()
    assert host.ask(do="graph", args=[""]) == [{"text": "Favourite food is sushi"}]
