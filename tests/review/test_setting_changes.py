"""Changes of settings and agents stay in the log, whoever makes them and however."""

import csv
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import upkeep
from memoryweb.memories.models import Act, SettingChange
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.review.test_history import entries, lines

CHANGES = [  # address below the agent, what is sent, what the log says
    ("trust/", {"trust": "trusted"}, "You changed the trust in Scribe: Ask me first Trusted"),
    ("pause/", {"hours": "1"}, "You paused Scribe"),
    ("resume/", {}, "You resumed Scribe"),
    ("block/", {"category": "c-communication"}, "You hid Communication from Scribe"),
    ("revoke/", {}, "You revoked Scribe"),
    ("undo-revoke/", {}, "You let Scribe in again"),
]


@pytest.fixture
def changed(browser: Client, scribe: Agent) -> list[str]:
    """What the log says of every change, the newest first."""
    for address, sent, _ in CHANGES:
        assert browser.post(f"/agents/{scribe.pk}/{address}", sent).status_code == 302, address
    browser.post("/settings/", {"setting": "privacy_mode", "privacy_mode": "on"})
    return ["You changed a setting Privacy mode: off on", *(says for _, _, says in reversed(CHANGES))]


def test_each_is_a_line_and_stays_when_the_acts_for_undo_are_gone(
    browser: Client, changed: list[str], scribe: Agent
) -> None:
    assert lines(browser)[: len(changed)] == changed
    assert entries(browser)[0].act
    later = timezone.now() + timedelta(days=policy.UNDO_DAYS + 1)
    upkeep.run_now("purge_logs", now=later)
    assert not Act.objects.exists()
    assert lines(browser)[: len(changed)] == changed
    assert not any(entry.act for entry in entries(browser))


def test_the_pages_of_the_agent_and_of_the_settings_show_them(
    browser: Client, changed: list[str], scribe: Agent
) -> None:
    of_settings = [str(line.sentence) for line in browser.get("/settings/").context["changes"]]
    assert of_settings == ["You changed a setting Privacy mode: off → on"]
    of_agent = [str(line.sentence) for line in browser.get(f"/agents/{scribe.pk}/").context["changes"]]
    assert of_agent[0] == "You let Scribe in again"
    assert "You changed the trust in Scribe: Ask me first → Trusted" in of_agent
    assert of_agent[-1] == "Scribe was connected"
    assert lines(browser, f"?agent={scribe.pk}")[: len(changed) - 1] == changed[1:]


def test_connecting_in_the_browser_and_on_the_server_is_told_apart(browser: Client, alice: User) -> None:
    browser.post("/agents/connect/", {"name": "Robin", "tool": "other", "trust": "ask", "expires": ""})
    call_command("create_agent", person=alice.email, name="Jay")
    page = browser.get("/history/").text
    assert "You connected Robin" in page
    assert "Jay was connected" in page


def test_a_bulk_update_and_plain_sql_are_not_missed(browser: Client, scribe: Agent, alice: User) -> None:
    with scope.acting_as(alice.pk):
        Agent.objects.update(trust=Trust.READ_ONLY)
        MemorySettings.for_person(alice.pk)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE people_memorysettings SET min_confidence = 0.7")
        Agent.objects.update(last_used_at=timezone.now())  # no decision of anybody
        assert SettingChange.objects.count() == 3
    assert "A setting was changed Minimum confidence: 0.6 0.7" in lines(browser)


def test_undo_is_offered_and_stands_in_the_log_too(browser: Client, scribe: Agent, alice: User) -> None:
    browser.post(f"/agents/{scribe.pk}/trust/", {"trust": "trusted"})
    browser.post(f"/acts/{entries(browser)[0].act}/undo/")
    assert lines(browser)[:2] == [
        "You changed the trust in Scribe: Trusted Ask me first",
        "You changed the trust in Scribe: Ask me first Trusted",
    ]
    undone = entries(browser)[1]
    assert (undone.is_undone, undone.act) == (True, None)


def test_the_csv_has_them_in_order_of_time(browser: Client, changed: list[str]) -> None:
    text = b"".join(browser.get("/history.csv")).decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    assert rows[0]["Change"] == "You changed a setting Privacy mode: off → on"
    assert (rows[0]["Trigger"], rows[0]["By"]) == ("your decision", "you")
    assert (rows[-1]["Change"], rows[-1]["By"]) == ("Scribe was connected", "the server")
    assert [row["Date"] for row in rows] == sorted((row["Date"] for row in rows), reverse=True)


def test_no_person_and_no_agent_can_write_or_change_them(alice: User, scribe: Agent) -> None:
    statements = (
        "UPDATE memories_settingchange SET changes = '[]'",
        "DELETE FROM memories_settingchange",
        "INSERT INTO memories_settingchange SELECT * FROM memories_settingchange",
    )
    for statement in statements:
        with (
            pytest.raises(DatabaseError, match="permission denied"),
            scope.acting_as(alice.pk),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


def test_a_longer_log_costs_no_more_queries(browser: Client, scribe: Agent) -> None:
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(address).status_code == 200
        return len(captured)

    addresses = ("/history/", "/settings/", f"/agents/{scribe.pk}/")
    browser.post(f"/agents/{scribe.pk}/pause/", {"hours": ""})
    browser.post("/settings/", {"setting": "privacy_mode", "privacy_mode": "on"})
    for address in addresses:
        queries(address)  # the first takes a notice, too
    before = [queries(address) for address in addresses]
    for i in range(20):
        browser.post(f"/agents/{scribe.pk}/{'pause' if i % 2 else 'resume'}/", {"hours": ""})
        browser.post("/settings/", {"setting": "privacy_mode", "privacy_mode": "on" if i % 2 else ""})
    browser.get("/")
    browser.get("/review/")
    assert [queries(address) for address in addresses] == before
