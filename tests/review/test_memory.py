"""/memories/add/ and /memories/<id>/: typed inputs, edit, expire, restore, erase, receipts."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import now

from memoryweb.agents.models import Agent
from memoryweb.memories.actions import proposals
from memoryweb.memories.models import Erasure, Memory, Proposal, Refusal, Status
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review.builders import shown_in, shown_version


def only(alice: User, **where: object) -> Memory:
    with scope.acting_as(alice.pk):
        return Memory.objects.get(**where)


def edit(browser: Client, memory: Memory, **typed: str) -> Any:
    """Open the edit page, type into some of its inputs, and save."""
    path = f"/memories/{memory.pk}/edit/"
    return browser.post(path, shown_in(browser.get(path)) | typed)


@pytest.fixture
def pdf(alice: User) -> Memory:
    with scope.acting_as(alice.pk):
        memory = typed(alice, "I prefer reports as PDF").memory
    assert memory
    return memory


@with_each(
    "field, typed_in, value",
    [
        ("communication.tone", {"label": "Tone", "choice": "Formal"}, "Formal"),
        ("communication.tone", {"label": "Tone", "value": "like a pirate"}, "like a pirate"),
        ("communication.language.mixed_allowed", {"label": "Mixed", "choice": "yes"}, True),
        ("content.interests.topics", {"label": "Interests", "value": "AI\nsailing\n"}, ["AI", "sailing"]),
        ("", {"label": "Bicycle", "value": "red", "category": "things"}, "red"),
        ("", {"label": "Bicycle", "details": "It has a bell"}, "It has a bell"),
        ("dietary.allergies", {"label": "Allergies", "value": "allergic to peanuts"}, "peanuts"),
    ],
)
def test_an_added_memory_is_used_at_once(
    browser: Client, alice: User, field: str, typed_in: dict[str, str], value: object
) -> None:
    answer = browser.post("/memories/add/", {"field": field, **typed_in})
    memory = only(alice)
    assert (answer.status_code, answer["Location"]) == (302, f"/memories/{memory.pk}/")
    assert (memory.value, memory.status, memory.confidence, memory.changed_by) == (value, "active", 1.0, "person")


@with_each(
    "typed_in, complaint",
    [
        ({"label": "Bicycle"}, "Say what should be remembered."),
        ({"value": "red"}, "This field is required."),
        ({"label": "x" * 121, "value": "red"}, "at most 120"),
        ({"label": "Wifi", "value": "the password is hunter2canary"}, "looks like a password"),
        ({"label": "Allergy", "value": "allergic to peanuts"}, "about health"),
        ({"label": "Tags", "value": "x", "tags": "\n".join(str(i) for i in range(21))}, "At most 20, each of"),
    ],
)
def test_bad_input_is_named_and_nothing_is_lost(
    browser: Client, alice: User, typed_in: dict[str, str], complaint: str
) -> None:
    answer = browser.post("/memories/add/", typed_in)
    assert answer.status_code == 422
    assert complaint in answer.text
    assert all(text in answer.text for text in typed_in.values())
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
        sensitive = "never" in answer.text and "stores" in answer.text
        assert Refusal.objects.exists() == sensitive


def test_another_value_replaces_the_old_one_and_undo_restores_it(browser: Client, alice: User, pdf: Memory) -> None:
    edit(browser, pdf, choice="Word")
    new = only(alice, status=Status.ACTIVE)
    assert (new.value, only(alice, pk=pdf.pk).superseded_by_id) == ("Word", new.pk)
    page = browser.get(f"/memories/{new.pk}/")
    act = page.context["notices"][0]["undo"]
    browser.post(f"/acts/{act}/undo/")
    assert only(alice, status=Status.ACTIVE).pk == pdf.pk


def test_other_details_change_it_in_place_and_can_be_restored(browser: Client, alice: User, pdf: Memory) -> None:
    edit(browser, pdf, details="Landscape, please")
    assert only(alice).details == "Landscape, please"
    first = browser.get(f"/memories/{pdf.pk}/").context["history"].entries[-1].step
    assert "Bring this version back" in browser.get(f"/memories/{pdf.pk}/").text
    browser.post(f"/memories/{pdf.pk}/restore/{first.version}/", {"version": shown_version(alice, pdf)})
    assert only(alice).details == "I prefer reports as PDF"


def test_a_version_that_says_the_same_is_not_offered(browser: Client, alice: User, pdf: Memory) -> None:
    browser.post(f"/memories/{pdf.pk}/keep/")
    page = browser.get(f"/memories/{pdf.pk}/")
    assert len(page.context["history"].entries) == 2
    assert "Bring this version back" not in page.text


def test_the_form_opens_with_the_focus_on_the_value(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        memory = typed(alice, "Tea with milk", name="drink").memory
    assert memory
    page = browser.get(f"/memories/{memory.pk}/edit/")
    assert re.findall(r'<(?:input|textarea)[^>]*name="(\w+)"[^>]* autofocus', page.text) == ["value"]


def test_editing_from_review_comes_back_to_review(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        candidate = told(scribe, "I prefer reports as PDF").memory
    assert candidate
    url = f"/memories/{candidate.pk}/edit/?next=/review/"
    assert url in browser.get("/review/").text
    page = browser.get(url)
    assert 'name="next" value="/review/"' in page.text
    assert f'href="/memories/{candidate.pk}/"' not in page.text  # neither Cancel nor the way back leads there
    assert edit(browser, candidate, details="For the board", next="/review/").url == "/review/"
    assert edit(browser, candidate, details="For me", next="https://elsewhere.example/").url.startswith("/memories/")


def test_editing_a_question_first_remembers_what_i_wrote(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        candidate = told(scribe, "I prefer reports as PDF").memory
    assert candidate
    edit(browser, candidate, label="Report format", details="Only the monthly ones")
    memory = only(alice)
    assert (memory.label, memory.status, memory.confirmed_at is not None) == ("Report format", "active", True)
    with scope.acting_as(alice.pk):
        assert not Proposal.objects.open().exists()


def test_an_update_edited_first_replaces_what_is_in_use(
    browser: Client, alice: User, pdf: Memory, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        offered = told(scribe, "Reports in Markdown").memory
    assert offered
    edit(browser, offered, details="Markdown, for the monthly ones")
    with scope.acting_as(alice.pk):
        assert [memory.pk for memory in Memory.objects.active()] == [offered.pk]
        assert Memory.objects.get(pk=pdf.pk).status == "superseded"


def test_expire_with_a_reason(browser: Client, alice: User, pdf: Memory) -> None:
    browser.post(f"/memories/{pdf.pk}/expire/", {"reason": "New job"})
    assert (only(alice).status, only(alice).expire_reason) == ("expired", "New job")
    refused = browser.post(f"/memories/{pdf.pk}/expire/", {"reason": "password: hunter2canary"})
    assert refused.status_code == 422


def test_erasing_gives_a_receipt_and_its_search_finds_nothing(
    browser: Client, alice: User, pdf: Memory, now: datetime
) -> None:
    assert "cannot be undone" in browser.get(f"/memories/{pdf.pk}/erase/").text
    answer = browser.post(f"/memories/{pdf.pk}/erase/", follow=True)
    assert "Versions of them" in answer.text
    with scope.acting_as(alice.pk):
        receipt = Erasure.objects.get()
    search = browser.post(f"/erasures/{receipt.pk}/", {"text": "reports as PDF"})
    assert search.context["hits"] == 0
    assert receipt.obs_id in browser.get("/erasures/").text
    assert browser.get(f"/memories/{pdf.pk}/").status_code == 404


def test_markup_in_an_agents_words_is_shown_as_text(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "<script>alert(1)</script><b onclick=x>bold</b>", name="<img src=x>", quote="<i>quoted</i>")
        memory = Memory.objects.get()
    for path in ("/review/", f"/memories/{memory.pk}/", "/history/", "/memories/?status=candidate"):
        text = browser.get(path).text
        assert not [bad for bad in ("<script>alert", "<b onclick", "<img src=x", "<i>quoted") if bad in text], path


def test_a_memory_can_be_limited_to_tasks(browser: Client, alice: User, pdf: Memory) -> None:
    edit(browser, pdf, applies_to="generate_report\nsailing, rowing")
    assert only(alice).applies_to == ["generate_report", "sailing, rowing"]
    assert "generate_report\nsailing, rowing" in browser.get(f"/memories/{pdf.pk}/edit/").text
    assert edit(browser, pdf, applies_to="x\n" * 21).status_code == 422
    edit(browser, pdf, choice="Word", details="", applies_to="sailing")
    assert only(alice, status="active").applies_to == ["sailing"]


@with_each(
    "verb, says",
    [("boost", [("importance", "7.5", "8.0")]), ("keep", [("lifetime", "180 days", "never archived by age")])],
)
def test_the_history_shows_what_a_button_changed(
    browser: Client, alice: User, pdf: Memory, verb: str, says: list[tuple[str, str, str]]
) -> None:
    browser.post(f"/memories/{pdf.pk}/{verb}/")
    page = browser.get(f"/memories/{pdf.pk}/").text
    differences = re.search(r'<ul class="differences">(.*?)</ul>', page, re.DOTALL)
    assert differences
    assert (
        re.findall(r"<li>\s*([\w ]+?)\s+<del dir=.auto.>(.*?)</del>\s+<ins dir=.auto.>(.*?)</ins>", differences[1])
        == says
    )


def test_still_true_shows_that_the_clock_restarted(browser: Client, alice: User, pdf: Memory) -> None:
    with scope.acting_as(alice.pk):
        fact = typed(alice, "The server runs Debian", now() - timedelta(days=9), name="server", category="x").memory
    assert fact
    browser.post(f"/memories/{fact.pk}/still-true/", {"version": proposals.memory_version(fact)})
    page = browser.get(f"/memories/{fact.pk}/").text
    days = [(now() - timedelta(days=n)).date().isoformat() for n in (9, 0)]
    assert f'clock starts <del dir="auto">{days[0]}</del> <ins dir="auto">{days[1]}</ins>' in " ".join(page.split())


def test_the_page_of_a_memory_redraws_after_an_answer(browser: Client, alice: User, scribe: Agent) -> None:
    """htmx redraws what may have changed, which is everything but the notice and its Undo."""
    with scope.acting_as(alice.pk):
        memory = told(scribe, "I prefer reports as PDF").memory
    assert memory
    page = browser.get(f"/memories/{memory.pk}/").text
    events = "memories-changed from:body, sharing-changed from:body"
    assert f'hx-get="/memories/{memory.pk}/" hx-trigger="{events}" hx-target="#memory"' in page
    inside = page[page.index('<div id="memory">') :]
    assert all(part in inside for part in ('<section class="card memory-question"', "Remember:", 'data-key="y"'))
    assert 'id="notices"' not in inside
    version = {"version": proposals.memory_version(memory)}
    answered = browser.post(f"/memories/{memory.pk}/confirm/", version, headers={"HX-Request": "true"})
    assert answered["HX-Trigger-After-Settle"] == "memories-changed"


def test_what_is_too_long_for_its_field_is_said_before_the_guard_reads_it(alice: User, browser: Client) -> None:
    for too_long in ({"label": "password: hunter2 " * 20_000}, {"label": "x", "unknown": "password: hunter2 " * 2000}):
        answer = browser.post("/memories/add/", too_long | {"value": "y"})
        assert answer.status_code == 422
        with scope.acting_as(alice.pk):
            assert not Refusal.objects.exists()
            assert not Memory.objects.exists()
