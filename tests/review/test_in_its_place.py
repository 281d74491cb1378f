"""What came into use after a page was opened: no press on that page takes its place, and the next page shows it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.telegram.answering import questions as chat
from tests.builders import proposal_of
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review import parts
from tests.review.builders import shown_in
from tests.review.test_stale_presses import shown_by

FORMAT = {"name": "document_format", "category": "technical"}


@dataclass
class World:
    alice: User
    scribe: Agent
    browser: Client

    def ask(self) -> actions.Outcome:
        with scope.acting_as(self.alice.pk):
            return told(self.scribe, "I prefer PDF", **FORMAT)

    def type_another(self) -> None:
        with scope.acting_as(self.alice.pk):
            typed(self.alice, "I prefer Word", **FORMAT)

    def in_use(self) -> set[str]:
        with scope.acting_as(self.alice.pk):
            return {str(memory) for memory in Memory.objects.active()}

    def ended(self, how: Callable[..., Any]) -> Memory:
        with scope.acting_as(self.alice.pk):
            memory = typed(self.alice, "I prefer PDF", **FORMAT).memory
            assert memory
            how(memory.pk, by=Person(self.alice), now=timezone.now())
            return memory


Pressed = tuple[str, dict[str, Any], str]  # the address, what it sends, and the page that shows what it would end


def of_question(press: str) -> Callable[[World], Pressed]:
    def opened(world: World) -> Pressed:
        path = f"/proposals/{world.ask().proposal_id}/{press}/"
        return path, {"version": shown_by(world.browser.get("/review/").text, path)}, "/review/"

    return opened


def accept_all(world: World) -> Pressed:
    question, page = world.ask().proposal_id, world.browser.get("/review/").text
    row = parts.with_id(page, f"proposal-{question}")
    ticked = [each.attributes["value"] for each in row.elements if each.attributes.get("name") == "proposal"]
    return "/review/accept-all/", {"proposal": ticked}, "/review/"


def on_its_page(world: World) -> Pressed:
    memory, question = (outcome := world.ask()).memory, outcome.proposal_id
    assert memory
    path, page = f"/proposals/{question}/accept/", f"/memories/{memory.pk}/"
    return path, {"version": shown_by(world.browser.get(page).text, path)}, page


def edit(world: World) -> Pressed:
    memory = world.ask().memory
    assert memory
    path = f"/memories/{memory.pk}/edit/"
    sent = shown_in(world.browser.get(path))
    return path, sent, path


def restore(page: str, how: str) -> Callable[[World], Pressed]:
    def opened(world: World) -> Pressed:
        memory = world.ended(getattr(actions, how))
        path, shown = f"/memories/{memory.pk}/restore/", page.format(memory.pk)
        return path, {"version": shown_by(world.browser.get(shown).text, path)}, f"/memories/{memory.pk}/"

    return opened


PRESSES: dict[str, Callable[[World], Pressed]] = {
    "accept": of_question("accept"),
    "accept on the page of the memory": on_its_page,
    "accept all": accept_all,
    "edit": edit,
    "restore on the page of the memory": restore("/memories/{}/", "expire"),
    "restore from the archive": restore("/archive/", "archive"),
}


@with_each("press", PRESSES)
def test_a_press_ends_only_what_its_page_showed(press: str, alice: User, scribe: Agent, browser: Client) -> None:
    world = World(alice, scribe, browser)
    path, sent, page = PRESSES[press](world)
    world.type_another()
    browser.post(path, sent, follow=True)
    assert world.in_use() == {"Document format: Word"}
    assert "Word" in browser.get(page).text


def test_the_page_of_what_replaced_it_brings_an_older_version_back(alice: User, scribe: Agent, browser: Client) -> None:
    world = World(alice, scribe, browser)
    with scope.acting_as(alice.pk):
        old = typed(alice, "I prefer PDF", **FORMAT).memory
        new = typed(alice, "Actually I prefer Word", **FORMAT).memory
        assert old
        assert new
        first = history_model().objects.filter(id=old.pk).earliest("history_id").pk
    path = f"/memories/{old.pk}/restore/{first}/"
    browser.post(path, {"version": shown_by(browser.get(f"/memories/{new.pk}/").text, path)})
    assert world.in_use() == {"Document format: PDF"}


def test_the_archive_offers_no_restore_of_what_would_end_something(alice: User, scribe: Agent, browser: Client) -> None:
    world = World(alice, scribe, browser)
    memory = world.ended(actions.archive)
    world.type_another()
    assert f"/memories/{memory.pk}/restore/" not in browser.get("/archive/").text
    assert "To restore it replaces" in browser.get(f"/memories/{memory.pk}/").text


def test_the_chat_shows_all_that_a_yes_ends(alice: User, scribe: Agent, browser: Client) -> None:
    world = World(alice, scribe, browser)
    with scope.acting_as(alice.pk):
        question = proposal_of(told(scribe, "I prefer PDF", **FORMAT))
        old = chat.message(question).buttons[0][0]["callback_data"]
    world.type_another()
    with scope.acting_as(alice.pk):
        pressed = chat.press(old, alice, now=timezone.now())
    assert world.in_use() == {"Document format: Word"}
    assert pressed.again
    assert "Word" in pressed.again.text.partition("Instead of")[2]
