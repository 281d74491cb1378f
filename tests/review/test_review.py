"""/review/: the questions and what yes does to each, conflicts, and memories that end soon."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.actions.proposals import current_version
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.operations.dispatch import CallResult
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.cases import with_each
from tests.conftest import told, typed
from tests.interchange.builders import import_text
from tests.review.builders import add_memory, ago, as_shown, open_conflict, reload


def keys(page: str) -> dict[str, tuple[str, str]]:
    """Return what the keys of the first question do: the label of the button and where it posts."""
    buttons = re.findall(r'<button[^>]*data-key="(\w)"[^>]*hx-post="([^"]*)"[^>]*>([^<]*)<', page)
    return {key: (words, url) for key, url, words in reversed(buttons)}


@pytest.fixture
def goal(alice: User) -> Memory:
    """Return a goal of a year ago, which the clock asks about."""
    memory = add_memory(alice, "Learn the cello", ago(366), kind="goal")
    upkeep.run_now("archive", now=timezone.now())
    return memory


# Questions


def test_values_to_choose_from_count_as_the_one_question_that_they_are(
    browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        for details in ("I prefer PNG", "I prefer SVG"):
            told(scribe, details, name="image format", category="technical")
        told(scribe, "A dog named Bruno", name="dog")
    answer = browser.get("/review/")
    assert len(answer.context["questions"]) == 2
    assert answer.context["counts"].waiting == 2
    assert '<title dir="auto">(2) Review' in answer.content.decode()


def test_remember_all_answers_only_whether_to_remember(
    browser: Client, alice: User, scribe: Agent, goal: Memory
) -> None:
    with scope.acting_as(alice.pk):
        for word in ("Word", "Tea"):
            told(scribe, word, name=word)
        questions = {each.kind: str(each.pk) for each in Proposal.objects.open()}
    answer = browser.get("/review/")
    every = [f"{card.proposal.pk}:{card.version}" for card in answer.context["questions"]]
    page = answer.text
    assert "Remember all 2" in page
    assert f'name="proposal" value="{questions["remember"]}:' in page
    assert f'name="proposal" value="{questions["expire"]}:' not in page
    answer = browser.post("/review/accept-all/", {"proposal": every}, follow=True)
    assert "2 memories saved." in answer.text
    assert reload(alice, goal).status == Status.ACTIVE
    with scope.acting_as(alice.pk):
        assert str(Proposal.objects.open().get().pk) == questions["expire"]


def test_beside_another_question_the_buttons_name_the_new_ones(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "I prefer PDF", name="format")
        for word in ("Word", "Tea"):
            told(scribe, word, name=word)
    assert "Remember all 2" in browser.get("/review/").text
    with scope.acting_as(alice.pk):
        told(scribe, "Actually I prefer LaTeX", name="format", source="correction")
        assert Proposal.objects.open().count() == 3
    page = browser.get("/review/").text
    assert "Remember the 2 new ones" in page
    assert "None of the 2 new ones" in page


def test_a_single_question_has_no_button_for_all(browser: Client, alice: User, scribe: Agent, goal: Memory) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "Word")
    assert "Remember all" not in browser.get("/review/").text


@with_each("key, words, status", [("y", "Still a goal", "active"), ("n", "No longer", "expired")])
def test_yes_to_still_a_goal_keeps_it(  # noqa: PLR0917  pytest hands them over
    browser: Client, alice: User, goal: Memory, key: str, words: str, status: str
) -> None:
    answer = browser.get("/review/")
    page = answer.text
    assert keys(page)[key][0] == words
    browser.post(keys(page)[key][1], {"version": answer.context["questions"][0].version})
    assert reload(alice, goal).status == status


def test_without_a_key_the_buttons_of_a_goal_do_the_same(browser: Client, goal: Memory) -> None:
    page = browser.get("/review/").text
    with_key = keys(page)
    first = re.search(r'<form method="post" action="([^"]*)" class="actions">', page)
    assert first
    assert first[1] == with_key["y"][1]
    assert f'formaction="{with_key["n"][1]}"' in page


def test_yes_to_stop_using_a_goal_expires_it(browser: Client, alice: User) -> None:
    """After three signs against it the question is another one, and so is its yes."""
    cello = add_memory(alice, "Learn the cello", ago(40), kind="goal")
    with scope.acting_as(alice.pk):
        for n in range(3):
            actions.record_counter_evidence(cello.pk, ref={"run": f"r{n}"}, by=Person(alice), now=ago(3 - n))
    answer = browser.get("/review/")
    page = answer.text
    assert "Stop using:" in page
    assert (keys(page)["y"][0], keys(page)["n"][0]) == ("Stop using it", "Leave it as it is")
    browser.post(keys(page)["y"][1], {"version": answer.context["questions"][0].version})
    assert reload(alice, cello).status == "expired"


# Conflicts


def test_sides_that_begin_alike_can_be_told_apart(browser: Client, alice: User, trusted: Agent) -> None:
    begins = "Reports for the quarterly board meeting go out as a document "
    open_conflict(alice, trusted, f"{begins}in PDF", f"{begins}in Word")
    page = browser.get("/review/").text
    card = page[page.index('<section class="card conflict"') :]
    card = re.sub("</?(?:bdi|span)>", "", card[: card.index("</section>")])
    buttons = [
        (unescape(name), " ".join(unescape(words).split()))
        for name, words in re.findall(r'<button[^>]*aria-label="([^"]*)"[^>]*>([^<]*)<', card)
    ]
    assert [name for name, _ in buttons] == [f"Keep {begins}in PDF", f"Keep {begins}in Word"]
    assert [words[:7] for _, words in buttons] == ["Keep A:", "Keep B:"]


# What ends


def test_keep_is_offered_only_on_the_memorys_page(browser: Client, alice: User) -> None:
    events = [add_memory(alice, f"Met {name}", ago(12), kind="event") for name in ("Chen", "Mara")]
    page = browser.get("/review/").text
    endings = page[page.index('id="endings"') :]
    endings = endings[: endings.index("</main>")]
    assert ">Keep<" not in endings
    assert endings.count(">Still true<") == 2
    assert 'aria-label="Still true: Met Chen"' in endings
    assert "All 2 still true" in endings
    text = browser.post(
        "/memories/still-true/", {"memory": [as_shown(alice, each) for each in events]}, follow=True
    ).text
    assert "2 memories marked as still true." in text
    assert {reload(alice, each).ttl_days for each in events} == {14}


def test_choosing_nothing_shows_a_warning(browser: Client) -> None:
    assert "Nothing is fading any more." in browser.post("/memories/still-true/", follow=True).text


def test_with_memory_off_review_says_that_the_clock_is_stopped(browser: Client, alice: User) -> None:
    add_memory(alice, "Met Chen", ago(12), kind="event")
    add_memory(alice, "The office is on the third floor", ago(70))
    with scope.acting_as(alice.pk):
        MemorySettings.objects.update_or_create(person=alice, defaults={"enable_memory": False})
    page = browser.get("/review/")
    assert (page.context["fading"], page.context["still_true"]) == ([], [])
    assert "Memory is off. " in page.text.replace("</strong>", "")
    assert "nothing is archived" in page.text


# Rows


def test_a_row_offers_a_yes_only_where_it_shows_all_that_the_yes_covers(
    browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "I prefer reports as PDF", name="document_format")
        told(scribe, "Tea", name="drink", tags=("hot", "morning"))
    plain, with_tags = browser.get("/review/").context["questions"]
    assert (plain.is_plain, plain.row_details) == (True, "I prefer reports as PDF")
    assert not with_tags.is_plain
    rows = browser.get("/review/").text.split('<article class="question"')[1:]
    pair = [row[row.index('class="pair"') : row.index("</article>")] for row in rows]
    assert ["/accept/" in each[each.index("hx-post") :] for each in pair] == [True, False]
    assert "with details" in rows[1]
    assert "hot, morning" in rows[1]


def test_another_value_of_a_list_can_be_accepted_while_an_update_of_the_first_waits(
    browser: Client, alice: User, scribe: Agent, call: Callable[..., CallResult]
) -> None:
    with scope.acting_as(alice.pk):
        git = typed(alice, "Git", name="preferred_tools", category="technical").memory
        assert git
        assert git.key == "technical.tools.preferred_tools"
    call("update_user_preference", preference_id=str(git.pk), details="Use Mercurial as the tool")
    call("save_user_preference", category="technical", preference="preferred_tools", details="Docker")
    cards = {card.new: card for card in browser.get("/review/").context["questions"]}
    with scope.acting_as(alice.pk):
        for card in cards.values():
            assert card.version == current_version(card.proposal, card.proposal.memory)
    docker = cards["Docker"]
    assert "Git" not in docker.yes.label
    browser.post(f"/proposals/{docker.proposal.pk}/accept/", {"version": docker.version})
    with scope.acting_as(alice.pk):
        assert set(Memory.objects.active().values_list("value", flat=True)) == {"Git", "Docker"}


def test_remember_all_leaves_what_must_be_opened_first(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for name in ("drink", "meal"):
            told(scribe, "Plain", name=name)
        told(scribe, "Tea", name="snack", tags=("hot",))
    page = browser.get("/review/")
    assert "Remember the 2 without details" in page.text
    sent = re.findall(r'<input type="hidden" name="proposal" value="([^"]*)"', page.text)
    answer = browser.post("/review/accept-all/", {"proposal": sent}, follow=True)
    assert "2 memories saved. 1 waits: open it to see all it says." in answer.text
    assert 'class="notice" data-tone="warn"' in answer.text  # so that the script shows it again
    assert "data-undo" in answer.text
    with scope.acting_as(alice.pk):
        assert [str(each.memory.label) for each in Proposal.objects.open()] == ["Snack"]


def test_decline_all_declines_the_new_ones_and_undo_brings_them_back(
    browser: Client, alice: User, scribe: Agent, goal: Memory
) -> None:
    with scope.acting_as(alice.pk):
        for word in ("Word", "Tea"):
            told(scribe, word, name=word)
        ids = [str(each.pk) for each in Proposal.objects.open()]
    answer = browser.post("/review/decline-all/", {"proposal": ids}, headers={"HX-Request": "true"})
    assert "2 memories not remembered." in answer.text
    with scope.acting_as(alice.pk):
        assert [each.memory_id for each in Proposal.objects.open()] == [goal.pk]
    browser.post(f"/acts/{answer.context['notice']['undo']}/undo/")
    with scope.acting_as(alice.pk):
        assert Proposal.objects.open().count() == 3


def test_questions_are_grouped_by_the_agent_that_asks(
    browser: Client, alice: User, scribe: Agent, goal: Memory
) -> None:
    with scope.acting_as(alice.pk):
        other = Agent.connect(alice, name="Reader")[0]
        told(scribe, "Word", name="one")
        told(other, "Tea", name="two")
        told(scribe, "Ink", name="three")
    groups = browser.get("/review/").context["groups"]
    assert [(each.name, len(each.cards)) for each in groups] == [("Scribe", 2), ("Reader", 1), ("memoryweb", 1)]


def test_what_a_file_of_yours_says_is_a_group_of_its_own(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        import_text("## About me\n- Plays the oboe\n", alice, timezone.now())
    assert [each.name for each in browser.get("/review/").context["groups"]] == ["Your files"]


def test_the_page_costs_the_same_queries_with_one_and_with_forty_questions(
    browser: Client, alice: User, scribe: Agent
) -> None:
    def ask(first: int, last: int) -> None:
        with scope.acting_as(alice.pk):
            for n in range(first, last):
                told(scribe, f"Word {n}", name=f"thing {n}")

    ask(0, 1)
    with CaptureQueriesContext(connection) as one:
        browser.get("/review/")
    ask(1, 40)
    with CaptureQueriesContext(connection) as forty:
        browser.get("/review/")
    assert len(forty) == len(one)


def test_the_version_of_the_queue_changes_with_its_questions_only(browser: Client, alice: User, scribe: Agent) -> None:
    def version() -> str:
        return str(browser.get("/review/").context["version"])

    first = version()
    assert version() == first
    with scope.acting_as(alice.pk):
        told(scribe, "Tea", name="drink")
    asked = version()
    assert asked != first
    add_memory(alice, "Met Chen", ago(12), kind="event")
    assert version() == asked


def test_a_notice_says_what_happened_to_what(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "I prefer reports as PDF", name="document_format")
    (card,) = browser.get("/review/").context["questions"]
    page = browser.post(f"/proposals/{card.proposal.pk}/accept/", {"version": card.version}, follow=True)
    assert '<q dir="auto">Document format: PDF</q>' in page.text
    assert "PDF" not in str(dict(browser.session))


# Trust


@pytest.fixture
def accept(browser: Client, alice: User, scribe: Agent) -> Callable[[str], None]:
    def accept_one(name: str, answer: str = "accept") -> None:
        with scope.acting_as(alice.pk):
            told(scribe, f"Word {name}", name=name)
        (card,) = browser.get("/review/").context["questions"]
        browser.post(f"/proposals/{card.proposal.pk}/{answer}/", {"version": card.version})

    return accept_one


def test_after_twenty_of_twenty_trust_is_offered_and_can_be_put_off(
    browser: Client, alice: User, scribe: Agent, accept: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "TRUST_OFFER_AFTER", 3)
    accept("zero", "reject")
    for name in ("one", "two"):
        accept(name)
    assert browser.get("/review/").context["trust_offer"] is None
    accept("three")
    page = browser.get("/review/")
    assert page.context["trust_offer"] == scribe
    assert "Trust Scribe?" in page.text
    browser.post(f"/agents/{scribe.pk}/trust-later/")
    answered = browser.get("/review/")
    assert answered.context["trust_offer"] is None
    assert answered.context["version"] != page.context["version"]  # else an open page would keep the offer
    for name in ("four", "five", "six"):
        accept(name)
    browser.post(f"/agents/{scribe.pk}/trust/", {"trust": "trusted"})
    with scope.acting_as(alice.pk):
        scribe.refresh_from_db()
        assert scribe.trust == "trusted"
    assert browser.get("/review/").context["trust_offer"] is None


def test_an_unknown_trust_is_refused(browser: Client, alice: User, scribe: Agent) -> None:
    assert browser.post(f"/agents/{scribe.pk}/trust/", {"trust": "boundless"}).status_code == 422
    with scope.acting_as(alice.pk):
        scribe.refresh_from_db()
        assert scribe.trust == "ask"


def test_none_of_these_is_about_the_values_that_were_shown(browser: Client, alice: User, scribe: Agent) -> None:
    def suggest(*details: str) -> None:
        with scope.acting_as(alice.pk):
            for each in details:
                told(scribe, f"I prefer {each}", name="image format", category="technical")

    suggest("PNG", "SVG")
    (card,) = browser.get("/review/").context["questions"]
    page = browser.get("/review/").text
    shown = re.findall(r'name="shown" value="([^"]*)"', page)
    assert set(shown) == {str(choice.proposal.pk) for choice in card.choices}
    suggest("WebP")
    browser.post(f"/proposals/{card.proposal.pk}/reject-all/", {"shown": shown})
    with scope.acting_as(alice.pk):
        assert [each.memory.shown_value for each in Proposal.objects.open()] == ["I prefer WebP"]
