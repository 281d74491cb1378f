"""What an agent may read, chosen on its page, and the receipts of its reads; accessible in every window."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import faults_in_every_window
from tests.rings import thorough


@thorough
def test_a_category_is_switched_off_without_javascript(visits: Callable[..., Visitor]) -> None:
    visitor = visits("sight@example.org", java_script_enabled=False)
    visitor.running.manage("demo", "--person", visitor.email)
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Courier")
    listed = call(visitor, token, "get_user_preferences", {})["preferences"]
    assert any(row["category"] == "technical" for row in listed)
    page = visitor.goes_to("/agents/")
    square = page.locator("tr", has=page.get_by_role("link", name="Courier", exact=True)).locator(".cell").nth(1)
    square.locator("summary").click()
    page.get_by_role("button", name="Block: Technical, for Courier").click()
    expect(page.locator(".notice").first).to_contain_text("Courier won’t see Technical any more.")
    expect(square).to_contain_text("Blocked")
    assert not any(
        row["category"] == "technical" for row in call(visitor, token, "get_user_preferences", {})["preferences"]
    )
    page.get_by_role("link", name="Courier", exact=True).click()
    page.get_by_label("Technical").check()
    page.locator("section[aria-labelledby=sight] button").click()
    expect(page.get_by_label("Technical")).to_be_checked()
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
    page.get_by_role("link", name="Courier", exact=True).click()
    agent = page.url.removeprefix(visitor.running.url)
    page = visitor.goes_to("/receipts/")
    receipt = page.locator("#feed .saw-parts a").first.get_attribute("href") or ""
    faults: list[str] = []
    for name, path in (("agent-who-read", agent), ("receipts-of-reads", "/receipts/"), ("receipt-of-a-read", receipt)):
        visitor.goes_to(path)
        faults += faults_in_every_window(page, name)
    assert faults == []


@thorough
def test_a_square_opens_shows_samples_and_keeps_the_focus(visits: Callable[..., Visitor]) -> None:
    visitor = visits("squares@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/agents/")
    row = page.locator("tr", has=page.get_by_role("link", name="Claude Code", exact=True))
    square = row.locator(".cell").nth(1)
    summary = square.locator("summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(square.locator(".pop li").first).to_be_visible()
    faults = faults_in_every_window(page, "agents-square")
    page.keyboard.press("Escape")
    expect(square.locator(".pop")).to_be_hidden()
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Block: Technical, for Claude Code").click()
    expect(square).to_contain_text("Blocked")
    expect(summary).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(square).not_to_contain_text("Blocked")
    row.locator(".trust summary").click()
    page.get_by_role("button", name="Read only: Claude Code").click()
    expect(row.locator(".trust summary")).to_contain_text("Read only")
    assert faults == []


def test_a_revoke_is_asked_once_and_undone(visits: Callable[..., Visitor]) -> None:
    visitor = visits("revoke@example.org")
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Courier")
    page = visitor.goes_to("/agents/")
    page.get_by_role("link", name="Courier", exact=True).click()
    page.get_by_text("Revoke…").click()
    page.get_by_role("button", name="Revoke Courier").click()
    page.locator(".agent-undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".notice").first).to_contain_text("works again")
    call(visitor, token, "get_user_preferences", {})


def test_a_category_is_blocked_in_two_clicks_from_anywhere(visits: Callable[..., Visitor], example_month: str) -> None:
    page = visits(example_month).goes_to("/review/")
    page.locator("#nav").get_by_role("link", name="Agents").click()
    cell = page.locator("#matrix td", has_text="Technical").first
    cell.hover()
    cell.locator(".quick").click()
    expect(page.locator("#notices")).to_contain_text("won’t see Technical")
    expect(cell.locator("details[data-blocked]")).to_have_count(1)
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(cell.locator("details[data-blocked]")).to_have_count(0)
