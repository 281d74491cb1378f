"""/settings/: a change applies from the next request."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.conftest import told

SAME = {
    "enable_memory": "on",
    "learning_enabled": "on",
    "confirm_new": "ask",
    "enabled_sections": ["user_insights", "response_preferences", "topic_highlights"],
    "min_confidence": "0.6",
    "injection_enabled": "on",
    "injection_max_items": "12",
    "injection_token_budget": "400",
    "relevance_feedback": "on",
    "learning_threshold": "3",
    "long_term_update_policy": "heuristic",
    "long_term_every": "1",
    "recent_window_type": "count",
    "recent_max_items": "30",
    "recent_max_age_days": "7",
    "single_keys": "on",
    "time_zone": "Asia/Shanghai",
}


def test_with_memory_off_the_next_call_writes_nothing(browser: Client, alice: User, scribe: Agent) -> None:
    answer = browser.post("/settings/", {**SAME, "enable_memory": ""})
    assert answer.status_code == 302
    with scope.acting_as(alice.pk):
        assert told(scribe, "I prefer reports as PDF").name == "unchanged"
        assert not Memory.objects.exists()
    assert "Memory off" in browser.get("/settings/").text


def test_the_table_shows_the_policy_under_these_settings(browser: Client) -> None:
    browser.post("/settings/", {**SAME, "confirm_new": "never"})
    table = browser.get("/settings/").context["table"]
    assert [row[1:] for row in table] == [
        ("used at once", "used at once"),
        ("used at once", "used at once"),
        ("kept as a note", "kept as a note"),
    ]


@with_each(
    "wrong, complaint",
    [
        ({"min_confidence": "1.5"}, "less than or equal to 1"),
        ({"injection_max_items": "13"}, "less than or equal to 12"),
        ({"injection_token_budget": "199"}, "greater than or equal to 200"),
        ({"min_confidence": "nan"}, "Enter a number"),
        ({"learning_threshold": "0"}, "greater than or equal to 1"),
        ({"recent_max_age_days": "366"}, "less than or equal to 365"),
        ({"recent_window_type": "moon"}, "not one of the available choices"),
        ({"time_zone": "Mars/Olympus"}, "not one of the available choices"),
        ({"time_zone": "localtime"}, "not one of the available choices"),  # Python knows it, and the database does not
        ({"confirm_new": "whatever"}, "not one of the available choices"),
        ({"enabled_sections": ["secrets"]}, "not one of the available choices"),
    ],
)
def test_a_wrong_setting_is_named_and_changes_nothing(
    browser: Client, alice: User, wrong: dict[str, object], complaint: str
) -> None:
    answer = browser.post("/settings/", {**SAME, **wrong})
    assert (answer.status_code, complaint in answer.text) == (422, True)
    with scope.acting_as(alice.pk):
        assert MemorySettings.for_person(alice.pk).time_zone == "UTC"


def test_dates_are_shown_in_my_time_zone(browser: Client, alice: User) -> None:
    browser.post("/settings/", SAME)
    with scope.acting_as(alice.pk):
        assert MemorySettings.for_person(alice.pk).zone.key == "Asia/Shanghai"


def saved(alice: User) -> MemorySettings:
    with scope.acting_as(alice.pk):
        return MemorySettings.for_person(alice.pk)


HTMX = {"HX-Request": "true"}


@with_each(
    "sent, notice",
    [
        ({"setting": "enable_memory"}, "Saved: memory is off."),
        ({"setting": "privacy_mode", "privacy_mode": "on"}, "Saved: agents get only what you said or corrected."),
        ({"setting": "time_zone", "time_zone": "Asia/Tokyo"}, "Saved: “Time zone” is now “Asia/Tokyo”."),
        (
            {"setting": "confirm_new", "confirm_new": "never"},
            "Saved: “Before something new is used” is now “Save at once what any agent says or notices”.",
        ),
        ({"setting": "enabled_sections"}, "Saved: “What agents may learn and get” is now “none”."),
        ({"setting": "archive_below", "archive_below": "2.0"}, "Saved: “Archive faded memories” is now “Below 2”."),
        ({"setting": "min_confidence", "min_confidence": "0.6"}, "That was the setting already."),
    ],
)
def test_one_setting_is_saved_alone_and_the_notice_says_what_it_is_now(
    browser: Client, alice: User, sent: dict[str, str], notice: str
) -> None:
    """Each setting is a form of its own: what another open page shows is not sent along."""
    before = saved(alice)
    answer = browser.post("/settings/", sent, headers=HTMX)
    assert notice in answer.text.replace("&quot;", '"')
    after = saved(alice)
    changed = {
        f.attname for f in MemorySettings._meta.fields if getattr(before, f.attname) != getattr(after, f.attname)
    }
    assert changed - {"time_zone_chosen"} <= {sent["setting"]}
    assert answer["HX-Trigger-After-Settle"] == "settings-changed"


def test_a_saved_setting_can_be_undone(browser: Client, alice: User) -> None:
    page = browser.post("/settings/", {"setting": "enable_memory"}, follow=True)
    notice = page.context["notices"][0]
    assert notice["text"].startswith("Saved: memory is off.")
    browser.post(f"/acts/{notice['undo']}/undo/", {"next": "/settings/"})
    assert saved(alice).enable_memory


def test_a_wrong_value_comes_back_in_its_place(browser: Client, alice: User) -> None:
    wrong = {"setting": "min_confidence", "min_confidence": "7"}
    in_place = browser.post("/settings/", wrong, headers=HTMX)
    assert (in_place.status_code, in_place["HX-Retarget"]) == (422, "#setting-min_confidence")
    assert "less than or equal to 1" in in_place.text
    whole = browser.post("/settings/", wrong)
    assert whole.status_code == 422
    assert 'value="7"' in whole.text
    assert "Memory is on" in whole.text
    assert saved(alice).min_confidence == 0.6


def test_a_corrected_value_is_answered_with_its_form_without_the_error(browser: Client) -> None:
    right = {"setting": "min_confidence", "min_confidence": "0.7"}
    assert 'id="setting-' not in browser.post("/settings/", right, headers=HTMX).text
    complaint = browser.post("/settings/", right | {"min_confidence": "7"}, headers=HTMX).text
    assert 'name="redraw"' in complaint
    answer = browser.post("/settings/", right | {"redraw": "1"}, headers=HTMX).text
    assert 'id="setting-min_confidence" novalidate hx-swap-oob="true"' in answer
    assert 'value="0.7"' in answer
    assert "data-invalid" not in answer
    assert 'name="redraw"' not in answer


def test_an_unknown_setting_changes_nothing(browser: Client, alice: User) -> None:
    before = saved(alice)
    browser.post("/settings/", {"setting": "person", "person": "x"})
    assert saved(alice).person_id == before.person_id


def test_single_keys_can_be_turned_off(browser: Client) -> None:
    assert 'data-keys="off"' not in browser.get("/settings/").text
    browser.post("/settings/", {"setting": "single_keys"})
    assert 'data-keys="off"' in browser.get("/review/").text


def test_the_page_costs_the_same_queries_whatever_was_changed(browser: Client) -> None:
    with CaptureQueriesContext(connection) as before:
        browser.get("/settings/")
    browser.post("/settings/", {"setting": "privacy_mode", "privacy_mode": "on"}, headers=HTMX)
    with CaptureQueriesContext(connection) as after:
        browser.get("/settings/")
    assert len(after) == len(before)
