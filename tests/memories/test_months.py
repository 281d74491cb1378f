"""Twelve months, a past day beside now, and acts without a version: what the page History reads."""

import os
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import psycopg
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.acts import recording
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history import change_log, comparison, months
from memoryweb.memories.models import Memory, columns
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import agent_says, edit, memory_of, person_types
from tests.rings import on_plain_tables

TODAY = date(2026, 11, 22)
BERLIN = ZoneInfo("Europe/Berlin")


def at(month: int, day: int, hour: int = 12) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


def add(person: User, text: str, when: datetime, category: str = "food") -> Memory:
    return memory_of(person_types(person, text, when, name=text, category=category))


def marked(year: months.Year, category: str) -> dict[int, dict[str, int]]:
    """Return the marks of one lane by the number of their month in 2026."""
    lane = next(lane for lane in year.lanes if lane.category == category)
    return {start.month: dict(counts) for start, counts in zip(year.starts, lane.marks, strict=True) if counts}


def test_the_twelve_months_end_with_this_one() -> None:
    starts = months.month_starts(date(2026, 2, 28))
    assert (len(starts), starts[0], starts[-1]) == (12, date(2025, 3, 1), date(2026, 2, 1))


def test_a_lane_counts_what_was_in_use_at_the_end_of_each_month(as_alice: User) -> None:
    tea, milk = add(as_alice, "Tea", at(3, 5)), add(as_alice, "Milk", at(5, 5))
    edit(milk, as_alice, at(6, 1), details="Warm")
    actions.expire(tea.pk, by=Person(as_alice), now=at(8, 9))
    add(as_alice, "Blue", at(9, 9), category="colour")
    year = months.read_year(as_alice, TODAY, BERLIN)
    assert [lane.category for lane in year.lanes] == ["food", "colour"]
    assert year.lanes[0].in_use == [0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 1, 1]  # from December on
    assert year.in_use[-1] == Memory.objects.active().count() == 2
    assert marked(year, "food") == {3: {"learned": 1}, 5: {"learned": 1}, 6: {"replaced": 1}, 8: {"faded": 1}}


def test_what_came_before_the_first_month_is_in_use_but_not_marked(as_alice: User) -> None:
    add(as_alice, "Tea", datetime(2024, 1, 1, tzinfo=UTC))
    year = months.read_year(as_alice, TODAY, BERLIN)
    assert year.lanes[0].in_use == [1] * 12
    assert not year.total["learned"]


def test_a_month_ends_at_the_persons_midnight(as_alice: User) -> None:
    add(as_alice, "Tea", datetime(2026, 4, 30, 22, 30, tzinfo=UTC))  # in Berlin it is May
    assert list(marked(months.read_year(as_alice, TODAY, BERLIN), "food")) == [5]
    assert list(marked(months.read_year(as_alice, TODAY, ZoneInfo("UTC")), "food")) == [4]


def test_a_replacement_is_marked_once(as_alice: User) -> None:
    person_types(as_alice, "I prefer reports as PDF", at(3, 5))
    person_types(as_alice, "From now on, reports as Word", at(4, 5))
    assert months.read_year(as_alice, TODAY, BERLIN).total == {"learned": 1, "replaced": 1, "faded": 0, "erased": 0}


def test_what_only_waits_is_not_in_use(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "PDF", at(3, 5))
    assert months.read_year(as_alice, TODAY, BERLIN).is_empty


def test_what_was_erased_is_counted_without_its_category(as_alice: User) -> None:
    erasure.erase(add(as_alice, "Tea", at(3, 5)).pk, by=Person(as_alice), now=at(6, 5))
    year = months.read_year(as_alice, TODAY, BERLIN)
    assert year.lanes == []
    assert year.erased[year.starts.index(date(2026, 6, 1))] == 1


def test_nobody_sees_another_persons_months(as_alice: User, bob: User) -> None:
    add(as_alice, "Tea", at(3, 5))
    with scope.acting_as(bob.pk):
        assert months.read_year(bob, TODAY, BERLIN).is_empty
        assert comparison.compare(bob, at(2, 1)).is_same


def test_many_categories_share_the_last_lane(as_alice: User) -> None:
    for n in range(months.LANES_MAX + 3):
        add(as_alice, f"Thing {n}", at(3, 5), category=f"topic_{n:02}")
    lanes = months.read_year(as_alice, TODAY, BERLIN).lanes
    assert len(lanes) == months.LANES_MAX
    assert (lanes[-1].joins_others, lanes[-1].in_use[-1], lanes[-1].marks[3]["learned"]) == (True, 4, 4)


def test_a_past_day_beside_now(as_alice: User) -> None:
    kept, edited, ended, gone = (add(as_alice, text, at(3, 5)) for text in ("Tea", "Milk", "Soup", "Secret"))
    for text, when in (("PDF", at(3, 5)), ("Word", at(6, 5)), ("Markdown", at(7, 5))):
        person_types(as_alice, text, when, name="document_format", category="technical")
    edit(edited, as_alice, at(6, 1), details="Warm")
    actions.expire(ended.pk, by=Person(as_alice), now=at(6, 2))
    erasure.erase(gone.pk, by=Person(as_alice), now=at(6, 3))
    add(as_alice, "Bread", at(8, 1))
    since = comparison.compare(as_alice, at(5, 1))
    pairs = {(each.before.value, each.after.value if each.after else None) for each in since.replaced}
    assert pairs == {("PDF", "Markdown"), ("Milk", "Milk")}  # through Word; and with other details
    assert [each.before.value for each in since.faded] == ["Soup"]
    assert [each.after.value for each in since.learned if each.after] == ["Bread"]
    assert (since.kept, since.in_use_then, since.erased) == (1, 4, 1)
    assert kept.pk not in {each.after.pk for each in since.learned if each.after}
    assert comparison.compare(as_alice, at(9, 1)).is_same


def test_what_was_erased_before_its_use_is_not_counted(as_alice: User) -> None:
    erasure.erase(add(as_alice, "Tea", at(6, 5)).pk, by=Person(as_alice), now=at(7, 5))
    assert comparison.compare(as_alice, at(5, 1)).erased == 0


def test_the_log_and_the_picture_mark_the_same_versions(as_alice: User, trusted: Agent) -> None:
    tea = add(as_alice, "Tea", at(3, 5))
    agent_says(trusted, "PDF", at(4, 5))
    agent_says(trusted, "From now on, Word", at(5, 5))
    actions.pin(tea.pk, by=Person(as_alice), now=at(5, 6))
    actions.expire(tea.pk, by=Person(as_alice), now=at(6, 5))
    actions.restore_ended(tea.pk, by=Person(as_alice), now=at(7, 5))
    erasure.erase(add(as_alice, "Secret", at(8, 5)).pk, by=Person(as_alice), now=at(9, 5))
    total = months.read_year(as_alice, TODAY, BERLIN).total
    for mark in change_log.IS_MARKED:
        steps = change_log.changes(as_alice, change_log.Filters(mark=mark), 50)
        assert {step.mark for step in steps} <= {mark}
        assert len(steps) == total[mark], mark


MANY = f"""
INSERT INTO memories_historicalmemory ({columns()}, history_date, history_type)
SELECT {columns().replace('"id"', "md5(n::text)::uuid")}, history_date + n * interval '10 minutes', '+'
FROM memories_historicalmemory, generate_series(1, 4000) AS n
"""


@on_plain_tables
def test_months_and_days_are_read_from_one_index(committed: None) -> None:
    """However wide the versions are: neither the table nor a sort."""
    alice, *others = [User.objects.create_user(f"{name}@example.org", None) for name in ("alice", "bob", "carol")]
    for person in (alice, *others):
        with scope.acting_as(person.pk), connection.cursor() as cursor:
            add(person, "Tea", at(3, 5))
            cursor.execute(MANY)
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True) as owner:
        owner.execute("VACUUM ANALYZE memories_historicalmemory")
    plans = []
    with scope.acting_as(alice.pk), connection.cursor() as cursor:
        with CaptureQueriesContext(connection) as queries:
            months.read_year(alice, TODAY, BERLIN)
            comparison.compare(alice, at(3, 9))
        for query in queries.captured_queries[:3:2]:
            cursor.execute("EXPLAIN " + query["sql"])
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
    for plan in plans:
        assert "Index Only Scan" in plan, plan
        assert "course_of_memories" in plan, plan
        assert "Seq Scan on memories_historicalmemory" not in plan, plan


def test_acts_without_a_version_are_listed_with_what_they_changed(as_alice: User, scribe: Agent) -> None:
    add(as_alice, "Tea", at(3, 5))
    for n, until in enumerate((None, at(12, 1))):
        with recording.recording(Person(as_alice), "pause", now=at(11, 20) + timedelta(hours=n)):
            scribe.pause(now=at(11, 20) + timedelta(hours=n), until=until)
    acts = change_log.acts(as_alice, change_log.Filters(), 9)
    assert [(step.act.verb, [change.table_name for change in step.changes]) for step in acts] == [
        ("", ["agents_agent"]),  # it was connected, by nobody's press
        ("pause", ["agents_agent"]),
        ("pause", ["agents_agent"]),
    ]
    newest = (acts[0].act.at, acts[0].act.pk)
    before = change_log.acts(as_alice, change_log.Filters(before=newest), 9)
    assert [step.act.pk for step in before] == [step.act.pk for step in acts[1:]]
    filters = [change_log.Filters(mark="learned"), change_log.Filters(category="food"), change_log.Filters(by="agent")]
    assert [change_log.acts(as_alice, each, 9) for each in filters] == [[], [], []]


def test_a_page_that_ends_with_an_act_goes_on_with_the_versions_before_it(as_alice: User) -> None:
    add(as_alice, "Tea", at(3, 5))
    before = (at(3, 5), as_alice.pk)  # an act of the same moment stands after the version
    assert change_log.changes(as_alice, change_log.Filters(before=before), 9) == []
    assert len(change_log.changes(as_alice, change_log.Filters(before=(at(3, 5, 13), as_alice.pk)), 9)) == 1
