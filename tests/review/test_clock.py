"""The clock on the pages: a memory's clock, Review's cards, the archive, daily notes, past days, the overview."""

import codecs
import csv
import json
from datetime import datetime, timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, forecast, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.review.memories import curve
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told, typed
from tests.review.builders import add_memory, ago, as_shown, open_conflict, reload, shown_version

# One memory


def test_the_page_says_why_it_is_of_its_kind(browser: Client, alice: User, trusted: Agent) -> None:
    cases = {
        add_memory(alice, "I always want tea", ago(1)): "Rule, because you wrote “always”",
        add_memory(alice, "以后都用表格", ago(1)): "Rule, because you wrote “以后都”",
        add_memory(alice, "When I am away, tell me less", ago(1)): "Rule, going by the whole sentence",
        add_memory(alice, "Run a marathon", ago(1), kind="decision"): "Preference, because it was tagged “decision”",
        add_memory(alice, "The server runs Debian", ago(1)): "Fact, going by the whole sentence",
    }
    with scope.acting_as(alice.pk):
        pdf = told(trusted, "From now on, always Word").memory
    assert pdf
    for memory, reason in {**cases, pdf: "Preference, because it is about document format"}.items():
        assert reason in browser.get(f"/memories/{memory.pk}/").content.decode()


def test_an_event_to_come_fades_from_its_day_on(browser: Client, alice: User) -> None:
    day = timezone.localdate() + timedelta(days=60)
    memory = add_memory(alice, f"The concert is on {day:%Y-%m-%d}", ago(0))
    text = browser.get(f"/memories/{memory.pk}/").content.decode()
    assert f"fades 0.5 a day from {day.day} {day:%b %Y}" in text
    assert f"It does not fade until {day.day} {day:%B}." in text
    gone = day + timedelta(days=15)
    assert f"<strong>{gone.day} {gone:%B %Y}</strong>" in text


def test_a_corrected_kind_stays_as_the_person_set_it(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "The server runs Debian", ago(1))
    page = f"/memories/{memory.pk}/edit/"
    form = browser.get(page).context["form"]
    shown = {name: form[name].value() or "" for name in form.fields}
    browser.post(page, shown | {"kind": "rule"})
    assert "Rule, because you chose it" in browser.get(f"/memories/{memory.pk}/").content.decode()
    assert reload(alice, memory).ttl_days is None


def test_the_clock_shows_when_it_goes_dormant_and_is_archived(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "Met Chen", ago(2), kind="event", importance=8.0)
    clock = browser.get(f"/memories/{memory.pk}/").context["clock"]
    today = timezone.now().date()
    assert (clock.points, clock.band, clock.decay) == (7.0, "high", 0.5)
    assert (clock.dormant_on, clock.archive_on) == (today + timedelta(9), today + timedelta(13))
    assert [action.label for action in clock.actions] == [
        "Still true",
        "Never archive by age",
        "It helped",
        "Always include",
    ]


def test_a_suggestion_does_not_fade_from_agents_that_do_not_get_it(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        asked = told(scribe, "Met Chen").memory
    assert asked
    page = browser.get(f"/memories/{asked.pk}/")
    assert "It waits for your answer." in page.text
    assert (page.context["clock"].dormant, page.context["clock"].dormant_on) == (False, None)


@with_each(
    "verb, shows",
    [
        ("pin", "Pinned: never archived by age."),
        ("keep", "You keep it: never archived by age."),
        ("still-true", "Its time starts again today."),
        ("boost", "Marked as helpful. It counts a little more now."),
    ],
)
def test_each_button_makes_one_change_with_undo(browser: Client, alice: User, verb: str, shows: str) -> None:
    memory = add_memory(alice, "Met Chen", ago(5), kind="event", importance=8.0)
    version = {"version": shown_version(alice, memory)}
    page = browser.post(f"/memories/{memory.pk}/{verb}/", version, follow=True).content.decode()
    assert shows in page
    assert "Undo" in page
    newest = browser.get("/history/").context["log"].entries[0]
    assert (newest.step.verb, newest.step.by) == (verb.replace("-", "_"), "person")
    browser.post(f"/acts/{newest.act}/undo/")
    back = reload(alice, memory)
    assert (back.pinned, back.ttl_days, back.importance_base) == (False, 14, 8.0)


def test_the_curve_goes_from_its_first_day_through_a_boost_to_the_archive(alice: User) -> None:
    memory = add_memory(alice, "Met Chen", ago(10), kind="event", importance=8.0)
    with scope.acting_as(alice.pk):
        actions.boost(memory.pk, by=Person(alice), now=ago(5))
        memory = Memory.objects.get(pk=memory.pk)
        versions = list(history_model().objects.filter(id=memory.pk).order_by("history_id"))
        today = timezone.now().date()
        course = curve.course(memory, versions, today, ends=memory.archive_on)
        drawn = curve.draw(memory, versions, today, ends=memory.archive_on, sheet=curve.WIDE)
    day = timedelta(days=1)
    assert [course.on(today + n * day) for n in (-10, -6, -5, 0, 4)] == [8.0, 6.0, 6.0, 3.5, 1.5]
    assert course.lifts == [curve.Lift(today - 5 * day, "boost")]
    assert [(mark.name, mark.day) for mark in drawn.marks] == [
        ("today", today),
        ("dormant", today + 2 * day),
        ("archived", today + 5 * day),
    ]
    xs = [float(point.split(",")[0]) for point in f"{drawn.past} {drawn.future}".split()]
    assert xs == sorted(xs)
    assert min(xs) >= 0 <= max(xs) <= curve.WIDE.width


def test_progress_is_visible(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        for days in (13, 2):
            noted = told(scribe, "Uses Neovim", ago(days), name="editor", source="behaviour").memory
    assert noted
    page = browser.get(f"/memories/{noted.pk}/").content.decode()
    assert "2 of 3 repeats" in page
    assert "11 of 14 days" in page


# Review


def test_review_shows_fading_memories_and_ones_that_may_be_outdated(browser: Client, alice: User) -> None:
    event = add_memory(alice, "Met Chen", ago(12), kind="event")
    fact = add_memory(alice, "The office is on the third floor", ago(70))
    add_memory(alice, "Too far away", ago(1), kind="event")
    page = browser.get("/review/")
    assert [(each.memory.pk, each.days) for each in page.context["fading"]] == [(event.pk, 3)]
    assert [each.memory.pk for each in page.context["still_true"]] == [fact.pk]
    browser.post("/memories/still-true/", {"memory": [as_shown(alice, event)]})
    browser.post(f"/memories/{fact.pk}/still-true/", {"version": shown_version(alice, fact)})
    page = browser.get("/review/")
    assert (page.context["fading"], page.context["still_true"]) == ([], [])


def test_a_memory_that_goes_dormant_within_a_week_is_fading(alice: User) -> None:
    fact = add_memory(alice, "The server runs Debian", ago(16), importance=5.0)
    with scope.acting_as(alice.pk):
        fading = forecast.fading(alice, timezone.now().date(), MemorySettings.for_person(alice.pk))
    assert [(each.memory.pk, each.days, each.archived) for each in fading] == [(fact.pk, 5, False)]


def test_what_is_still_true_today_is_not_asked_again_before_tomorrow(browser: Client, alice: User) -> None:
    """An event fades within five days, so it would stand there again at once, with a button that does nothing."""
    event = add_memory(alice, "The demo went well", ago(12), kind="event", importance=5.0)
    assert [each.memory.pk for each in browser.get("/review/").context["fading"]] == [event.pk]
    browser.post(f"/memories/{event.pk}/still-true/", {"version": shown_version(alice, event)})
    assert browser.get("/review/").context["fading"] == []
    with scope.acting_as(alice.pk):
        tomorrow = (timezone.now() + timedelta(days=1)).date()
        fading = forecast.fading(alice, tomorrow, MemorySettings.for_person(alice.pk))
    assert [(each.memory.pk, each.days) for each in fading] == [(event.pk, 4)]


def test_a_conflict_is_shown_with_two_notes_and_answered(browser: Client, alice: User, trusted: Agent) -> None:
    pk = open_conflict(alice, trusted)
    card = browser.get("/review/").context["conflicts"][0]
    assert [side.shown_value for side in card.sides] == ["Concise", "Detailed"]
    assert card.notes == [
        "They were said 11 days apart. The newer one may be temporary.",
        "Agents use “Detailed” until you decide.",
    ]
    page = browser.post(
        f"/conflicts/{pk}/keep-one/", {"memory": card.sides[0].pk, "version": card.version}, follow=True
    )
    assert "Settled." in page.content.decode()
    act = page.context["notices"][0]["undo"]
    assert f"/acts/{act}/undo/" in page.content.decode()
    with scope.acting_as(alice.pk):
        assert Memory.objects.get(status="active").shown_value == "Concise"
    browser.post(f"/acts/{act}/undo/")
    assert len(browser.get("/review/").context["conflicts"]) == 1


def test_both_need_different_conditions_and_what_was_typed_stays(browser: Client, alice: User, trusted: Agent) -> None:
    pk = open_conflict(alice, trusted)
    card = browser.get("/review/").context["conflicts"][0]
    one, two = (side.pk for side in card.sides)
    form, shown = f"/conflicts/{pk}/keep-both/", {"version": card.version}
    same = browser.post(form, shown | {f"condition-{one}": "in chat", f"condition-{two}": "In chat"})
    assert same.status_code == 422
    assert "Say when each one applies. Only one can stay empty." in same.content.decode()
    assert 'value="in chat"' in same.content.decode()
    secret = browser.post(form, shown | {f"condition-{one}": "my password is hunter2canary"})
    assert secret.status_code == 422
    assert browser.post(form, shown | {f"condition-{one}": "in chat", f"condition-{two}": ""}).status_code == 302
    with scope.acting_as(alice.pk):
        assert set(Memory.objects.active().values_list("condition", "contested")) == {("in chat", False), ("", False)}
    assert "already decided" in browser.get(form).content.decode()


def test_a_postponed_conflict_is_hidden_for_a_week(browser: Client, alice: User, trusted: Agent) -> None:
    pk = open_conflict(alice, trusted)
    shown = browser.get("/review/").context["conflicts"][0].version
    browser.post(f"/conflicts/{pk}/later/", {"version": shown})
    page = browser.get("/review/")
    assert page.context["conflicts"] == []
    assert "1 conflict is postponed" in page.content.decode()
    assert page.context["counts"].waiting == 0


def test_a_goal_older_than_a_year_is_asked_about(browser: Client, alice: User) -> None:
    goal = add_memory(alice, "Learn the cello", ago(366), kind="goal")
    upkeep.run_now("archive", now=timezone.now())
    answer = browser.get("/review/")
    page = answer.content.decode()
    assert "Still a goal:" in page
    assert "Learn the cello" in page
    with scope.acting_as(alice.pk):
        question = Proposal.objects.get(memory=goal)
    browser.post(f"/proposals/{question.pk}/reject/", {"version": answer.context["questions"][0].version})
    assert reload(alice, goal).verified_at is not None


# The archive


def test_the_archive_shows_s2s_entries_restores_and_downloads(browser: Client, alice: User) -> None:
    event = add_memory(alice, "Met Chen", ago(20), kind="event", importance=8.0)
    rule = add_memory(alice, "Never on Fridays", ago(20), kind="rule")
    upkeep.run_now("archive", now=timezone.now())
    browser.post(f"/memories/{rule.pk}/archive/")
    page = browser.get("/archive/")
    assert [memory.pk for memory, _ in page.context["entries"]] == [rule.pk, event.pk]
    file = browser.get("/export/archive.json")
    assert file["Content-Disposition"] == 'attachment; filename="archive.json"'
    entry = next(each for each in json.loads(file.content) if each["type"] == "event")
    assert entry == {
        "id": event.obs_id,
        "original_date": str(ago(20).date()),
        "impact": "low",
        "type": "event",
        "ttl_days": 14,
        "importance": 0.0,
        "archived_reason": "event TTL expired (14 days)",
        "full_text": "Met Chen",
        "archived_on": str(timezone.now().date()),
        "label": "Met Chen",
        "value": "Met Chen",
        "details": "Met Chen",
        "category": "x",
        "source": "explicit",
        "confidence": 1.0,
    }
    keys = "id original_date impact type ttl_days importance archived_reason full_text"
    assert " ".join(entry).startswith(f"{keys} ")  # what S2 has no place for stands behind its own
    browser.post(f"/memories/{event.pk}/restore/", {"version": shown_version(alice, event)})
    assert reload(alice, event).status == "active"
    assert len(browser.get("/archive/").context["entries"]) == 1


def test_the_archive_pages_and_starts_empty(browser: Client, alice: User) -> None:
    assert "Nothing is archived" in browser.get("/archive/").content.decode()
    for n in range(53):
        add_memory(alice, f"Thing {n}", ago(20), kind="event")
    upkeep.run_now("archive", now=timezone.now(), batch=7)
    first = browser.get("/archive/")
    second = browser.get("/archive/" + first.context["older"])
    ids = [memory.pk for page in (first, second) for memory, _ in page.context["entries"]]
    assert len(ids) == len(set(ids)) == 53
    assert browser.get("/archive/?cursor=nonsense").status_code == 200


# Days


def test_short_term_memories_are_on_their_day(browser: Client, alice: User, scribe: Agent) -> None:
    with scope.acting_as(alice.pk):
        told(
            scribe,
            "Uses Neovim",
            datetime(2026, 2, 20, 12, tzinfo=timezone.get_default_timezone()),
            name="editor",
            source="behaviour",
        )
    days = browser.get("/days/?month=2026-02")
    assert days.context["total"] == 1
    assert '/days/2026-02-20/"' in days.content.decode()
    assert "Uses Neovim" in days.content.decode()  # the words, not only how many
    assert days.context["days"][0][1][0].said_by == "Scribe"
    assert "Uses Neovim" in browser.get("/days/2026-02-20/").content.decode()
    assert "Nothing was noted" in browser.get("/days/2026-02-21/").content.decode()
    assert browser.get("/days/2026-02-31/").status_code == 404
    for month in ("nonsense", "9999-99", "0001-01", "9999-12", ""):
        assert browser.get("/days/", {"month": month}).context["first"].day == 1
    assert browser.get("/days/0001-01-01/").status_code == browser.get("/days/9999-12-31/").status_code == 200


def test_the_queries_of_the_days_do_not_grow(browser: Client, alice: User, scribe: Agent) -> None:
    def queries() -> list[int]:
        counts = []
        for path in ("/days/", f"/days/{timezone.localdate()}/", "/archive/"):
            with CaptureQueriesContext(connection) as captured:
                assert browser.get(path).status_code == 200
            counts.append(len(captured))
        return counts

    def note(first: int, last: int) -> None:
        with scope.acting_as(alice.pk):
            for n in range(first, last):
                told(scribe, f"Uses editor number {n}", timezone.now(), name=f"editor {n}", source="behaviour")

    note(0, 1)
    few = queries()
    note(1, 30)
    assert queries() == few


# The past


def test_memories_and_changes_as_of_a_day(browser: Client, alice: User) -> None:
    memory = add_memory(alice, "PDF", ago(10), name="document_format")
    with scope.acting_as(alice.pk):
        typed(alice, "Word", ago(5), name="document_format", category="x")
        actions.expire(add_memory(alice, "Tea", ago(8)).pk, by=Person(alice), now=ago(3))
    on = {days: (timezone.now() - timedelta(days=days)).date().isoformat() for days in (11, 7, 4, 1)}

    def then(days: int, **more: str) -> list[str]:
        return [v.value for v in browser.get("/memories/", {"on": on[days], **more}).context["versions"]]

    assert [then(days) for days in (11, 7, 4, 1)] == [[], ["Tea", "PDF"], ["Word", "Tea"], ["Word"]]
    assert then(1, status="expired") == ["Tea"]
    assert then(1, status="superseded") == ["PDF"]
    assert then(7, kind="event") == []
    assert "versions" not in browser.get("/memories/?on=2026-99-01").context
    assert [e.step.value for e in browser.get("/history/", {"on": on[7]}).context["log"].entries] == ["Tea", "PDF"]
    browser.post(f"/memories/{memory.pk}/erase/")
    assert then(7) == ["Tea"]


def test_the_past_pages_without_missing_or_repeating(browser: Client, alice: User) -> None:
    for n in range(53):
        add_memory(alice, f"Thing {n}", ago(9))
    on = timezone.localdate().isoformat()
    first = browser.get("/memories/", {"on": on})
    second = browser.get("/memories/" + first.context["older"])
    ids = [v.id for page in (first, second) for v in page.context["versions"]]
    assert len(ids) == len(set(ids)) == 53


def test_the_change_log_as_csv_is_whole_and_no_spreadsheet_calculates_it(browser: Client, alice: User) -> None:
    for n in range(60):
        add_memory(alice, f"Thing {n}", ago(9))
    add_memory(alice, "=HYPERLINK(1)", ago(1), name="=SUM(A1)")
    sheet = browser.get("/history.csv").content
    assert sheet.startswith(codecs.BOM_UTF8)  # or a spreadsheet garbles Chinese
    rows = sheet.decode("utf-8-sig").splitlines()
    assert rows[0] == "Date,Change,Trigger,By,Memory,Number,Version"
    assert len(rows) == 62
    assert not any(cell.startswith(("=", '"=')) for row in rows for cell in row.split(","))
    assert len(browser.get(f"/history.csv?on={ago(5).date()}").content.decode().splitlines()) == 61
    assert len(browser.get("/history.csv?by=clock").content.decode().splitlines()) == 1


def test_the_number_in_the_csv_is_the_one_the_pages_show(browser: Client, alice: User) -> None:
    tea = add_memory(alice, "喜欢喝绿茶", ago(1))
    browser.post(f"/memories/{tea.pk}/still-true/")
    rows = list(csv.DictReader(browser.get("/history.csv").content.decode("utf-8-sig").splitlines()))
    steps = [entry.step for entry in browser.get("/history/").context["log"].entries]
    assert [(row["Memory"], row["Number"], row["Version"]) for row in rows] == [
        (str(tea.pk), tea.obs_id, str(step.version)) for step in steps
    ]
    assert f"<code>{tea.obs_id}</code>" in browser.get(f"/memories/{tea.pk}/").text


# What the clock did


def test_review_shows_what_the_clock_did(browser: Client, alice: User, bob: User) -> None:
    add_memory(alice, "Met Chen", ago(20), kind="event")
    add_memory(bob, "Met Chen", ago(20), kind="event")
    assert "nothing archived today" in browser.get("/review/").content.decode()
    upkeep.run_now("archive", now=timezone.now())
    activity = browser.get("/review/").context["last_night"]
    assert (activity.archived, activity.expired, activity.contested, activity.asked) == (1, 0, 0, 0)


def test_archive_below_can_be_set(browser: Client, alice: User) -> None:
    settings = browser.get("/settings/").context["form"].initial
    sent = {name: value for name, value in settings.items() if value not in (None, False)}
    browser.post("/settings/", {**sent, "archive_below": "2.0"})
    with scope.acting_as(alice.pk):
        assert MemorySettings.for_person(alice.pk).archive_below == 2.0
    assert 'value="2.0" selected' in browser.get("/settings/").content.decode()
