"""/settings/: a change applies from the next request."""

import pytest
from django.test import Client

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Memory
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
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
    assert [row[1:] for row in table] == [("saved", "saved"), ("saved", "saved"), ("noted", "noted")]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"min_confidence": "1.5"}, "less than or equal to 1"),
        ({"injection_max_items": "13"}, "less than or equal to 12"),
        ({"injection_token_budget": "199"}, "greater than or equal to 200"),
        ({"min_confidence": "nan"}, "Enter a number"),
        ({"learning_threshold": "0"}, "greater than or equal to 1"),
        ({"recent_max_age_days": "366"}, "less than or equal to 365"),
        ({"recent_window_type": "moon"}, "not one of the available choices"),
        ({"time_zone": "Mars/Olympus"}, "not one of the available choices"),
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
