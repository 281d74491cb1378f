"""The archive day on a memory's page, its curve and Review is the day on which the clock archives it."""

from datetime import date, datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, forecast, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told
from tests.review.builders import add_memory, ago, open_conflict, reload, shown_version


def today() -> date:
    return timezone.now().date()


def decides(alice: User, **decided: object) -> MemorySettings:
    with scope.acting_as(alice.pk):
        return MemorySettings.objects.update_or_create(person=alice, defaults=decided)[0]


def clock_of(browser: Client, memory: Memory) -> tuple[Any, str]:
    page = browser.get(f"/memories/{memory.pk}/")
    return page.context["clock"], page.text


def archived_on(alice: User, memory: Memory, since: datetime) -> date | None:
    """Return the first day from `since` on which the sweep archives it, within half a year."""
    for days in range(180):
        at = since + timedelta(days=days)
        upkeep.run_now("archive", now=at)
        if reload(alice, memory).status == "archived":
            return at.date()
    return None


# Archived for its importance


@with_each(
    "kind_and_importance, below, in_days",
    [
        (("fact", 6.0), 2.0, 36),
        (("fact", 6.0), 3.0, 26),
        (("fact", 8.0), 1.0, 66),
        (("fact", 1.5), 2.0, 0),
        (("event", 6.5), 1.0, 7),
        (("goal", 1.5), 2.0, 0),
        (("preference", 3.1), 3.0, 1),
    ],
)
def test_the_day_it_fades_is_the_day_it_is_archived(
    browser: Client, alice: User, kind_and_importance: tuple[str, float], below: float, in_days: int
) -> None:
    add_memory(alice, "Something", ago(5), kind=kind_and_importance[0], importance=kind_and_importance[1])
    decides(alice, archive_below=below)
    with scope.acting_as(alice.pk):
        memory = Memory.objects.get()
    clock, text = clock_of(browser, memory)
    assert (clock.archive_on, clock.faded, clock.asked_on) == (today() + timedelta(days=in_days), below, None)
    assert f"you archive memories below {below}" in text
    marks = {mark.name: mark.day for mark in clock.curves[0].marks}
    assert marks.get("archived") == (clock.archive_on if in_days else None)
    assert "dormant" not in marks or marks["dormant"] < marks["archived"]
    assert archived_on(alice, memory, timezone.now()) == clock.archive_on


def test_kept_pinned_and_dated_memories_are_not_archived_for_fading(browser: Client, alice: User) -> None:
    day = today() + timedelta(days=20)
    kept, pinned, dated = (
        add_memory(alice, name, ago(50), kind="fact", importance=5.0, **more)
        for name, more in (("Kept", {}), ("Pinned", {}), ("Dated", {"valid_until": day}))
    )
    with scope.acting_as(alice.pk):
        actions.keep(kept.pk, by=Person(alice), now=ago(40))
        actions.pin(pinned.pk, by=Person(alice), now=ago(40))
    decides(alice, archive_below=3.0)
    days = {memory.pk: clock_of(browser, memory)[0].archive_on for memory in (kept, pinned, dated)}
    assert days == {kept.pk: None, pinned.pk: None, dated.pk: day + timedelta(days=1)}
    upkeep.run_now("archive", now=timezone.now())
    assert {reload(alice, memory).status for memory in (kept, pinned, dated)} == {"active"}
    assert archived_on(alice, dated, timezone.now()) == days[dated.pk]


def test_a_memory_whose_time_ends_first_is_archived_by_age(browser: Client, alice: User) -> None:
    event = add_memory(alice, "Met Chen", ago(5), kind="event", importance=8.9)
    decides(alice, archive_below=1.0)
    clock, text = clock_of(browser, event)
    assert (clock.archive_on, clock.faded) == (today() + timedelta(days=10), None)
    assert "you archive memories below" not in text


def test_without_the_setting_age_alone_decides(browser: Client, alice: User) -> None:
    fact = add_memory(alice, "Something", ago(5), kind="fact", importance=4.0)
    clock, text = clock_of(browser, fact)
    assert (clock.archive_on, clock.faded) == (today() + timedelta(days=86), None)
    assert "unless it comes up again" in text


def test_fading_memories_are_on_the_cards_of_review(browser: Client, alice: User, trusted: Agent) -> None:
    """A fact of 16 days and importance 5.0 is below 3.0 in five days and below 2.0 in fifteen."""
    lasting = add_memory(alice, "The server runs Debian", ago(16), importance=5.0)
    with scope.acting_as(alice.pk):
        for days in (16, 17, 18):
            noted = told(
                trusted,
                "Sits by the window",
                ago(16),
                name="seat",
                source="behaviour",
                importance=5.0,
                kind="fact",
                observed_on=ago(days).date(),
            ).memory
    assert noted
    assert (reload(alice, noted).horizon, reload(alice, noted).status) == ("short", "active")

    def cards() -> dict[str, list[tuple[str, int, bool]]]:
        page = browser.get("/review/")
        return {
            name: [(each.memory.label, each.days, each.archived) for each in page.context[name]]
            for name in ("fading", "still_true")
        }

    label = reload(alice, noted).label
    assert cards() == {"fading": [(lasting.label, 5, False), (label, 5, False)], "still_true": []}
    decides(alice, archive_below=3.0)
    assert cards() == {"fading": [(label, 5, True)], "still_true": [(lasting.label, 5, True)]}
    decides(alice, archive_below=2.0)
    assert cards()["still_true"] == [(lasting.label, 15, True)]
    assert cards()["fading"] == [(lasting.label, 5, False), (label, 5, False)]
    browser.post(f"/memories/{lasting.pk}/keep/")
    assert cards()["still_true"] == []


def test_a_memory_already_below_the_limit_is_archived_today(browser: Client, alice: User) -> None:
    add_memory(alice, "Something", ago(2), kind="fact", importance=1.0)
    decides(alice, archive_below=2.0)
    assert [(each.days, each.archived) for each in browser.get("/review/").context["still_true"]] == [(0, True)]


# While the clock is stopped


def test_with_memory_off_nothing_is_archived(browser: Client, alice: User) -> None:
    event = add_memory(alice, "Met Chen", ago(10), kind="event", importance=8.0)
    goal = add_memory(alice, "Learn the cello", ago(100), kind="goal")
    assert clock_of(browser, event)[0].archive_on
    decides(alice, enable_memory=False, archive_below=3.0)
    for memory in (event, goal):
        clock, text = clock_of(browser, memory)
        assert (clock.archive_on, clock.asked_on) == (None, None)
        assert "Memory is off. Nothing is archived" in text
        assert "Archived on" not in text
        assert "archived" not in [mark.name for mark in clock.curves[0].marks]
    upkeep.run_now("archive", now=timezone.now() + timedelta(days=400))
    assert reload(alice, event).status == "active"


def test_in_a_conflict_nothing_is_archived(browser: Client, alice: User, trusted: Agent) -> None:
    open_conflict(alice, trusted)
    decides(alice, archive_below=3.0)
    with scope.acting_as(alice.pk):
        side = Memory.objects.filter(contested=True).first()
    assert side
    clock, text = clock_of(browser, side)
    assert clock.archive_on is None
    assert "Not archived while the conflict is open." in text


def test_a_memory_in_a_question_waits_for_the_answer(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        candidate = told(scribe, "Met Chen", ago(20), name="met", category="x", kind="event").memory
    assert candidate
    clock, text = clock_of(browser, candidate)
    assert clock.archive_on is None
    assert "It waits for your answer" in text
    upkeep.run_now("archive", now=timezone.now())
    assert reload(alice, candidate).status == "candidate"


# The words beside the days


def test_a_memory_past_its_time_is_archived_within_the_hour(browser: Client, alice: User) -> None:
    event = add_memory(alice, "Met Chen", ago(20), kind="event")
    clock, text = clock_of(browser, event)
    assert clock.soon
    assert "It will be archived within the hour" in text


def test_a_dormant_pinned_memory_is_still_given_to_agents(browser: Client, alice: User, trusted: Agent) -> None:
    fact = add_memory(alice, "The server runs Debian", ago(40), importance=5.0)
    assert "don’t get it automatically" in clock_of(browser, fact)[1]
    browser.post(f"/memories/{fact.pk}/pin/", {"version": shown_version(alice, fact)})
    clock, text = clock_of(browser, fact)
    assert (clock.dormant, clock.given) == (True, True)
    assert "still get it, because you always include it." in text
    assert "don’t get it automatically" not in text


def test_a_pinned_memory_that_goes_dormant_is_still_given_to_agents(browser: Client, alice: User) -> None:
    fact = add_memory(alice, "The server runs Debian", ago(1), importance=5.0)
    browser.post(f"/memories/{fact.pk}/pin/", {"version": shown_version(alice, fact)})
    text = clock_of(browser, fact)[1]
    assert "no longer given to agents" not in text
    assert "still get it, because you always include it." in text


def test_a_memory_archived_before_it_is_dormant_shows_no_dormant_day(browser: Client, alice: User) -> None:
    clock, text = clock_of(browser, add_memory(alice, "Tea", ago(1), kind="context", importance=8.0))
    assert clock.archive_on < today() + timedelta(days=50)
    assert clock.dormant_on is None
    assert "Goes dormant" not in text


def test_it_helped_is_offered_once_a_day_also_after_undo(browser: Client, alice: User) -> None:
    fact = add_memory(alice, "The server runs Debian", ago(10), importance=5.0)

    def offered() -> bool:
        return "It helped" in [action.label for action in clock_of(browser, fact)[0].actions]

    assert offered()
    browser.post(f"/memories/{fact.pk}/boost/")
    assert not offered()
    browser.post(f"/acts/{browser.get('/history/').context['log'].entries[0].act}/undo/")
    assert reload(alice, fact).importance_base == 5.0
    assert not offered()  # the verb takes one a day, and this day's was pressed
    browser.post(f"/memories/{fact.pk}/boost/")
    assert reload(alice, fact).importance_base == 5.0
    assert "You marked it as helpful today. You can do so again tomorrow." in clock_of(browser, fact)[1]


# What the clock did


def test_review_shows_a_question_the_clock_closed(browser: Client, alice: User, scribe: Agent) -> None:
    add_memory(alice, "I prefer reports as PDF", ago(40), name="document_format")
    with scope.acting_as(alice.pk):
        assert told(scribe, "Word", ago(31), name="document_format", category="x").name == "proposed"
    before = browser.get("/review/").text
    assert "nothing archived today" in before
    upkeep.run_now("expire_proposals", now=timezone.now())
    page = browser.get("/review/")
    night = page.context["last_night"]
    assert (night.closed, night.expired, night.nothing) == (1, 0, False)
    assert "1 unanswered question closed" in page.text


def test_review_shows_a_memory_that_expired_unanswered(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(scribe, "Word", ago(31))
    upkeep.run_now("expire_proposals", now=timezone.now())
    page = browser.get("/review/")
    assert (page.context["last_night"].closed, page.context["last_night"].expired) == (1, 1)
    assert "1 that waited for an answer expired" in page.text


def test_a_question_made_stale_by_the_person_is_not_counted(alice: User, scribe: Agent) -> None:
    pdf = add_memory(alice, "I prefer reports as PDF", ago(40), name="document_format")
    with scope.acting_as(alice.pk):
        told(scribe, "Word", ago(3), name="document_format", category="x")
        actions.archive(pdf.pk, by=Person(alice), now=timezone.now())
        assert forecast.activity_since(alice, ago(1)).nothing
