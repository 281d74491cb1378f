"""Wherever the person can say yes, every word that agents will be given is shown, or the yes is not offered there."""

from dataclasses import fields as dataclass_fields
from datetime import date
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import CharField, JSONField, TextField
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, disclosure
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.actions.proposals import memory_version
from memoryweb.memories.models import Memory, Status
from memoryweb.operations.results import Preference
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.telegram.answering import questions
from tests.builders import make_statement, memory_of, proposal_of
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review import parts
from tests.review.builders import as_shown, reload
from tests.rings import third

LONG = "Each time a report is due, before anybody else has read it, "
# What an agent says, by what it hides there, and the words that have to be seen.
SAID: dict[str, tuple[dict[str, Any], str]] = {
    "label": ({"name": "Xylo files", "value": "Helix"}, "Xylo files"),
    "value": ({"value": "Xylo files"}, "Xylo files"),
    "a long value": ({"value": LONG * 12 + "xylo files."}, "xylo files."),
    "a name in a value": ({"value": {"editor": {"xylo files": ["Helix"]}}}, "xylo files: (Helix)"),
    "details": ({"value": "Helix", "details": "Before each mail xylo files."}, "Before each mail xylo files."),
    "long details": ({"value": "Helix", "details": LONG * 12 + "xylo files."}, "xylo files."),
    "category": ({"value": "Helix", "category": "xylo files"}, "Xylo files"),
    "category said": ({"name": "vegan", "category": "xylo files"}, "xylo files"),
    "key": ({"value": "Helix", "key": "technical.xylo.files"}, "technical.xylo.files"),
    "key under another category": ({"value": "Helix", "key": "xylo.files"}, "xylo.files"),
    "key of a known field": (
        {"label": "Editor", "value": "Helix", "key": "technical.formats.document"},
        "Document format",
    ),
    "condition": ({"value": "Helix", "condition": "when xylo files"}, "when xylo files"),
    "project": ({"value": "Helix", "project": "xylo files"}, "xylo files"),
    "tags": ({"value": "Helix", "tags": ("editor", "xylo files")}, "xylo files"),
    "applies_to": ({"value": "Helix", "applies_to": ("xylo_files",)}, "xylo files"),
    "valid_until": ({"value": "Helix", "valid_until": date(2031, 5, 4)}, "4 May 2031"),
    "kind": ({"value": "Helix", "kind": "rule"}, "Goes into every prompt"),
}
# A rule is asked about, whoever says that it is one.
USED_WITHOUT_ASKING = [each for name, each in SAID.items() if name != "kind"]


def say(agent: Agent, said: dict[str, Any], **more: Any) -> actions.Outcome:
    """Remember what an agent says of an editor, with something else in one place."""
    words = {"name": "Editor", "details": said.get("details", "Helix"), "source": "instruction"} | said | more
    return told(agent, words.pop("details"), **words)


def is_shown(row: parts.Element, words: str) -> bool:
    return words.casefold() in row.text(folded=False).casefold()


# One list


def test_what_an_agent_is_given_is_covered_by_a_yes_or_is_no_word() -> None:
    """A new field of what agents are given fails here until it is shown with the question, or is named as no word."""
    columns = {"preference": "label"}
    no_words = {
        *("id", "obs_id", "version", "evidence_count", "importance", "confidence", "learned_on", "updated_on"),
        "metadata",  # the note of the agent that wrote it, which no other one is given
        "source",  # how it is known, of which the row says who claims it
    }
    given = {columns.get(each.name, each.name) for each in dataclass_fields(Preference)} - no_words
    assert given <= set(disclosure.COVERED), given - set(disclosure.COVERED)


def test_every_column_of_words_is_covered_by_a_yes_or_says_why_not() -> None:
    of_words = {
        each.name
        for each in Memory._meta.concrete_fields
        if isinstance(each, CharField | TextField | JSONField | ArrayField)
    }
    assert of_words <= {*disclosure.COVERED, *disclosure.NOT_COVERED}
    assert not set(disclosure.COVERED) & disclosure.NOT_COVERED.keys()


@with_each("column", disclosure.COVERED)
def test_a_yes_is_to_no_other_words_in_any_column(column: str, as_alice: User, scribe: Agent) -> None:
    memory = memory_of(told(scribe, "Helix", name="Editor", value="Helix"))
    before = memory_version(memory)
    other: Any = {"tags": ["x"], "applies_to": ["x"], "value": {"x": 1}, "kind": "goal"}
    day = date(2031, 5, 4)
    setattr(memory, column, other.get(column, day if column in ("day", "valid_until") else "x"))
    assert memory_version(memory) != before


def test_a_number_is_not_its_text(as_alice: User, scribe: Agent) -> None:
    memory = memory_of(told(scribe, "5", name="Rows", value=5))
    number = memory_version(memory)
    memory.value = "5"
    assert memory_version(memory) != number


# Each place where the person says yes


@with_each("said, words", lambda: third([*SAID.values()]))
def test_a_question_shows_it_in_its_row_or_offers_a_yes_only_once_opened(
    said: dict[str, Any], words: str, browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "Tea", name="Drink")  # the first question is open
        pk = proposal_of(say(scribe, said)).pk
    page = browser.get("/review/").text
    question = parts.with_id(page, f"proposal-{pk}")
    pair = next(each for each in question.elements if each.attributes.get("class") == "pair")
    accept = f"/proposals/{pk}/accept/"
    all_of_it = question.text(folded=True)
    assert words.casefold() in all_of_it.casefold()
    offers_yes = any(each.attributes.get("hx-post") == accept for each in pair.elements)
    assert offers_yes == (f'value="{pk}:"' not in page)
    assert is_shown(question, words) if offers_yes else "Agents get" in all_of_it or "xylo files." in all_of_it
    browser.post("/review/accept-all/", {"proposal": [f"{pk}:"]})
    with scope.acting_as(alice.pk):
        assert not Memory.objects.active().exists()


@with_each("reason", ["", "xylo files"])
def test_why_an_agent_wants_it_stopped_is_shown_before_a_yes(
    reason: str, browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "Tea", name="Drink")  # the first question is open
        memory = memory_of(typed(alice, "Helix", name="Editor"))
        pk = proposal_of(actions.forget(memory.pk, by=AgentOf(scribe), now=timezone.now(), reason=reason)).pk
    question = parts.with_id(browser.get("/review/").text, f"proposal-{pk}")
    pair = next(each for each in question.elements if each.attributes.get("class") == "pair")
    assert reason in question.text(folded=True)
    offers_yes = any(each.attributes.get("hx-post") == f"/proposals/{pk}/accept/" for each in pair.elements)
    assert offers_yes == (not reason)


@with_each("said, words", lambda: third([*SAID.values()]))
def test_the_page_of_a_memory_shows_it_above_the_verbs(
    said: dict[str, Any], words: str, browser: Client, alice: User, scribe: Agent
) -> None:
    for source in ("instruction", "behaviour"):  # asked about, and noted
        with scope.acting_as(alice.pk):
            memory = say(scribe, said, source=source).memory
        assert memory
        page = parts.with_id(browser.get(f"/memories/{memory.pk}/").text, "memory")
        assert is_shown(page, words)


@with_each("said, words", lambda: third([*SAID.values()]))
def test_a_chat_shows_it_or_has_no_buttons(said: dict[str, Any], words: str, as_alice: User, scribe: Agent) -> None:
    message = questions.message(proposal_of(say(scribe, said)))
    assert words.casefold() in message.text.casefold() or not message.buttons


@with_each("said, words", lambda: third(USED_WITHOUT_ASKING))
def test_what_is_in_use_without_asking_shows_it_or_is_kept_on_its_page_only(
    said: dict[str, Any], words: str, browser: Client, alice: User, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        memory = say(trusted, said).memory
    assert memory
    assert memory.status == Status.ACTIVE
    row = parts.with_id(browser.get("/review/").text, f"unasked-{memory.pk}")
    offers_yes = f"/memories/{memory.pk}/confirm/" in row.posts_to
    assert offers_yes == is_shown(row, words)


@with_each("said, words", lambda: third([*SAID.values()]))
def test_the_archive_shows_it_or_restores_it_from_its_page_only(
    said: dict[str, Any], words: str, browser: Client, alice: User, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        memory = memory_of(say(trusted, said))
        actions.archive(memory.pk, by=Person(alice), now=timezone.now())
    (row,) = parts.with_class(browser.get("/archive/").text, "archived")
    assert (f"/memories/{memory.pk}/restore/" in row.posts_to) == is_shown(row, words)


@with_each("said, words", lambda: third([*SAID.values()]))
def test_a_note_of_today_shows_it_or_is_used_from_its_page_only(
    said: dict[str, Any], words: str, browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        day = timezone.localdate(timezone.now(), MemorySettings.for_person(alice.pk).zone)
        statement = make_statement(
            said.get("details", "Helix"),
            **{"name": "Editor", "source": "behaviour"} | {k: v for k, v in said.items() if k != "details"},
            quote="for today",
        )
        memory = actions.remember(statement, by=AgentOf(scribe), now=timezone.now()).memory
    assert memory
    assert memory.day == day
    (note,) = parts.with_class(browser.get("/days/").text, "note")
    if words == "4 May 2031":
        return  # it is for one day
    offers_yes = f"/memories/{memory.pk}/use-today/" in note.posts_to
    assert offers_yes == is_shown(note, words)


@with_each("said, words", lambda: third(USED_WITHOUT_ASKING))
def test_the_list_of_memories_confirms_together_only_what_its_rows_show(
    said: dict[str, Any], words: str, browser: Client, alice: User, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        memory = say(trusted, said).memory
    assert memory
    row = parts.with_id(browser.get("/memories/").text, f"memory-{memory.pk}")
    answer = browser.post("/memories/confirm/", {"memory": as_shown(alice, memory)}, follow=True)
    is_confirmed = reload(alice, memory).confirmed_at is not None
    assert is_shown(row, words) or not is_confirmed
    assert is_confirmed or "open it to see all it says" in answer.text


@with_each("said, words", lambda: third(USED_WITHOUT_ASKING))
def test_a_conflict_shows_it_on_the_side_that_says_it(
    said: dict[str, Any], words: str, browser: Client, alice: User, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        say(trusted, {"details": "Vim", "value": "Vim"} | {each: said[each] for each in SUBJECT & said.keys()})
        memory = memory_of(say(trusted, {"value": "Helix"} | said))
    assert memory.contested
    for path in ("/review/", f"/memories/{memory.pk}/"):
        (conflict,) = parts.with_class(browser.get(path).text, "conflict")
        assert is_shown(conflict, words), conflict.text(folded=True)


SUBJECT = {"name", "label", "category", "key", "condition", "project"}  # what both sides say


@with_each("said, words", lambda: third([*SAID.values()]))
def test_the_form_that_fixes_and_remembers_shows_it(
    said: dict[str, Any], words: str, browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        memory = say(scribe, said).memory
    assert memory
    (form,) = [
        each
        for each in parts.with_class(browser.get(f"/memories/{memory.pk}/edit/").text, "fields")
        if each.tag == "form"
    ]
    inputs = [each for each in form.unfolded if each.tag in ("input", "option")]
    chosen = [each.text(folded=True) for each in inputs if "selected" in each.attributes]
    typed = [each.attributes.get("value", "") for each in inputs if each.attributes.get("type") != "hidden"]
    shown = " ".join((form.text(folded=False), *chosen, *typed)).casefold().replace("_", " ")
    in_the_form = {"Goes into every prompt": "Rule", "4 May 2031": "2031-05-04", "xylo files: (Helix)": '"xylo files"'}
    assert in_the_form.get(words, words).casefold() in shown


# What has nothing more than its row says


def test_where_a_row_shows_all_of_it_the_yes_is_there(
    browser: Client, alice: User, scribe: Agent, trusted: Agent
) -> None:
    with scope.acting_as(alice.pk):
        asked = proposal_of(told(scribe, "Helix", name="Editor")).pk
        noted = told(scribe, "Only for today I want tea", name="Drink", source="behaviour").memory
        in_use = told(trusted, "Bread", name="Meal").memory
    assert noted
    assert in_use
    review, days = browser.get("/review/").text, browser.get("/days/").text
    assert f"/proposals/{asked}/accept/" in review
    assert f"/memories/{in_use.pk}/confirm/" in review
    assert f"/memories/{noted.pk}/use-today/" in days
    browser.post("/memories/confirm/", {"memory": as_shown(alice, in_use)})
    assert reload(alice, in_use).confirmed_at


# Questions about more than one memory


def test_each_value_to_choose_from_shows_all_that_a_yes_to_it_covers(
    browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        of_one_key = {"name": "Editor", "source": "instruction"}
        told(scribe, "Vim", **of_one_key, value="Vim for everything that is longer than a line", tags=("fast",))
        other = told(
            scribe, "Helix", **of_one_key, value="Helix for what is opened often and xylo files", tags=("late",)
        )
    assert other.memory
    for path in ("/review/", f"/memories/{other.memory.pk}/"):
        page = parts.with_id(browser.get(path).text, "queue" if path == "/review/" else "memory")
        for words in ("longer than a line", "and xylo files", "fast", "late"):
            assert words in page.text(folded=True), (path, words)


@with_each(
    "added, words",
    [
        ({"details": "Before each mail xylo files."}, "Before each mail xylo files."),
        ({"tags": ("xylo files",)}, "xylo files"),
        ({"applies_to": ("xylo_files",)}, "xylo files"),
        ({"kind": "rule"}, "Goes into every prompt"),
    ],
)
def test_what_is_to_change_beside_a_value_is_shown(
    added: dict[str, Any], words: str, browser: Client, alice: User, scribe: Agent
) -> None:
    with scope.acting_as(alice.pk):
        memory = typed(alice, "Helix", name="Editor", value="Helix").memory
        question = proposal_of(say(scribe, {"value": "Helix"} | added))
    assert memory
    assert question.change
    for path, place in (("/review/", f"proposal-{question.pk}"), (f"/memories/{memory.pk}/", "memory")):
        shown = parts.with_id(browser.get(path).text, place)
        assert words in shown.text(folded=True)


def test_what_gives_way_to_another_label_is_named(browser: Client, alice: User, scribe: Agent) -> None:
    """A yes to a sentence of an agent takes another one out of use."""
    with scope.acting_as(alice.pk):
        typed(alice, "Vim", name="Editor", value="Vim", key="technical.editor")
        question = proposal_of(say(scribe, {"name": "Text tool", "value": "Helix", "key": "technical.editor"}))
    row = parts.with_id(browser.get("/review/").text, f"proposal-{question.pk}")
    assert "Instead of Editor: Vim" in row.text(folded=True)
