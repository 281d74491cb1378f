"""What an agent may read, chosen on its page, and the receipts of its reads; accessible in every window."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import faults_in_every_window


def test_a_category_is_switched_off_without_javascript(visits: Callable[..., Visitor]) -> None:
    visitor = visits("sight@example.org", java_script_enabled=False)
    visitor.running.manage("demo", "--person", visitor.email)
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Courier")
    listed = call(visitor, token, "get_user_preferences", {})["preferences"]
    assert any(row["category"] == "technical" for row in listed)
    page = visitor.goes_to("/agents/")
    page.get_by_role("link", name="Courier").click()
    page.get_by_label("Technical").uncheck()
    page.locator("section[aria-labelledby=sight] button").click()
    expect(page.locator(".notice").first).to_contain_text("Saved")
    expect(page.get_by_label("Technical")).not_to_be_checked()
    listed = call(visitor, token, "get_user_preferences", {})["preferences"]
    assert listed
    assert not any(row["category"] == "technical" for row in listed)


def test_the_agents_page_and_its_receipts_are_accessible(visits: Callable[..., Visitor]) -> None:
    visitor = visits("sight-windows@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Courier")
    reads = (("get_user_preferences", {"category": "technical"}), ("search_user_preferences", {"query": "report"}))
    for operation, arguments in reads:
        call(visitor, token, operation, arguments)
    page = visitor.goes_to("/agents/")
    page.get_by_role("link", name="Courier").click()
    agent = page.url.removeprefix(visitor.running.url)
    page = visitor.goes_to("/receipts/")
    receipt = page.locator("#receipts td a").first.get_attribute("href") or ""
    faults: list[str] = []
    for name, path in (("agent-who-read", agent), ("receipts-of-reads", "/receipts/"), ("receipt-of-a-read", receipt)):
        visitor.goes_to(path)
        faults += faults_in_every_window(page, name)
    assert faults == []
