"""Every press that says yes to words carries what was shown: one of a page from before does nothing, and says so."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.communities.models import SharedMemory
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person, proposals
from memoryweb.memories.models import Conflict, Memory, Proposal, Status
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall.models import WantedCase
from memoryweb.review.urls import urlpatterns
from memoryweb.rls import scope
from tests.api.conftest import url
from tests.builders import make_statement, memory_of, post, proposal_of
from tests.cases import with_each
from tests.communities.conftest import Team
from tests.conftest import told
from tests.review import parts
from tests.review.builders import add_memory, ago, open_conflict, shown_in
from tests.review.sharing import FREEZE, client_of, suggestion
from tests.rings import third

STALE = "This has changed since you opened it. Nothing was done."


@dataclass
class Page:
    """What a person has open: the address of a press, and what it sends."""

    path: str
    sent: dict[str, Any]


@dataclass
class World:
    """alice with her agents, before anything is said."""

    alice: User
    scribe: Agent
    trusted: Agent
    browser: Client

    def press(self, page: Page) -> str:
        return self.browser.post(page.path, page.sent, follow=True).text

    def state(self) -> list[Any]:
        """Return all that a yes could change."""
        with scope.acting_as(self.alice.pk):
            columns = [each.attname for each in Memory._meta.concrete_fields if each.attname != "changed_at"]
            memories = list(Memory.objects.order_by("pk").values_list(*columns))
            conflicts = Conflict.objects.order_by("pk").values_list("status", "later_until")
            questions = Proposal.objects.order_by("pk").values_list("status")
            return [*memories, *conflicts, *questions, *WantedCase.objects.values_list("memory")]

    def change(self, memory: Memory, **changes: Any) -> None:
        """Change what stands around a value, as a standing yes of the person lets an agent do."""
        with scope.acting_as(self.alice.pk):
            says: dict[str, Any] = {
                "name": memory.label,
                "category": memory.category,
                "value": memory.value,
                "key": memory.key,
            }
            actions.remember(
                make_statement(memory.details, **says | {"tags": ("xylo",)} | changes),
                by=AgentOf(self.trusted),
                now=timezone.now(),
            )
            assert "xylo" in Memory.objects.get(pk=memory.pk).tags or changes

    def rewrite(self, memory: Memory | None) -> None:
        """Change the words of something that waits or has ended, by hand: no agent can."""
        assert memory
        with scope.acting_as(self.alice.pk):
            locked = actions.store.lock(memory.pk)
            locked.tags = [*locked.tags, "xylo"]
            actions.store.save(locked, by=AgentOf(self.trusted), verb="revise", because="x", now=timezone.now())

    def version(self, memory: Memory) -> str:
        with scope.acting_as(self.alice.pk):
            return proposals.memory_version(Memory.objects.get(pk=memory.pk))


@pytest.fixture
def world(alice: User, scribe: Agent, trusted: Agent, browser: Client) -> World:
    return World(alice, scribe, trusted, browser)


def shown_by(page: str, path: str) -> str:
    """Return the version that a page's form or button sends to an address."""
    for form in (each for each in parts.elements(page) if each.tag == "form" and path in each.posts_to):
        for each in form.elements:
            named = each.attributes.get("name") == "version"
            if named and (each.tag == "input" or path in each.posts_to or form.attributes.get("action") == path):
                return each.attributes["value"]
    raise AssertionError(f"no form of the page posts to {path} with a version")


Opened = tuple[Page, Callable[[], None]]  # a page, and what changes behind it


def open_question(world: World, press: str) -> Opened:
    with scope.acting_as(world.alice.pk):
        outcome = told(world.scribe, "Helix", name="Editor")
    path = f"/proposals/{outcome.proposal_id}/{press}/"
    version = shown_by(world.browser.get("/review/").text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(outcome.memory)


def accept_all(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        first, _second = (told(world.scribe, each, name=each) for each in ("Helix", "Tea"))
    page = world.browser.get("/review/").text
    sent = re.findall(rf'<input type="hidden" name="proposal" value="({first.proposal_id}:\w+)"', page)
    assert sent
    return Page("/review/accept-all/", {"proposal": sent}), lambda: world.rewrite(first.memory)


def still_a_goal(world: World) -> Opened:
    goal = add_memory(world.alice, "Learn the cello", ago(366), kind="goal")
    upkeep.run_now("archive", now=timezone.now())
    with scope.acting_as(world.alice.pk):
        question = Proposal.objects.get()
    path = f"/proposals/{question.pk}/reject/"
    version = shown_by(world.browser.get("/review/").text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(goal)


def confirm(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        memory = memory_of(told(world.trusted, "Helix", name="Editor", value="Helix"))
    path = f"/memories/{memory.pk}/confirm/"
    version = shown_by(world.browser.get(f"/memories/{memory.pk}/").text, path)
    return Page(path, {"version": version}), lambda: world.change(memory)


def keep_unasked(world: World) -> Opened:
    page, change = confirm(world)
    return Page(page.path, {"version": shown_by(world.browser.get("/review/").text, page.path)}), change


def confirm_many(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        memory = memory_of(told(world.trusted, "Helix", name="Editor", value="Helix"))
    row = parts.with_id(world.browser.get("/memories/").text, f"memory-{memory.pk}")
    ticked = next(each.attributes["value"] for each in row.elements if each.attributes.get("name") == "memory")
    return Page("/memories/confirm/", {"memory": ticked}), lambda: world.change(memory)


def of_one_in_use(press: str, **said: Any) -> Callable[[World], Opened]:
    def build(world: World) -> Opened:
        memory = add_memory(world.alice, "Helix", ago(3), value="Helix", **said)
        path = f"/memories/{memory.pk}/{press}/"
        version = shown_by(world.browser.get(f"/memories/{memory.pk}/").text, path)
        return Page(path, {"version": version}), lambda: world.rewrite(memory)

    return build


def promote(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        memory = memory_of(told(world.scribe, "Helix", name="Editor", source="behaviour"))
    path = f"/memories/{memory.pk}/promote/"
    version = shown_by(world.browser.get(f"/memories/{memory.pk}/").text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(memory)


def still_true_many(world: World) -> Opened:
    memory = add_memory(world.alice, "Helix", ago(3))
    with scope.acting_as(world.alice.pk):
        stored = Memory.objects.get(pk=memory.pk)
    ticked = f"{memory.pk}:{world.version(stored)}"
    return Page("/memories/still-true/", {"memory": ticked}), lambda: world.rewrite(memory)


def use_today(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        memory = memory_of(told(world.scribe, "Only for today I want tea", name="Drink", source="behaviour"))
    path = f"/memories/{memory.pk}/use-today/"
    version = shown_by(world.browser.get("/days/").text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(memory)


def restore_ended(world: World) -> Opened:
    memory = add_memory(world.alice, "Helix", ago(3))
    with scope.acting_as(world.alice.pk):
        actions.archive(memory.pk, by=Person(world.alice), now=timezone.now())
    path = f"/memories/{memory.pk}/restore/"
    for page in ("/archive/", f"/memories/{memory.pk}/"):
        version = shown_by(world.browser.get(page).text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(memory)


def restore(world: World) -> Opened:
    memory = add_memory(world.alice, "Helix", ago(3), value="Helix")
    with scope.acting_as(world.alice.pk):
        form = actions.Edit.from_row(Memory.objects.get(pk=memory.pk))
        since = actions.newest_version(memory.pk)
        changed = actions.Edit(**vars(form) | {"details": "Helix for everything"})
        actions.edit(memory.pk, changed, by=Person(world.alice), now=timezone.now(), since=since)
    path = f"/memories/{memory.pk}/restore/{since}/"
    version = shown_by(world.browser.get(f"/memories/{memory.pk}/").text, path)
    return Page(path, {"version": version}), lambda: world.rewrite(memory)


def edit(world: World) -> Opened:
    with scope.acting_as(world.alice.pk):
        memory = memory_of(told(world.scribe, "Helix", name="Editor"))
    path = f"/memories/{memory.pk}/edit/"
    sent = shown_in(world.browser.get(path))
    return Page(path, sent), lambda: world.rewrite(memory)


def pin_item(world: World) -> Opened:
    memory = add_memory(world.alice, "Helix", ago(3))
    with scope.acting_as(world.alice.pk):
        token = world.scribe.renew_token()
    data = post(Client(), url("recall_preferences"), token, {}).json()["data"]
    page = world.browser.get(f"/receipts/{data['receiptId']}/").text
    path = re.findall(rf"/receipts/{data['receiptId']}/items/[^/]+/pin/", page)[0]
    return Page(path, {"version": shown_by(page, path)}), lambda: world.rewrite(memory)


def want(world: World) -> Opened:
    memory = add_memory(world.alice, "Zebrafish are fed at dusk", ago(3), name="Aquarium")
    with scope.acting_as(world.alice.pk):
        token = world.scribe.renew_token()
    asked = {"query": "Why does the build fail?", "task_type": "code_task"}
    data = post(Client(), url("recall_preferences"), token, asked).json()["data"]
    page = world.browser.get(f"/receipts/{data['receiptId']}/").text
    path = re.findall(rf"/receipts/{data['receiptId']}/items/[^/]+/should-have-been-given/", page)[0]
    return Page(path, {"version": shown_by(page, path)}), lambda: world.rewrite(memory)


# Conflicts: each answer, and each way in which the sides may have changed


def sides(world: World) -> tuple[str, list[Memory]]:
    pk = open_conflict(world.alice, world.trusted)
    with scope.acting_as(world.alice.pk):
        return pk, list(Memory.objects.filter(conflicts__conflict=UUID(pk)).order_by("observed_on", "pk"))


def third_side(world: World, _newest: Memory) -> None:
    with scope.acting_as(world.alice.pk):
        told(world.trusted, "Chatty", name="style", category="communication", source="instruction")
        assert Conflict.objects.get().members.count() == 3


def side_gone(world: World, _newest: Memory) -> None:
    """One of three: the other two still have to be chosen between."""
    with scope.acting_as(world.alice.pk):
        actions.expire(Memory.objects.get(value="Chatty").pk, by=Person(world.alice), now=timezone.now())


def revised(world: World, newest: Memory) -> None:
    with scope.acting_as(world.alice.pk):
        actions.update(newest.pk, details="Balanced answers", by=AgentOf(world.trusted), now=timezone.now())
        assert not Memory.objects.filter(pk=newest.pk, status=Status.ACTIVE, value="Detailed").exists()


def tagged(world: World, newest: Memory) -> None:
    world.rewrite(newest)


CHANGES = [third_side, side_gone, revised, tagged]
ANSWERS = ["keep-one", "keep-both", "was-temporary", "later"]


@with_each("change, press", lambda: third([*product(CHANGES, ANSWERS)]))
def test_no_answer_to_a_conflict_is_about_sides_that_were_not_shown(
    change: Callable[[World, Memory], None], press: str, world: World
) -> None:
    pk, members = sides(world)
    if change is side_gone:
        third_side(world, members[-1])
    path = f"/conflicts/{pk}/{press}/"
    shown = world.browser.get(path if press == "keep-both" else "/review/").text
    version = next(
        each.attributes["value"]
        for each in parts.elements(shown)
        if each.tag == "input" and each.attributes.get("name") == "version"
    )
    sent = {"version": version, "memory": str(members[0].pk), f"condition-{members[0].pk}": "to print"}
    change(world, members[-1])
    before = world.state()
    answer = world.browser.post(path, sent, follow=True)
    assert STALE in answer.text
    assert world.state() == before
    assert answer.status_code == (422 if press == "keep-both" else 200)
    again = answer.text if press == "keep-both" else world.browser.get("/review/").text
    newest = next(
        each.attributes["value"]
        for each in parts.elements(again)
        if each.tag == "input" and each.attributes.get("name") == "version"
    )
    assert newest != version
    with scope.acting_as(world.alice.pk):
        now_in_it = Memory.objects.live().filter(conflicts__conflict=UUID(pk))
        conditions = {f"condition-{each.pk}": f"case {number}" for number, each in enumerate(now_in_it)}
    world.browser.post(path, sent | {"version": newest} | conditions, follow=True)
    assert world.state() != before


@with_each("press", ANSWERS)
def test_an_answer_without_a_version_answers_nothing(press: str, world: World) -> None:
    pk, members = sides(world)
    before = world.state()
    world.browser.post(f"/conflicts/{pk}/{press}/", {"memory": str(members[0].pk)})
    assert world.state() == before


@with_each("change", CHANGES)
def test_no_yes_to_one_side_is_about_sides_that_were_not_shown(
    change: Callable[[World, Memory], None], world: World
) -> None:
    """Confirm on a memory's page, and the question whether an agent was told the answer, settle a conflict too."""
    _pk, members = sides(world)
    if change is side_gone:
        third_side(world, members[-1])
    first = members[0]
    path = f"/memories/{first.pk}/confirm/"
    version = shown_by(world.browser.get(f"/memories/{first.pk}/").text, path)
    ticked = f"{first.pk}:{version}"
    change(world, members[-1])
    before = world.state()
    assert STALE in world.press(Page(path, {"version": version}))
    world.press(Page("/memories/confirm/", {"memory": ticked}))
    assert world.state() == before


def test_what_an_agent_was_told_settles_only_the_sides_that_were_shown(world: World) -> None:
    pk, members = sides(world)
    with scope.acting_as(world.alice.pk):
        MemorySettings.objects.filter(person=world.alice).update(confirm_new="ask")
        told_to = make_statement("Detailed", name="style", category="communication", value="Detailed")
        outcome = actions.answer_conflict(
            UUID(pk), told_to, shown=[each.pk for each in members], by=AgentOf(world.scribe), now=timezone.now()
        )
        assert outcome
        question = proposal_of(outcome)
    path = f"/proposals/{question.pk}/accept/"
    page = world.browser.get("/review/").text
    row = parts.with_id(page, f"proposal-{question.pk}")
    assert "Instead of Communication style: Concise" in row.text(folded=True)
    version = shown_by(page, path)
    third_side(world, members[-1])
    before = world.state()
    assert STALE in world.press(Page(path, {"version": version}))
    assert world.state() == before


# Every address


YES: dict[str, Callable[[World], Opened]] = {
    "accept": lambda world: open_question(world, "accept"),
    "only_this_time": lambda world: open_question(world, "only-this-time"),
    "accept_all": accept_all,
    "reject": still_a_goal,
    "confirm": confirm,
    "confirm of what is in use without asking": keep_unasked,
    "confirm_many": confirm_many,
    "use_today": use_today,
    "edit": edit,
    "still_true": of_one_in_use("still-true"),
    "still_true_many": still_true_many,
    "pin": of_one_in_use("pin"),
    "pin_item": pin_item,
    "want": want,
    "promote": promote,
    "restore": restore,
    "restore_ended": restore_ended,
}
# A yes to words that the press itself sends, or that are tested above or with the desk.
SENDS_ITS_WORDS = {
    "add",
    "share",
    "share_new",
    "share_suggestion",
    "propose_change",
    "reword",
    "decide",
    "decide_many",
    "keep_one",
    "keep_both",
    "was_temporary",
    "later",
}
# No yes to any words: these end something, say no, set how long it stays, or are about agents, people and settings.
NO_YES = {
    "load_example",
    "remove_example",
    "decline_all",
    "reject_all",
    "undo_decisions",
    "expire_many",
    "erase_many",
    "erase_topic",
    "decline",
    "expire",
    "erase",
    "unpin",
    "keep",
    "let_age",
    "complete",
    "boost",
    "unmute",
    "file_under",
    "archive_memory",
    "undo_run",
    "wrong",
    "not_for_task",
    "never_for_agent",
    "read",
    "forget",
    "verify",
    "undo",
    "connect",
    "first_call",
    "try_as",
    "sight",
    "allow",
    "block",
    "read_conversations",
    "trust",
    "trust_later",
    "pause",
    "resume",
    "undo_agent_run",
    "revoke",
    "delete_agent",
    "undo_revoke",
    "settings",
    "add_channel",
    "quiet_hours",
    "change_channel",
    "test_channel",
    "start_channel",
    "stop_channel",
    "remove_channel",
    "end_session",
    "delete_account",
    "stay",
    "retract_all",
    "retract",
    "appeal",
    "report_shared",
    "mute_shared",
    "unmute_shared",
    "seen_warning",
    "decline_suggestion",
    "found_community",
    "join",
    "change_community",
    "rename_me",
    "leave",
    "invite",
    "revoke_community_invitation",
    "set_role",
    "hand_over",
    "remove_member",
    "invitations",
    "revoke_invitation",
    "ring",
    "take_back_wanted",
    "answer_zone",
    "sign_in",
    "kept_form",
    "accept_invitation",
    "ask_for_link",
}


def test_every_address_that_is_posted_to_is_in_one_of_the_tables(browser: Client) -> None:
    """A new one fails here until it is said whether it says yes to words."""
    posted = set()
    for pattern in urlpatterns:
        inner = getattr(pattern.callback, "__wrapped__", pattern.callback)
        is_get = "require_http_methods" in repr(getattr(pattern.callback, "__code__", "")) and inner is None
        if pattern.name and not is_get:
            posted.add(pattern.name)
    read_only = {
        "review",
        "start",
        "desk",
        "moderation_log",
        "memories",
        "memory",
        "archive",
        "days",
        "day",
        "erasures",
        "erasure",
        "receipts",
        "receipt",
        "see_as",
        "conversations",
        "conversation",
        "letter",
        "history",
        "history_csv",
        "agents",
        "agent",
        "sees",
        "notifications",
        "staff_access",
        "shared_memories",
        "what_you_shared",
        "community",
        "operations",
        "upkeep",
        "upkeep_run",
        "wanted",
        "wanted_file",
    }
    known = {name.partition(" ")[0] for name in YES} | SENDS_ITS_WORDS | NO_YES | read_only
    assert posted - known == set()
    assert known - posted == set()


@with_each("press", YES)
def test_a_yes_of_a_page_from_before_does_nothing_and_says_so(press: str, world: World) -> None:
    page, change = YES[press](world)
    change()
    before = world.state()
    answer = world.press(page)
    assert world.state() == before
    assert any(words in answer for words in (STALE, "was left as it is.", "waits: open it", "has changed since you"))


@with_each("press", lambda: third([*YES]))
def test_a_yes_of_the_page_as_it_is_does_something(press: str, world: World) -> None:
    page, _change = YES[press](world)
    before = world.state()
    world.press(page)
    assert world.state() != before


def _without_version(value: Any) -> Any:
    """Return "id:" of each "id:version"."""
    return [_without_version(each) for each in value] if isinstance(value, list) else f"{value.partition(':')[0]}:"


@with_each("press", lambda: third([name for name in YES if name not in ("reject", "edit")]))
def test_a_yes_without_a_version_does_nothing(press: str, world: World) -> None:
    page, _change = YES[press](world)
    before = world.state()
    sent = {name: _without_version(value) for name, value in page.sent.items() if name != "version"}
    world.press(Page(page.path, sent))
    assert world.state() == before


# What the desk and the form that shares send is in test_desk.py and test_shared_disclosure.py


def test_an_agents_suggestion_is_shared_in_the_words_that_were_sent(team: Team, browser: Client) -> None:
    waiting = suggestion(team, FREEZE, category="xylo files")
    browser.post(f"/suggestions/{waiting.pk}/share/", {"statement": FREEZE, "shown_as": "member"})
    with scope.acting_as(team.alice.pk):
        assert SharedMemory.objects.get().category == ""
    assert client_of(team.bob).get("/review/").status_code == 200
