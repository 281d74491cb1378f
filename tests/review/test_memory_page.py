"""/memories/<id>/: its sentence, who said it first, the verbs that suit its state, who was given it, its history."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent, Sight
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import AgentOf, Person, proposals
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import User
from memoryweb.review.memories import memory_page
from memoryweb.review.words import diff
from memoryweb.rls import scope
from tests.builders import edit, memory_of, person_types, record_use
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review.builders import add_memory, ago, reload, shown_version


@pytest.fixture
def pdf(alice: User, scribe: Agent) -> Memory:
    with scope.acting_as(alice.pk):
        memory = told(scribe, "I prefer reports as PDF", ago(3), quote="PDF, please.").memory
    assert memory
    return memory


def page_of(browser: Client, memory: Memory) -> Any:
    answer = browser.get(f"/memories/{memory.pk}/")
    assert answer.status_code == 200
    return answer


def confirm(browser: Client, person: User, memory: Memory) -> None:
    version = proposals.memory_version(reload(person, memory))
    browser.post(f"/memories/{memory.pk}/confirm/", {"version": version})


def labels(browser: Client, memory: Memory) -> list[str]:
    return [verb.label for verb in page_of(browser, memory).context["verbs"].first]


# Who said it


def test_the_page_names_who_said_it_first_also_after_others_changed_it(
    browser: Client, alice: User, pdf: Memory
) -> None:
    confirm(browser, alice, pdf)
    browser.post(f"/memories/{pdf.pk}/still-true/")
    page = page_of(browser, pdf)
    assert page.context["sayings"][0].claim == "Scribe says you told it"
    assert page.text.count("PDF, please.") == 1


def test_what_the_person_typed_is_theirs(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "Met Chen", ago(2))
    assert page_of(browser, memory).context["sayings"][0].claim == "You said it"


def test_the_same_words_stand_once(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = told(scribe, "Prefers tea to coffee", name="tea", quote="Prefers tea to coffee.").memory
    assert memory
    head = page_of(browser, memory).text.split('class="verbs"')[0].split("<h1")[1]
    assert head.count("refers tea to coffee") == 1


def test_a_run_leads_to_its_receipt(browser: Client, alice: User, scribe: Agent, call: Callable[..., Any]) -> None:
    call("recall_preferences", query="the weekly report", run="run-1")
    call("save_user_preference", category="technical", preference="tools", details="I use ruff", run="run-1")
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
    first = page_of(browser, memory).context["sayings"][0]
    assert first.place == "the weekly report"
    assert browser.get(first.url).status_code == 200


# The verbs


def test_a_yes_to_words_that_have_changed_since_is_none(browser: Client, alice: User, trusted: Agent) -> None:
    """The memory page and Review carry the version that they show; without one nothing is confirmed."""
    with scope.acting_as(alice.pk):
        memory = told(trusted, "I drink tea", name="drink", category="x").memory
    assert memory
    (yes,) = [verb for verb in page_of(browser, memory).context["verbs"].first if verb.label == "Confirm"]
    assert f'name="version" value="{yes.version}"' in page_of(browser, memory).text
    assert f'name="version" value="{yes.version}"' in browser.get("/review/").text
    with scope.acting_as(alice.pk):
        sugar = "Always with four spoons of sugar"
        actions.update(memory.pk, by=AgentOf(trusted), now=timezone.now(), value=memory.value, details=sugar)
    for version in (yes.version, ""):
        answer = browser.post(yes.url, {"version": version}, headers={"HX-Request": "true"})
        assert "This has changed since you opened it. Nothing was done." in answer.text
        assert not reload(alice, memory).confirmed_at
    (yes,) = [verb for verb in page_of(browser, memory).context["verbs"].first if verb.label == "Confirm"]
    browser.post(yes.url, {"version": yes.version})
    assert reload(alice, memory).confirmed_at


def test_a_note_for_today_is_used_only_as_it_was_shown(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = told(scribe, "Just for today, no meetings", name="meetings", category="x").memory
    assert memory
    version = proposals.memory_version(memory)
    assert f'name="version" value="{version}"' in page_of(browser, memory).text
    browser.post(f"/memories/{memory.pk}/use-today/", {"version": "another"})
    assert reload(alice, memory).status == Status.CANDIDATE
    browser.post(f"/memories/{memory.pk}/use-today/", {"version": version})
    assert reload(alice, memory).status == Status.ACTIVE


def test_the_verbs_suit_the_state(browser: Client, alice: User, pdf: Memory, trusted: Agent) -> None:
    assert labels(browser, pdf) == ["Remember", "Fix", "Don’t remember"]
    confirm(browser, alice, pdf)
    assert labels(browser, pdf) == ["Still true", "Fix", "Stop using"]
    browser.post(f"/memories/{pdf.pk}/expire/")
    assert labels(browser, pdf) == ["Restore"]
    with scope.acting_as(alice.pk):
        unasked = told(trusted, "I drink tea", name="drink", category="x").memory
        note = told(trusted, "Uses Neovim", name="editor", source="behaviour").memory
        today = typed(alice, "Just for today, no meetings", name="meetings", category="x").memory
    assert unasked
    assert note
    assert today
    assert labels(browser, unasked) == ["Confirm", "Fix", "Stop using"]
    assert labels(browser, note) == ["Remember", "Fix", "Don’t"]
    assert today.day
    assert labels(browser, today) == ["Fix", "Stop using"]


def test_every_other_action_is_in_the_menu(browser: Client, alice: User, trusted: Agent) -> None:
    event = add_memory(alice, "Met Chen", ago(2), kind="event")
    goal = add_memory(alice, "Learn the cello", ago(2), kind="goal")

    def menu(memory: Memory) -> list[str]:
        return [verb.label for verb in page_of(browser, memory).context["verbs"].more]

    assert menu(event) == ["Never archive by age", "It helped", "Always include", "Only when…", "Archive"]
    browser.post(f"/memories/{event.pk}/pin/", {"version": shown_version(alice, event)})
    assert menu(event) == ["It helped", "Include only when it fits", "Only when…", "Archive"]
    browser.post(f"/memories/{goal.pk}/keep/")
    assert {"Goal reached", "Archive when its time is over"} <= set(menu(goal))
    with scope.acting_as(alice.pk):
        unasked = told(trusted, "I drink tea", name="drink", category="x").memory
    assert unasked
    assert "Still true" in menu(unasked)
    for memory in (event, goal, unasked):
        assert f"/memories/{memory.pk}/erase/" in page_of(browser, memory).text


def test_a_yes_carries_the_version_that_the_page_showed(browser: Client, alice: User, pdf: Memory) -> None:
    shown = page_of(browser, pdf).context["verbs"].first[0]
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get()
    assert shown.url == f"/proposals/{question.pk}/accept/"
    assert browser.post(shown.url, {"version": "another"}).status_code in (200, 302, 409, 422)
    assert reload(alice, pdf).status == Status.CANDIDATE
    browser.post(shown.url, {"version": shown.version})
    assert reload(alice, pdf).status == Status.ACTIVE


def test_a_replaced_memory_leads_to_what_replaced_it(browser: Client, alice: User) -> None:
    old = add_memory(alice, "PDF", ago(5), name="document_format")
    add_memory(alice, "Word", ago(1), name="document_format")
    page = page_of(browser, old)
    assert page.context["verbs"].first == []
    assert "See what replaced it" in page.text


# Who was given it


def test_the_card_says_who_was_given_it_and_who_may_not(
    browser: Client, alice: User, scribe: Agent, trusted: Agent
) -> None:
    memory = add_memory(alice, "I use ruff", ago(5))
    with scope.acting_as(alice.pk):
        for days in (3, 2):
            record_use([memory.pk], agent=scribe, now=ago(days))
        Sight.objects.create(person=alice, agent=trusted, category=memory.category, allowed=False)
    rows = page_of(browser, memory).context["recipients"]
    assert [(row.agent.name, row.times, row.reason) for row in rows] == [
        ("Scribe", 2, ""),
        ("Trusty", 0, "may not see X"),
    ]


def test_an_agent_it_is_muted_for_is_named_with_the_button_that_gives_it_again(
    browser: Client, alice: User, scribe: Agent
) -> None:
    memory = add_memory(alice, "I use ruff", ago(5))
    with scope.acting_as(alice.pk):
        actions.mute(memory.pk, agent=scribe.pk, by=Person(alice), now=timezone.now())
    page = page_of(browser, memory)
    assert page.context["recipients"][0].reason == "you said not for this agent"
    assert "Give it again: Scribe" in page.text
    browser.post(f"/memories/{memory.pk}/unmute/", {"agent": scribe.pk})
    assert page_of(browser, memory).context["recipients"][0].reason == ""


def test_the_number_of_queries_does_not_grow(browser: Client, alice: User, scribe: Agent) -> None:
    memory = add_memory(alice, "I use ruff", ago(50))

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page_of(browser, memory)
        return len(captured)

    def use_it_more(agents: int, times: int) -> None:
        with scope.acting_as(alice.pk):
            for n in range(agents):
                agent = Agent.connect(alice, name=f"Agent {n}")[0]
                record_use([memory.pk], agent=agent, now=timezone.now())
            for day in range(times):
                actions.still_true(memory.pk, by=Person(alice), now=ago(40 - day))
                told(scribe, "I use ruff", ago(40 - day), name="I use ruff", category="x")

    use_it_more(1, 1)
    few = queries()
    use_it_more(9, 20)
    assert queries() == few


# Its history


@with_each(
    "before, after, shown",
    [
        ("as a Word file", "as a PDF", [("as a ", ""), ("Word file", "del"), ("PDF", "ins")]),
        ("as a PDF", "as a PDF, never as Word", [("as a PDF", ""), (", never as Word", "ins")]),
        ("喜欢绿茶", "喜欢红茶", [("喜欢", ""), ("绿", "del"), ("红", "ins"), ("茶", "")]),
        ("Tone: Formal", "Ton: Freundlich", [("Tone: Formal", "del"), ("Ton: Freundlich", "ins")]),
        ("a " * 400, "b " * 400, [("a " * 400, "del"), ("b " * 400, "ins")]),
    ],
)
def test_a_sentence_is_compared_word_by_word(before: str, after: str, shown: list[tuple[str, str]]) -> None:
    assert [(part.text, part.mark) for part in diff.compare(before, after)] == shown


def test_the_history_is_a_diff_across_the_replaced_one(browser: Client, alice: User, trusted: Agent) -> None:
    old = add_memory(alice, "Word", ago(5), name="document_format")
    with scope.acting_as(alice.pk):
        new = typed(alice, "PDF", ago(1), name="document_format", category="x").memory
    assert new
    page = " ".join(page_of(browser, new).text.split())
    assert '<del dir="auto">Word</del><ins dir="auto">PDF</ins>' in page
    entries = page_of(browser, new).context["history"].entries
    assert [(entry.step.memory_id, entry.replaced) for entry in entries] == [(new.pk, True), (old.pk, False)]
    assert "Fixed by you" in page
    assert "Added by you" in page


def test_an_archived_one_says_so_and_can_be_restored(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "Met Chen", ago(20), kind="event")
    upkeep.run_now("archive", now=timezone.now())
    page = page_of(browser, memory)
    assert "Archived on" in page.text
    assert "Archived by the clock" in page.text
    verb = page.context["verbs"].first[0]
    browser.post(verb.url, {"version": verb.version})
    assert reload(alice, memory).status == Status.ACTIVE


# A long history


@pytest.fixture
def often_changed(as_alice: User) -> Memory:
    """A memory that replaced twenty others, one after the other."""
    memory = memory_of(person_types(as_alice, "PDF 0"))
    for number in range(1, 21):
        memory = memory_of(edit(memory, as_alice, value=f"PDF {number}"))
    return memory


def test_the_page_shows_the_newest_changes_and_a_link_to_all(browser: Client, often_changed: Memory) -> None:
    page = page_of(browser, often_changed)
    history = page.context["history"]
    assert (len(history.entries), history.count) == (memory_page.CHANGES_SHOWN, 21)
    assert 'href="?history=all#history">Show all 21 changes' in page.text
    whole = browser.get(f"/memories/{often_changed.pk}/?history=all")
    assert len(whole.context["history"].entries) == 21
    assert "Show all" not in whole.text


def test_a_page_takes_the_same_queries_however_many_it_replaced(
    browser: Client, pdf: Memory, often_changed: Memory
) -> None:
    counts = []
    for memory in (pdf, often_changed):
        page_of(browser, memory)
        with CaptureQueriesContext(connection) as queries:
            page_of(browser, memory)
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 1  # what it replaced: their agents
