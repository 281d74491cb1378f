"""What an agent gets, the person's answer to it, and what the agent gets after that."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor, call


def test_not_for_this_task_is_gone_from_the_next_block_and_says_why(visits: Callable[..., Visitor]) -> None:
    visitor = visits("receipts@example.org")
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    page = visitor.goes_to("/memories/add/?field=technical.formats.document")
    page.get_by_role("radio", name="Word").check()
    page.get_by_role("button", name="Remember").click()
    work = {"task_type": "generate_report", "query": "the weekly report"}
    recalled = call(visitor, token, "recall_preferences", work)
    assert recalled["block"] == "- Rule: Document format: Word（confidence=1.00, source=explicit）"
    visitor.goes_to("/receipts/")
    page.locator(".saw summary").first.click()
    expect(page.locator(".receipt-item")).to_contain_text("needed for writing a report")
    page.get_by_text("The exact block").click()
    expect(page.locator(".block")).to_have_text(recalled["block"])
    page.get_by_label("More about Document format").click()
    page.get_by_role("button", name="Not for this task: Document format").click()
    expect(page.locator(".notice")).to_contain_text("won’t get it")
    assert call(visitor, token, "recall_preferences", work)["block"] == "(none)"
    page.get_by_role("link", name="See it now").click()
    expect(page.locator("#seen")).to_contain_text("you keep it from this agent or this work")
    page.get_by_label("Kind of task").select_option("code_task")
    expect(page.locator("#seen")).not_to_contain_text("you keep it from this agent or this work")


def test_a_smaller_budget_leaves_memories_out(visits: Callable[..., Visitor], example_month: str) -> None:
    page = visits(example_month).goes_to("/see-as/")
    items = page.locator("#seen .items").first.locator(".receipt-item")
    many = items.count()
    page.get_by_label("Token budget").fill("200")
    expect(page.locator("#seen")).to_contain_text("of 200 tokens")
    assert 0 < items.count() < many
    expect(page.locator("#seen")).to_contain_text("there was no room left in the token budget")
    page.get_by_label("Token budget").fill("450")
    expect(page.locator("#seen")).to_contain_text("of 450 tokens")
    page.get_by_label("Token budget").fill("4")
    expect(page.locator("#seen .error")).to_have_text(re.compile("^Token budget: .*200"))


def test_without_one_memory_the_page_says_what_would_change(visits: Callable[..., Visitor], example_month: str) -> None:
    page = visits(example_month).goes_to("/see-as/?budget=200")
    expect(page.locator("#seen .what-if")).to_have_count(0)
    page.get_by_role("link", name="Without this: ").nth(1).click()
    expect(page.locator("#seen .what-if")).to_contain_text("Without ")
    page.get_by_role("link", name="Put it back").click()
    expect(page.locator("#seen .what-if")).to_have_count(0)
