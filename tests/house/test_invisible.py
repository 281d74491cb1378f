"""What nobody sees is written out by every door: forms, files, folders, chats, connectors and commands.

The arguments of agents' calls are in tests/api/test_invisible.py.
"""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.communities import membership, sharing
from memoryweb.interchange import reading
from memoryweb.interchange.importing import previews
from memoryweb.oauth import client_metadata
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from tests.builders import undone
from tests.conftest import told
from tests.hidden import HIDDEN, TEXTS, assert_no_table_holds_hidden_text
from tests.house.test_canary import AREAS, PAGES, _forms_of, addresses, pages_in
from tests.interchange.builders import import_text
from tests.interchange.samples import SAMPLES
from tests.rings import third

__all__ = ["addresses"]
ALL = "".join(HIDDEN)
WORDS = ("label", "value", "details", "condition", "project", "tags", "applies_to")
TAKEN = {  # by area: the fields that the walk must have been able to save
    "memories": {("/memories/add/", name) for name in (*WORDS, "category")}
    | {("/memories/<uuid:pk>/edit/", name) for name in WORDS},
    "communities": {("/communities/found/", "name")},
    "agents": {("/agents/connect/", "name"), ("/agents/connect/", "project")},
}


@pytest.mark.parametrize("areas", AREAS)
def test_typed_into_a_field_it_is_stored_by_its_code(
    areas: str, browser: Client, addresses: Callable[[str], str], alice: User
) -> None:
    taken: set[tuple[str, str]] = set()
    for route in pages_in(areas, PAGES):
        for action, form_fields, inputs in _forms_of(browser, addresses(route)):
            valid = {name: value or ("Something" if name in inputs else "") for name, value in form_fields.items()}
            for name in sorted(inputs):
                for hidden in third([*TEXTS, ALL]):
                    with undone():
                        response = browser.post(action.partition("?")[0], valid | {name: f"a{hidden}z"})
                        assert response.status_code < 500, (action, name)
                        taken |= {(route, name)} if response.status_code < 400 else set()
                        with scope.acting_as(alice.pk):
                            assert_no_table_holds_hidden_text()
    assert {each for area in AREAS[areas] for each in TAKEN.get(area, ())} <= taken


@pytest.mark.parametrize("sample", SAMPLES)
def test_in_a_file_it_is_stored_by_its_code(sample: str, alice: User, now: Any) -> None:
    """Every word of every format is followed by one, also where it breaks the form."""
    visible = [each for each in HIDDEN if each not in "\x85\x07"]
    for number in third(range(0, len(visible), 7)):
        words = SAMPLES[sample].text.split(" ")
        text = " ".join(
            f"{word}{visible[(number + n) % len(visible)]}" if word.isalpha() else word for n, word in enumerate(words)
        )
        with undone(), scope.acting_as(alice.pk):
            import_text(text, alice, now, uses_explicit=True, name=f"a{visible[number]}.md")
            assert_no_table_holds_hidden_text()


def test_in_a_preview_it_is_shown_by_its_code(browser: Client, alice: User, now: Any) -> None:
    with scope.acting_as(alice.pk):
        batch = previews.prepare([reading.read_text("- Prefers\u3164 tea\n- \u2800")], alice, now=now)
    page = browser.get(f"/import/{batch.pk}/").content.decode()
    assert "Prefers⟨U+3164⟩ tea" in page
    assert not [each for each in HIDDEN if each in page]


def test_in_what_a_client_calls_itself_it_is_left_out() -> None:
    sent = {"client_name": f"App{ALL}", "redirect_uris": ["https://desk.example/back"]}
    assert client_metadata.read(sent).name == "App"


def test_in_the_name_of_an_agent_it_is_shown_by_its_code(alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scr\u3164ibe", project="Fal\u2800con")
    assert (agent.name, agent.project) == ("Scr⟨U+3164⟩ibe", "Fal⟨U+2800⟩con")
    call_command("create_agent", person=alice.email, name="Cour\u034fier", stdout=StringIO())
    call_command("create_community", "Har\u034fbour", owner=alice.email, called="Z\ufe0foe", stdout=StringIO())
    with scope.acting_as(alice.pk):
        assert_no_table_holds_hidden_text()


def test_in_a_suggestion_to_a_community_it_is_shown_by_its_code(alice: User, now: Any) -> None:
    with scope.acting_as(alice.pk):
        community = membership.found("Harbour", moderation="reviewed", my_name="Zoe")
        member = Membership.objects.select_related("community").get(person=alice, community=community)
        for hidden in TEXTS:
            words = sharing.Words(
                statement=f"Freeze {hidden} on Friday",
                details=f"a{hidden}z",
                reason=f"a{hidden}z",
                category=f"a{hidden}z",
                key=f"a{hidden}z",
            )
            sharing.share(words, member, is_named=True, now=now)
        assert_no_table_holds_hidden_text()


def test_no_page_has_one_of_its_own(browser: Client, alice: User, scribe: Agent) -> None:
    """What is left on a page would have come from a template or a catalogue."""
    with scope.acting_as(alice.pk):
        told(scribe, f"Always a{TEXTS[0]}z", key="technical.x\u3164y")
    for path in ("/review/", "/memories/", "/days/", "/history/", "/agents/", "/settings/"):
        page = browser.get(path).content.decode()
        assert not [ascii(each) for each in HIDDEN if each in page], path
