"""Dates between 1900 and 2200: what is outside is refused by name, and a row that holds one already breaks no page."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory
from memoryweb.operations.dispatch import CallResult
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import limits
from tests.builders import make_statement, person_types
from tests.cases import with_each
from tests.interchange.builders import bring
from tests.rings import third

BETWEEN = "between 1900-01-01 and 2200-12-31"
OUTSIDE = ["0001-01-01", "1899-12-31", "2201-01-01", "9999-12-31"]
INSIDE = ["1900-01-01", "2200-12-31"]


@with_each("day", OUTSIDE)
@with_each("name", ["observed_on", "learned_on", "updated_on", "valid_until", "day"])
def test_no_statement_takes_a_date_outside(as_alice: User, scribe: Agent, name: str, day: str) -> None:
    dated: dict[str, Any] = {name: date.fromisoformat(day)}
    with pytest.raises(actions.Invalid, match=BETWEEN) as error:
        actions.remember(make_statement("PDF", **dated), by=AgentOf(scribe), now=timezone.now())
    assert error.value.field == name


@with_each("day", OUTSIDE)
@with_each(
    "operation, name, form",
    [
        ("save_user_preference", "observed_on", "{}"),
        ("record_conversation", "started_at", "{}T12:00:00Z"),
        ("record_conversation", "ended_at", "{}T12:00:00+14:00"),
    ],
)
def test_no_operation_takes_a_date_outside(
    call: Callable[..., CallResult], operation: str, name: str, form: str, day: str
) -> None:
    conversation: dict[str, Any] = {"conversation_id": "one", "messages": []}
    preference = {"category": "x", "preference": "y", "details": "z"}
    arguments = conversation if operation == "record_conversation" else preference
    answer = call(operation, **arguments, **{name: form.format(day)})
    error = answer.envelope["error"]
    assert (error["code"], BETWEEN in error["message"], name in error["message"]) == ("INVALID_ARGUMENT", True, True)


@with_each("day", INSIDE)
def test_every_page_opens_with_the_first_and_the_last_date(
    browser: Client, alice: User, call: Callable[..., CallResult], day: str
) -> None:
    call("save_user_preference", category="x", preference="y", details="z", observed_on=day)
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
    assert str(memory.observed_on) == day
    for path in (
        "/review/",
        "/memories/",
        "/history/",
        f"/memories/{memory.pk}/",
        f"/memories/{memory.pk}/edit/",
    ):
        assert browser.get(path).status_code == 200, path


@with_each("day", OUTSIDE)
@with_each("path", ["/memories/add/", "/memories/{pk}/edit/"])
def test_a_last_day_outside_is_said_in_the_form_which_keeps_what_was_typed(
    browser: Client, alice: User, path: str, day: str
) -> None:
    with scope.acting_as(alice.pk):
        memory = person_types(alice, "PDF").memory
    assert memory
    typed = {"label": "Bicycle", "value": "red", "details": "It has a bell", "valid_until": day}
    version = browser.get(f"/memories/{memory.pk}/edit/").context["form"].initial["version"]
    answer = browser.post(path.format(pk=memory.pk), typed | {"version": version})
    assert answer.status_code == 422
    assert f"The date must be {BETWEEN}." in answer.text
    assert all(text in answer.text for text in typed.values())


def test_a_date_in_the_words_of_a_reminder_counts_only_inside(as_alice: User) -> None:
    for day, until in (("2026-05-01", date(2026, 5, 1)), ("9999-12-31", None)):
        outcome = person_types(as_alice, f"Bring the cake on {day}", name=f"cake {day}", kind="reminder")
        assert outcome.memory
        assert outcome.memory.valid_until == until


def test_an_entry_of_a_file_with_such_a_date_is_left_out_and_reported(as_alice: User) -> None:
    text = (Path(__file__).parents[1] / "interchange" / "MEMORY.md").read_text()
    report = bring(as_alice, text.replace("2026-", "9026-"))
    assert [why for _, why in report.left_out if BETWEEN in why]


@with_each(
    "kind, day",
    lambda: third([*product(["fact", "event", "preference", "goal", "rule"], ["0001-01-01", "9999-12-31"])]),
)
def test_a_row_that_holds_such_a_date_already_breaks_no_page(browser: Client, alice: User, kind: str, day: str) -> None:
    with scope.acting_as(alice.pk):
        memory = person_types(alice, "Alice knits", name="knitting", category="x", kind=kind).memory
        assert memory
        columns = ("observed_on", "learned_on", "updated_on", "ttl_from", "importance_as_of", "valid_until")
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE memories_memory SET {', '.join(f'{name} = %s' for name in columns)}", [day] * 6)
        actions.pin(memory.pk, by=Person(alice), now=timezone.now())  # a version with these dates
        actions.unpin(memory.pk, by=Person(alice), now=timezone.now())
    for path in (
        "/review/",
        "/memories/",
        "/history/",
        "/letter/",
        f"/days/{day}/",
        f"/days/?month={day[:7]}",
        f"/memories/?on={day}",
        f"/history/?on={day}",
        f"/memories/{memory.pk}/",
        f"/memories/{memory.pk}/edit/",
    ):
        assert browser.get(path).status_code == 200, path
    with connection.cursor() as cursor, scope.acting_as(alice.pk):
        cursor.execute("UPDATE memories_memory SET valid_until = NULL")
    assert browser.get(f"/memories/{memory.pk}/").status_code == 200


def test_the_limits_leave_room_for_every_lifetime() -> None:
    assert limits.DAY_LAST + timedelta(days=365 * 100) < date.max
