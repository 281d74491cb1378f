"""What should have been given, and the time zone that the browser tells: presses a person makes once."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import faults_in_every_window

FED = "Zebrafish are fed at dusk"
WORK = {"task_type": "code_task", "query": "Why does the build fail?"}


def test_a_near_miss_is_marked_given_downloaded_and_taken_back(visits: Callable[..., Visitor]) -> None:
    visitor = visits("wanted@example.org")
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    page = visitor.page
    for label, value in (("Aquarium", FED), ("Garden", "Tomatoes are sown in March"), ("Shelf", "Books by color")):
        visitor.goes_to("/memories/add/")
        page.get_by_label("What is it about?").fill(label)
        page.get_by_label("Value").fill(value)
        page.get_by_role("button", name="Remember").click()
        expect(page.locator(".notice").first).to_be_visible()
    assert call(visitor, token, "recall_preferences", WORK)["block"] == "(none)"
    visitor.goes_to("/receipts/")
    page.locator(".saw summary").first.click()
    faults = faults_in_every_window(page, "wanted-near-miss")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.get_by_role("button", name="This should have been given: Aquarium").click()
    expect(page.locator(".notice")).to_contain_text("when the work is the same: working on code")
    expect(page.locator(".receipt-item .chip")).to_have_text("Should have been given")
    faults += faults_in_every_window(page, "wanted-marked")
    assert FED in call(visitor, token, "recall_preferences", WORK)["block"]
    visitor.goes_to("/receipts/")
    page.get_by_role("link", name="Should have been given").click()
    expect(page.locator(".wanted .receipt-item")).to_contain_text("for “Why does the build fail?”")
    faults += faults_in_every_window(page, "wanted-list")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download to share").click()
    assert json.loads(download.value.path().read_text()) == {
        "request": WORK["query"],
        "memory": f"Aquarium: {FED}",
        "kindOfWork": "code_task",
        "wanted": True,
    }
    page.set_viewport_size({"width": 1280, "height": 860})
    page.get_by_role("button", name="Take back: Aquarium").click()
    expect(page.get_by_role("heading", name="Nothing is marked")).to_be_visible()
    faults += faults_in_every_window(page, "wanted-empty")
    assert call(visitor, token, "recall_preferences", WORK)["block"] == "(none)"
    assert faults == []


def test_the_browser_tells_its_time_zone_and_is_asked_once(visits: Callable[..., Visitor]) -> None:
    visitor = visits("zone@example.org", timezone_id="Europe/Berlin")
    page = visitor.goes_to("/memories/")
    expect(page.locator("#zone")).to_contain_text("Your browser is in Europe/Berlin. Use it?")
    faults = faults_in_every_window(page, "zone")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.get_by_role("button", name="Use").click()
    expect(page.locator(".notice")).to_contain_text("Your time zone is Europe/Berlin.")
    expect(visitor.goes_to("/review/").locator("#zone")).to_have_count(0)
    assert faults == []


def test_without_a_script_or_away_from_it_nobody_is_asked(visits: Callable[..., Visitor]) -> None:
    silent = visits("silent@example.org", timezone_id="Europe/Berlin", java_script_enabled=False)
    expect(silent.goes_to("/memories/").locator("#zone")).to_be_hidden()
    in_utc = visits("utc@example.org", timezone_id="UTC")
    expect(in_utc.goes_to("/memories/").locator("#zone")).to_be_hidden()
