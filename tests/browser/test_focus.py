"""A redraw that takes away what had the focus gives it to what stands there now, so that keys go on from there."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor


def test_after_the_rows_of_memories_the_next_row_and_after_undo_redo(
    visits: Callable[..., Visitor], example_month: str
) -> None:
    page = visits(example_month).goes_to("/memories/")
    rows = page.locator(".memory-row")
    first, second, third = (rows.nth(at).get_attribute("id") for at in range(3))
    rows.nth(1).get_by_role("checkbox").press("Space")
    page.get_by_role("button", name="Stop using").press("Enter")
    expect(page.locator(f"#{second}")).to_have_count(0)
    expect(page.locator(f"#{third} .says a")).to_be_focused()
    page.locator("#notices").get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("#notices").get_by_role("button", name="Redo")).to_be_focused()
    expect(page.locator(f"#{second}")).to_have_count(1)
    page.locator(f"#{first}").get_by_role("checkbox").press("Space")
    page.get_by_role("button", name="Confirm").press("Enter")
    expect(page.locator("#notices")).to_contain_text("confirmed")
    expect(page.locator(f"#{first} .says a")).to_be_focused()


def test_after_undo_in_history_its_line(visits: Callable[..., Visitor]) -> None:
    visitor = visits("focus-history@example.org")
    page = visitor.goes_to("/memories/add/")
    for what in ("Pen", "Cup"):
        page.get_by_label("What is it about?").fill(what)
        page.get_by_label("Value").fill("blue")
        page.get_by_role("button", name="Remember").click()
        expect(page.locator(".notice").first).to_be_visible()
        visitor.goes_to("/memories/add/")
    visitor.goes_to("/history/")
    line = page.locator(".log li:has(.undo button):has(.what a)").nth(1)
    name = line.get_attribute("id")
    line.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("#notices")).to_contain_text("Undone")
    expect(page.locator(f"#{name} .what a")).to_be_focused()


def test_after_a_square_of_agents_its_square(visits: Callable[..., Visitor], example_month: str) -> None:
    page = visits(example_month).goes_to("/agents/")
    square = page.locator(".matrix tbody tr").first.locator("td").nth(1)
    square.hover()
    square.locator(".quick").click()
    expect(square).to_contain_text("Blocked")
    expect(square.locator("summary")).to_be_focused()
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(square).not_to_contain_text("Blocked")


def test_after_the_last_row_the_heading(visits: Callable[..., Visitor]) -> None:
    visitor = visits("focus-heading@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    visitor.running.manage("upkeep", "archive")
    page = visitor.goes_to("/archive/")
    restore = page.locator("#archive .archived > form button")
    left = restore.count()
    assert left
    while left:
        restore.last.press("Enter")
        left -= 1
        expect(restore).to_have_count(left)
    expect(page.get_by_role("heading", name="Nothing is archived")).to_be_focused()
