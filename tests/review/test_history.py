"""/history/: the change log in words, day by day, with filters, older pages and Undo; and a past day beside now."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from memoryweb.review.history import sentences
from memoryweb.review.history.log import PAGE, Entry
from memoryweb.review.templatetags.memory import VERBS
from memoryweb.rls import scope
from tests.builders import edit, memory_of
from tests.cases import with_each
from tests.conftest import told, typed
from tests.interchange.builders import bring
from tests.review.builders import add_memory, ago


def entries(browser: Client, query: str = "") -> list[Entry]:
    found: list[Entry] = browser.get(f"/history/{query}").context["log"].entries
    return found


def lines(browser: Client, query: str = "") -> list[str]:
    """Return each line of the log as a person reads it, without its time, category and button.

    That the agents of the tests were connected is left out.
    """
    texts = [" ".join(strip_tags(each).split()) for each in _paragraphs(browser.get(f"/history/{query}").text)]
    return [text for text in texts if not text.endswith(" was connected")]


def _paragraphs(page: str) -> list[str]:
    return [part.split("</p>")[0] for part in page.split('<p class="what">')[1:]]


def _texts(browser: Client, path: str) -> str:
    """Return the words of a page, or of a download, on one line."""
    return " ".join(strip_tags(browser.get(path, follow=True).text).split())


def test_the_log_says_who_did_what(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "I prefer reports as PDF", ago(3))
        typed(alice, "Formal", name="tone", category="communication")
    assert lines(browser) == [
        "You added “Tone: Formal”",
        "Scribe suggested “Document format: PDF” It says you told it.",
    ]
    assert lines(browser, "?by=person") == ["You added “Tone: Formal”"]
    assert len(lines(browser, f"?agent={scribe.pk}")) == 1
    assert lines(browser, "?category=communication") == ["You added “Tone: Formal”"]


def test_it_stands_under_the_persons_days(browser: Client, alice: User) -> None:
    add_memory(alice, "Tea", ago(1))
    add_memory(alice, "Coffee", ago(40))
    page = browser.get("/history/")
    days = page.context["log"].days
    assert [(day.is_today, day.is_yesterday, len(day.entries)) for day in days] == [(False, True, 1), (False, False, 1)]
    assert "Yesterday" in page.text


def test_what_replaced_something_is_one_line_with_both(browser: Client, alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(trusted, "From now on, always PDF", ago(2))
        told(trusted, "From now on, always Word", ago(1))
    assert lines(browser)[0] == "Trusty changed Document format: PDF Word It says you told it."
    assert '<del dir="auto">PDF</del>' in browser.get("/history/").text
    assert len(lines(browser)) == 2
    assert entries(browser, "?mark=replaced")[0].act  # the act's one Undo


def test_undo_says_how_many_it_takes_back(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for name in ("tea", "cup"):
            told(scribe, name, name=name)
    cards = browser.get("/review/").context["questions"]
    browser.post("/review/accept-all/", {"proposal": [f"{card.proposal.pk}:{card.version}" for card in cards]})
    assert "Undo all 2" in browser.get("/history/").text
    memory = add_memory(alice, "PDF", ago(0), name="report")
    with scope.acting_as(alice.pk):
        edit(memory, alice, value="Word")
    newest = entries(browser)[0]
    assert (newest.sentence.after, newest.memories) == ("Word", 1)  # what was replaced is not another one
    browser.post(f"/acts/{newest.act}/undo/")
    assert "Redo all" not in browser.get("/history/").text


def test_an_edit_shows_what_was_and_what_is(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "PDF", ago(2), name="report")
    with scope.acting_as(alice.pk):
        edit(memory, alice, value="PDF, never Word")
    assert lines(browser)[0] == "You changed Report: PDF PDF, never Word"


@with_each(
    "mark, expected",
    [
        ("learned", ["You added “Milk”", "You added “Tea”", "You added “Document format: PDF”"]),
        ("replaced", ["You changed Document format: PDF Word"]),
        ("faded", ["You stopped using “Tea”"]),
        ("erased", ["You erased 1 memory that no agent had received"]),
    ],
)
def test_the_segments_filter_by_what_became_of_it(browser: Client, alice: User, mark: str, expected: list[str]) -> None:
    report, tea, milk = (add_memory(alice, text, ago(9 - n)) for n, text in enumerate(("PDF", "Tea", "Milk")))
    gone = add_memory(alice, "Secret", ago(5))
    with scope.acting_as(alice.pk):
        edit(report, alice, ago(3), value="Word")
        actions.expire(tea.pk, by=Person(alice), now=ago(2))
        actions.pin(milk.pk, by=Person(alice), now=ago(2))
        erasure.erase(gone.pk, by=Person(alice), now=ago(1))
    assert lines(browser, f"?mark={mark}") == expected
    assert {entry.mark for entry in entries(browser, f"?mark={mark}")} == {mark}


def test_an_erasure_leads_to_its_receipt_and_shows_no_words(browser: Client, alice: User) -> None:
    gone = add_memory(alice, "quokka", ago(5))
    browser.post(f"/memories/{gone.pk}/erase/", {"sure": "yes"})
    page = browser.get("/history/").text
    assert "quokka" not in page
    assert f"/erasures/{entries(browser)[0].erasure}/" in page
    assert "something that has been erased since" in page


def test_older_pages_show_every_change_once(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for i in range(PAGE):
            typed(alice, f"thing {i}", name=f"subject {i}")
    for path in ("pause", "resume", "pause"):
        browser.post(f"/agents/{scribe.pk}/{path}/", {"hours": ""})
    first = browser.get("/history/")
    second = browser.get("/history/?" + first.context["older"])
    sizes = [len(page.context["log"].entries) for page in (first, second)]
    texts = [entry.name for page in (first, second) for entry in page.context["log"].entries]
    assert sizes == [PAGE, 4]
    assert len(set(texts)) == PAGE + 3  # paused twice
    assert second.context["older"] == ""


def test_undo_is_offered_only_for_the_newest_change(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        outcome = typed(alice, "I prefer reports as PDF")
    assert outcome.memory
    browser.post(f"/memories/{outcome.memory.pk}/expire/")
    newest, first = entries(browser)
    assert (newest.act is None, first.act) == (False, None)
    answer = browser.post(f"/acts/{outcome.act}/undo/", follow=True)
    assert "A memory was stopped since then, so nothing was undone." in answer.text
    assert f"/memories/{outcome.memory.pk}/" in answer.text


# Acts without a version


def test_a_pause_a_setting_and_sight_stand_in_the_log_with_undo(browser: Client, alice: User, scribe: Agent) -> None:
    add_memory(alice, "Tea", ago(1))
    browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""})
    form = browser.get("/settings/").context["form"].initial
    values = {name: value for name, value in form.items() if value not in (None, False)}
    browser.post("/settings/", values | {"privacy_mode": "on"})
    browser.post(f"/agents/{scribe.pk}/sight/", {"sight": "all_but"})
    assert lines(browser)[:3] == [
        "You hid X from Scribe",
        "You changed a setting Privacy mode: off on",
        "You paused Scribe",
    ]
    for entry in entries(browser)[:3]:
        browser.post(f"/acts/{entry.act}/undo/")
    with scope.acting_as(alice.pk):
        assert not MemorySettings.for_person(alice.pk).privacy_mode
        assert not Agent.objects.get(pk=scribe.pk).is_paused(timezone.now())
    assert "You resumed Scribe" in lines(browser)
    assert sum(entry.is_undone for entry in entries(browser)) == 3
    assert sum(entry.is_redo and entry.act is not None for entry in entries(browser)) == 3


def test_only_the_newest_act_on_something_offers_undo(browser: Client, scribe: Agent) -> None:
    browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""})
    browser.post(f"/agents/{scribe.pk}/resume/")
    resumed, paused, _ = entries(browser)
    assert (resumed.act is None, paused.act) == (False, None)


def test_an_agents_report_is_worded_as_its_report(browser: Client, alice: User, scribe: Agent) -> None:
    browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""})
    with scope.acting_as(alice.pk):
        call = dispatch.Call(agent=scribe, name="record_feedback", arguments={"action": "accept"}, now=timezone.now())
    dispatch.run(call)
    assert not [line for line in lines(browser) if line.startswith("You accepted")]
    assert lines(browser, "?by=person") == ["You paused Scribe"]


# Runs


def test_a_run_is_undone_whole_in_two_presses(browser: Client, alice: User, trusted: Agent) -> None:
    for name in ("tea", "coffee"):
        save = {"category": "food", "preference": name, "details": f"I like {name}", "quote": f"I like {name}"}
        call = dispatch.Call(
            agent=trusted, name="save_user_preference", arguments=save | {"run": "run 7"}, now=timezone.now()
        )
        assert dispatch.run(call).envelope["ok"]
    page = browser.get("/history/")
    assert "made 2 changes in one run, “run 7”." in _texts(browser, "/history/")
    assert [entry.heads.calls for entry in page.context["log"].entries if entry.heads] == [2]
    browser.post(f"/agents/{trusted.pk}/undo-run/", {"run": "run 7"})
    with scope.acting_as(alice.pk):
        assert not Memory.objects.active().exists()
    assert "made 2 changes" not in _texts(browser, "/history/")


def test_no_stranger_undoes_a_run(bob: User, scribe: Agent) -> None:
    client = Client()
    client.force_login(bob)
    assert client.post(f"/agents/{scribe.pk}/undo-run/", {"run": "x"}).status_code == 404


# The picture, and a day


def test_the_picture_is_said_in_words_and_numbers(browser: Client, alice: User) -> None:
    add_memory(alice, "Tea", ago(1))
    page = browser.get("/history/")
    assert page.context["in_words"].startswith("1 memory in use, 0 at the end of ")
    assert page.context["in_words"].endswith("In between: 1 learned.")
    assert page.text.count('<svg class="drawing"') == 2
    assert '<table class="numbers">' in page.text


def test_the_handle_leads_to_a_day(browser: Client, alice: User) -> None:
    add_memory(alice, "Tea", ago(1))
    first = browser.get("/history/").context["year"].starts[0]
    answer = browser.get("/history/?day=40&mark=learned")
    assert answer["Location"] == f"/history/?mark=learned&on={first + timedelta(days=40)}"
    assert browser.get("/history/?day=9999")["Location"] == f"/history/?on={timezone.localdate()}"


def test_a_day_shows_what_differs_from_now(browser: Client, alice: User) -> None:
    add_memory(alice, "PDF", ago(20), name="report")
    tea, secret = add_memory(alice, "Tea", ago(20)), add_memory(alice, "quokka", ago(20))
    with scope.acting_as(alice.pk):
        typed(alice, "Word", ago(5), name="report", category="x")
        actions.expire(tea.pk, by=Person(alice), now=ago(4))
        erasure.erase(secret.pk, by=Person(alice), now=ago(3))
    add_memory(alice, "Milk", ago(2))
    day = ago(10).date()
    text = _texts(browser, f"/history/?on={day}")
    for part in (
        "Learned since 1 new: + Milk",
        "Replaced since 1 Report: PDF Word",
        "No longer used 1 Tea: Tea",
        "1 erased memory. Its words are gone.",
        "2 were in use then",
        "See everything as it was on",
    ):
        assert part in text, part
    assert "quokka" not in text
    assert f'/memories/?on={day}"' in browser.get(f"/history/?on={day}").text
    assert "Nothing has changed since." in _texts(browser, f"/history/?on={timezone.localdate()}")


# Addresses and files


def test_old_addresses_still_lead_here(browser: Client) -> None:
    assert browser.get("/activity/?by=clock")["Location"] == "/history/?by=clock"
    assert browser.get("/activity.csv?by=clock")["Location"] == "/history.csv?by=clock"


def test_unknown_filters_are_ignored(browser: Client) -> None:
    for query in (
        "by=nobody",
        "agent=nobody",
        "before=then",
        "before=2026-01-01|x",
        "before=|",
        "mark=x",
        "on=x",
        "day=x",
        "category=%00",
        "before=2026-01-01T00:00:00%2B00:00|0192f0c1-2b3d-7c4e-8f50-617283940516",
        "on=0001-01-01",
        "on=9999-12-31",
    ):
        assert browser.get(f"/history/?{query}").status_code == 200, query


@with_each(
    "source, claim",
    [
        ("instruction", ("Scribe suggested", "It says you told it.")),
        ("correction", ("Scribe suggested", "It says it learned this from your feedback.")),
        ("inference", ("Scribe noted", "It says it noticed this.")),
    ],
)
def test_what_an_agent_says_is_worded_as_its_claim(
    browser: Client, alice: User, scribe: Agent, source: str, claim: tuple[str, str]
) -> None:
    says, why = claim
    with scope.acting_as(alice.pk):
        memory = told(scribe, "I prefer reports as PDF", source=source).memory
    assert memory
    assert lines(browser) == [f"{says} “Document format: PDF” {why}"]
    for word in ("Remembered", "explicit instruction"):
        assert word not in browser.get("/history/").text
    assert f"{says}: a memory that is not in use," in _texts(browser, "/history.csv")


def test_what_is_in_use_is_saved_and_says_by_whom(browser: Client, alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        typed(alice, "Formal", name="tone", category="communication")
        told(trusted, "From now on, always PDF")
    assert "Trusty saved “Document format: PDF” It says you told it." in lines(browser)
    assert "Saved: Tone: Formal,you said so,you" in _texts(browser, "/history.csv")


def test_what_a_file_says_was_read_from_a_file(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        bring(alice, "> **Tea**: green [LEARNED: 2026-01-02, observation]")
    assert lines(browser) == ["You imported “Tea: green”"]
    assert "Read from a file" in _texts(browser, "/history.csv")


@with_each("many", [1, 12])
def test_the_page_costs_the_same_queries_however_much_happened(
    browser: Client, alice: User, scribe: Agent, many: int, django_assert_max_num_queries: Any
) -> None:
    with scope.acting_as(alice.pk):
        for n in range(many):
            told(scribe, f"I like drink {n}", ago(3), name=f"drink {n}", category="food")
            memory = memory_of(typed(alice, f"Soup {n}", ago(2), name=f"soup {n}", category="food"))
            actions.expire(memory.pk, by=Person(alice), now=ago(1))
    browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""})
    with django_assert_max_num_queries(48):
        browser.get(f"/history/?on={timezone.localdate()}")


def test_every_change_has_its_words_in_the_log() -> None:
    words = sentences.BY_PERSON | sentences.BY_AGENT | sentences.BY_CLOCK | sentences.BY_NOBODY
    assert set(VERBS) <= set(words)
    assert set(VERBS) - {"noted", "suggested"} <= set(sentences.BY_PERSON | sentences.BY_NOBODY)


def test_an_erased_suggestion_breaks_neither_the_log_nor_the_file(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(told(scribe, "quokka", ago(3)))
        actions.confirm(memory.pk, by=Person(alice), now=ago(2))
        erasure.erase(memory.pk, by=Person(alice), now=ago(1))
    assert len(lines(browser)) == 3
    assert "quokka" not in browser.get("/history.csv").text
