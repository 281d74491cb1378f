"""What an agent may read, chosen on its page, and the receipts of its reads; accessible in every window."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import WINDOWS, violations

PICTURES = os.environ.get("PICTURES", "")


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


@pytest.mark.parametrize(("width", "height", "scheme"), WINDOWS)
def test_the_agents_page_and_its_receipts_are_accessible(
    visits: Callable[..., Visitor], width: int, height: int, scheme: str
) -> None:
    visitor = visits(
        f"sight-{width}-{scheme}@example.org", viewport={"width": width, "height": height}, color_scheme=scheme
    )
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
    for name, path in (("agent", agent), ("receipts", "/receipts/"), ("receipt", receipt)):
        visitor.goes_to(path)
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{name}-{width}-{scheme}.png", full_page=True)
