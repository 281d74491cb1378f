"""/memories/<id>/edit/: nothing changes that nobody touched, and two tabs lose nothing of each other."""

from typing import Any
from uuid import UUID

from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import count_versions, person_types
from tests.cases import with_each
from tests.conftest import told
from tests.review.builders import ago, reload, shown_in

SHAPES: list[tuple[Any, dict[str, str], Any]] = [
    ("one\ntwo", {"value": "one\r\ntwo\r\nthree"}, "one\ntwo\nthree"),
    ("x", {"value": "y" * 10_000}, "y" * 10_000),
    (["piano", "drums"], {"value": "piano\r\ndrums, loud"}, ["piano", "drums, loud"]),
    (["piano", "drums"], {"value": "piano"}, ["piano"]),
    (["a\nb", "c"], {"value": '["a\\nb", "d"]'}, ["a\nb", "d"]),
    ([1, None], {"value": "[1, null, 2]"}, [1, None, 2]),
    ({"a": 1}, {"value": '{"a": {"b": "ü"}}'}, {"a": {"b": "ü"}}),
    (True, {"choice": "no"}, False),
    (False, {"choice": "yes"}, True),
    (5, {"value": "6"}, 6),
    (5, {"value": "-0.5"}, -0.5),
    (5, {"value": "5 to 6"}, "5 to 6"),
    (5, {"value": "Infinity"}, "Infinity"),
]


def add(alice: User, value: Any, **fields: Any) -> Memory:
    with scope.acting_as(alice.pk):
        fields = {"name": "thing", "category": "x", **fields}
        memory = person_types(alice, "As it was said", ago(3), value=value, **fields).memory
    assert memory
    return memory


def path_of(memory: Memory) -> str:
    return f"/memories/{memory.pk}/edit/"


@with_each("value, typed, after", SHAPES)
def test_a_value_of_any_type_can_be_edited_as_its_type(
    browser: Client, alice: User, value: Any, typed: dict[str, str], after: Any
) -> None:
    memory = add(alice, value)
    shown = shown_in(browser.get(path_of(memory)))
    answer = browser.post(path_of(memory), shown)
    assert (answer.status_code, repr(reload(alice, memory).value)) == (302, repr(value))
    answer = browser.post(path_of(memory), shown | typed)
    assert answer.status_code == 302
    new = Memory(pk=UUID(answer["Location"].split("/")[2]))
    assert repr(reload(alice, new).value) == repr(after)


@with_each(
    "typed, complaint",
    [
        ('{"a": 1', "Look at line 1, column 8: Expecting &#x27;,&#x27; delimiter."),
        ('{\n"a": NaN}', "This is not valid JSON."),
        ("[" * 9_000, "This is not valid JSON."),
    ],
)
def test_json_that_does_not_parse_is_named_and_stays_in_the_form(
    browser: Client, alice: User, typed: str, complaint: str
) -> None:
    memory = add(alice, {"a": 1})
    page = browser.get(path_of(memory))
    assert "Value (JSON)" in page.text
    answer = browser.post(path_of(memory), shown_in(page) | {"value": typed})
    assert (answer.status_code, complaint in answer.text) == (422, True)
    assert answer.context["form"]["value"].value() == typed


def test_saving_an_unchanged_form_says_so_and_writes_no_version(browser: Client, alice: User) -> None:
    memory = add(alice, ["a, b", "c"], tags=("a, b", "c"), applies_to=("x, y",), valid_until=None)
    answer = browser.post(path_of(memory), shown_in(browser.get(path_of(memory))), follow=True)
    assert "Nothing was changed." in answer.text
    with scope.acting_as(alice.pk):
        assert count_versions() == 1


def test_free_words_in_a_field_of_yes_or_no_can_be_edited(browser: Client, alice: User) -> None:
    memory = add(alice, "Only with friends", name="language.mixed_allowed", category="communication")
    page = browser.get(path_of(memory))
    assert "Only with friends" in page.text
    browser.post(path_of(memory), shown_in(page) | {"choice": "no"})
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().get().value is False


def test_two_tabs_keep_the_tags_of_both(browser: Client, alice: User) -> None:
    memory = add(alice, "tea", tags=("a", "b"))
    one, other = (shown_in(browser.get(path_of(memory))) for _ in range(2))
    browser.post(path_of(memory), one | {"tags": "a\nb\nfrom one", "details": "From one"})
    answer = browser.post(path_of(memory), other | {"tags": "b\nfrom the other", "condition": "when tired"})
    assert answer.status_code == 422
    assert reload(alice, memory).tags == ["a", "b", "from one"]
    assert all(text in answer.text for text in ("has changed since", "Save over the new version", "It now says:"))
    again = shown_in(answer)
    assert (again["tags"], again["details"]) == ("b\nfrom the other\nfrom one", "From one")
    assert browser.post(path_of(memory), again).status_code == 302
    after = reload(alice, memory)
    assert after.tags == ["b", "from the other", "from one"]
    assert (after.details, after.condition) == ("From one", "when tired")


def test_what_was_typed_comes_back_beside_what_is_said_now(browser: Client, alice: User) -> None:
    memory = add(alice, "tea")
    stale = shown_in(browser.get(path_of(memory)))
    browser.post(path_of(memory), stale | {"details": "<b>theirs</b>", "pinned": "on", "kind": "goal"})
    answer = browser.post(path_of(memory), stale | {"details": "mine", "kind": "habit"})
    assert answer.status_code == 422
    rows = {row.field.name: row.now for row in answer.context["form"].rows() if row.differs}
    assert rows == {"details": "<b>theirs</b>", "kind": "Goal"}
    assert "&lt;b&gt;theirs" in answer.text
    assert shown_in(answer)["pinned"] == "on"
    browser.post(path_of(memory), shown_in(answer))
    after = reload(alice, memory)
    assert (after.details, after.kind, after.pinned) == ("mine", "habit", True)


def test_a_stale_edit_of_a_replaced_memory_goes_to_the_one_that_replaced_it(browser: Client, alice: User) -> None:
    old = add(alice, "tea")
    stale = shown_in(browser.get(path_of(old)))
    answer = browser.post(path_of(old), stale | {"value": "coffee"})
    new = Memory(pk=UUID(answer["Location"].split("/")[2]))
    before = reload(alice, old)
    answer = browser.post(path_of(old), stale | {"details": "from the stale tab"})
    assert answer.status_code == 422
    assert f'<a href="/memories/{new.pk}/" dir="auto">Thing: coffee</a>' in answer.text
    assert f'action="{path_of(new)}"' in answer.text
    again = shown_in(answer)
    assert (again["value"], again["details"]) == ("coffee", "from the stale tab")
    browser.post(path_of(new), again)
    assert reload(alice, new).details == "from the stale tab"
    after = reload(alice, old)
    assert (after.details, after.changed_at) == (before.details, before.changed_at)
    assert browser.get(path_of(old))["Location"] == f"/memories/{old.pk}/"


def test_a_value_typed_over_one_of_another_type_is_kept_as_it_was_typed(browser: Client, alice: User) -> None:
    memory = add(alice, True)
    stale = shown_in(browser.get(path_of(memory)))
    with scope.acting_as(alice.pk):
        form = actions.Edit.from_row(memory)
        version = actions.newest_version(memory.pk)
        typed = {**form.__dict__, "value": {"a": 1}}
        outcome = actions.edit(memory.pk, actions.Edit(**typed), by=Person(alice), now=ago(0), since=version)
    assert outcome.memory
    answer = browser.post(path_of(memory), stale | {"choice": "no"})
    assert answer.status_code == 422
    answer = browser.post(path_of(outcome.memory), shown_in(answer))
    with scope.acting_as(alice.pk):
        assert Memory.objects.active().get().value is False


@with_each("end", ["expire", "archive"])
def test_a_stale_edit_of_what_ended_says_so(browser: Client, alice: User, end: str) -> None:
    memory = add(alice, "tea")
    stale = shown_in(browser.get(path_of(memory)))
    with scope.acting_as(alice.pk):
        getattr(actions, end)(memory.pk, by=Person(alice), now=ago(0))
    answer = browser.post(path_of(memory), stale | {"details": "typed"})
    assert (answer.status_code, "the memory is" in answer.text, shown_in(answer)["details"]) == (422, True, "typed")


def test_a_form_without_its_version_is_not_saved(browser: Client, alice: User) -> None:
    memory = add(alice, "tea")
    answer = browser.post(path_of(memory), {"label": "Thing", "details": "typed"})
    assert (answer.status_code, shown_in(answer)["details"]) == (422, "typed")
    assert browser.post(path_of(memory), shown_in(answer)).status_code == 302


def test_an_edit_into_another_memory_leads_there_and_says_what_happened(browser: Client, alice: User) -> None:
    olives, capers = (add(alice, word, name="dislikes", category="dietary") for word in ("olives", "capers"))
    shown = shown_in(browser.get(path_of(capers)))
    answer = browser.post(path_of(capers), shown | {"value": "olives", "tags": "salad"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/memories/{olives.pk}/"
    assert "Another memory already said this, so the two are one now." in answer.text
    assert reload(alice, olives).tags == ["salad"]


def test_saving_a_candidate_unchanged_remembers_it(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        memory = told(scribe, "I prefer reports as PDF").memory
    assert memory
    browser.post(path_of(memory), shown_in(browser.get(path_of(memory))))
    assert reload(alice, memory).status == "active"
