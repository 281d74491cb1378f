"""No form stores what must never be stored, in whichever field it is typed.

The tests walk review's addresses and read each page's own forms, so a new field is tested without being listed.
"""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import history_model
from memoryweb.people.models import User
from memoryweb.review.urls import urlpatterns
from memoryweb.rls import scope
from memoryweb.rules import fields
from tests.api.test_canary import CANARIES, CANARY_TEXTS, assert_no_table_contains
from tests.builders import agent_says, person_types, undone
from tests.house.walks import areas_together, in_area, in_turn
from tests.rings import third

ROUTES = ["/" + str(pattern.pattern) for pattern in urlpatterns]
STORES_NOTHING = {
    "/erasures/<uuid:pk>/",
    "/memories/erase-topic/",
    "/sign-in/",
    "/sign-in/link/",
}  # only look something up

PAGES = [route for route in ROUTES if route not in STORES_NOTHING]
KNOWN_FIELDS = ["/memories/add/?field=" + field.key for field in fields.FIELDS]
AREAS = areas_together(PAGES)


def pages_in(areas: str, routes: list[str]) -> list[str]:
    return [route for area in AREAS[areas] for route in in_area(area, routes)]


class _Forms(HTMLParser):
    """Collects the forms of a page: action, method, the values of the fields, and which of them take text."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, dict[str, str], set[str]]] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((at.get("action", ""), at.get("method", "get").lower(), {}, set()))
        if not self.forms:
            return
        _, _, fields, typed_in = self.forms[-1]
        name = at.get("name", "")
        if tag == "textarea" or (tag == "input" and at.get("type", "text") in ("text", "search", "email", "number")):
            typed_in.add(name)
            fields[name] = at.get("value", "")
        elif tag == "input" and name and (at.get("type") not in ("radio", "checkbox") or "checked" in at):
            fields[name] = at.get("value", "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in at:
            fields[self.select] = at.get("value", "")


@pytest.fixture
def addresses(alice: User) -> Callable[[str], str]:
    """Return a function that fills a route with ids of alice's rows."""
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe")[0]
        active = person_types(alice, "PDF").memory
        proposed = agent_says(agent, "I prefer tea", name="drink", category="personal")
        erased = person_types(alice, "Gone", name="gone", category="personal").memory
        assert active
        assert erased
        receipt = erasure.erase(erased.pk, by=Person(alice), now=timezone.now())
        version = history_model().objects.filter(id=active.pk).latest("history_id").history_id

    def fill(route: str) -> str:
        pk: Any = active.pk
        for prefix, other in (("/proposals", proposed.proposal_id), ("/agents", agent.pk), ("/erasures", receipt.pk)):
            pk = other if route.startswith(prefix) else pk
        return re.sub(r"<int:\w+>", str(version), re.sub(r"<uuid:\w+>", str(pk), route))

    return fill


def _everything(canary: str) -> dict[str, Any]:
    """Return the canary for every field name of any form, and for one that no form has."""
    names = "label category choice value details condition project tags kind reason name trust expires hours text q"
    return dict.fromkeys(
        [*names.split(), "field", "enabled_sections", "time_zone", "min_confidence", "surprise"], canary
    )


@pytest.mark.parametrize("areas", AREAS)
def test_typed_into_every_field_at_once_it_is_stored_nowhere(
    areas: str, browser: Client, addresses: Callable[[str], str], alice: User
) -> None:
    for route in pages_in(areas, PAGES):
        with undone():
            for canary in third(list(CANARIES.values())):
                response = browser.post(addresses(route), _everything(canary))
                assert response.status_code < 500, route
            with scope.acting_as(alice.pk):
                assert_no_table_contains()


def _forms_of(browser: Client, address: str) -> list[tuple[str, dict[str, str], set[str]]]:
    page = browser.get(address)
    if page.status_code != 200 or "html" not in page["Content-Type"]:
        return []
    parser = _Forms()
    parser.feed(page.content.decode())
    forms = [(action or address, fields, inputs) for action, method, fields, inputs in parser.forms if method == "post"]
    return [form for form in forms if form[2]]


def test_the_walk_finds_forms_with_text_fields(browser: Client, addresses: Callable[[str], str]) -> None:
    routes = {route for route in PAGES if _forms_of(browser, addresses(route))}
    assert {"/memories/add/", "/memories/<uuid:pk>/edit/", "/agents/connect/"} <= routes


@pytest.mark.parametrize("areas", AREAS)
def test_typed_into_one_field_of_an_otherwise_valid_form_it_is_refused_and_the_person_is_told(
    areas: str, browser: Client, addresses: Callable[[str], str], alice: User
) -> None:
    for route in pages_in(areas, [*PAGES, *KNOWN_FIELDS[::7]]):
        with undone():
            for action, form_fields, inputs in _forms_of(browser, addresses(route)):
                valid = {name: value or "Something" for name, value in form_fields.items()}
                for number, name in enumerate(sorted(inputs)):
                    for canary in in_turn(list(CANARIES.values()), number, 1):
                        response = browser.post(action.partition("?")[0], valid | {name: canary})
                        assert response.status_code == 422, f"{action} {name}"
            with scope.acting_as(alice.pk):
                assert_no_table_contains()


def test_a_search_for_it_leaves_nothing_behind(browser: Client, alice: User) -> None:
    for canary in CANARIES.values():
        assert browser.get("/memories/", {"q": canary}).status_code == 200
        with scope.acting_as(alice.pk):
            assert_no_table_contains(CANARY_TEXTS)
