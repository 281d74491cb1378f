"""The moderation desk in a real browser: fifty items by keyboard alone, a selection, a phone, and no script at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import faults_in_every_window
from tests.rings import third, thorough

RECORDINGS = os.environ.get("RECORDINGS", "")  # a folder that gets a trace of the fifty items
SEED = """
from tests.browser.moderated import seed
print(seed("{moderator}", "{author}", {waiting}))
"""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ITEMS = 50


@pytest.fixture
def moderates(visits: Callable[..., Visitor]) -> Callable[..., tuple[Visitor, str]]:
    """Sign in the owner of a community in which so many wait; return also the address of its desk."""

    def new(name: str, *, waiting: int, **window: object) -> tuple[Visitor, str]:
        visitor = visits(f"{name}@example.org", **window)
        visitor.running.manage("create_person", f"{name}-author@example.org")
        code = SEED.format(moderator=visitor.email, author=f"{name}-author@example.org", waiting=waiting)
        return visitor, f"/communities/{visitor.running.manage('shell', '-c', code)}/desk/"

    return new


def focused(page: Page) -> str:
    """Return the id of what has the focus; empty for the page as a whole, which is no place to work from."""
    return str(page.evaluate("document.activeElement.id"))


def statement(page: Page) -> str:
    return page.locator("#item-title").inner_text()


def settles(page: Page) -> None:
    """Wait until what is open has the focus: htmx has taken over all that came with it by then."""
    page.wait_for_function("() => document.activeElement.id === 'item'")


def decide_by_keys(page: Page, *keys: str) -> None:
    """Press keys, and wait until something else is open and has the focus."""
    before = page.locator("#item").get_attribute("data-id")
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_function("id => document.getElementById('item')?.dataset.id !== id", arg=before)
    settles(page)


@thorough
def test_fifty_items_are_decided_by_keyboard_alone(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    visitor, desk = moderates("fifty", waiting=ITEMS)
    if RECORDINGS:
        visitor.page.context.tracing.start(screenshots=True, snapshots=True)
    page = visitor.goes_to(desk)
    expect(page.locator(".waiting .badge")).to_have_text(str(ITEMS))
    page.keyboard.press("j")
    expect(page.locator("#item-title")).to_have_text("Rule 2 of the handbook: door 2 is closed at night.")
    page.wait_for_function("() => document.activeElement.matches('[data-current] [data-open]')")
    page.keyboard.press("k")
    expect(page.locator("#item-title")).to_contain_text("Rule 1 of")
    page.wait_for_function("() => document.activeElement.matches('[data-current] [data-open]')")
    page.keyboard.press("Enter")
    assert focused(page) == "item"
    answers = [("1", "a"), ("3", "n"), ("5", "d"), ("6", "h"), ("4", "n"), ("1", "a"), ("7", "d")]
    for n in range(ITEMS - 1):
        decide_by_keys(page, *answers[n % len(answers)])
        left = ITEMS - 1 - n
        expect(page.locator(".waiting .badge")).to_have_text(str(left))
    page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="All decided")).to_be_visible()
    settles(page)
    page.keyboard.press("u")
    expect(page.locator("#item-title")).to_contain_text(f"Rule {ITEMS} of")
    settles(page)
    page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.get_by_role("heading", name="All decided")).to_be_visible()
    if RECORDINGS:
        visitor.page.context.tracing.stop(path=Path(RECORDINGS) / "fifty-items.zip")
    page = visitor.goes_to(desk.replace("/desk/", "/log/"))
    expect(page.locator(".log-line")).to_have_count(ITEMS)  # a page; the undone one and its Undo are two more lines
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator(".log-line")).to_have_count(2)


def test_the_desk_and_the_log_are_accessible_in_every_window(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    """With each kind of what waits open: a report, an appeal, a change, new ones, one with every red flag."""
    visitor, desk = moderates("windows", waiting=6)
    faults = faults_in_every_window(visitor.goes_to("/review/"), "review-with-switch")
    items = visitor.goes_to(desk).locator("[data-open]").evaluate_all("all => all.map((each) => each.href)")
    assert len(items) == 6
    for n, item in third(list(enumerate(items))):
        visitor.page.goto(item)
        faults += faults_in_every_window(visitor.page, f"desk-{n}")
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 860})
    page.keyboard.press("e")
    assert focused(page) == "id_statement"
    page.locator(".decide").get_by_role("button", name="Send back").click()  # native: a reason is required
    page.keyboard.press("Escape")
    page.locator("[name=reason][value=checked]").check()
    page.locator(".decide").get_by_role("button", name="Send back").click()
    expect(page.get_by_role("alert")).to_contain_text("“Checked and true” is no reason for “Send back”.")
    faults += faults_in_every_window(page, "desk-refused")
    visitor.page.set_viewport_size({"width": 1280, "height": 860})
    page = visitor.goes_to(desk)
    page.keyboard.press("x")
    faults += faults_in_every_window(page, "desk-selected")
    faults += faults_in_every_window(visitor.goes_to(desk.replace("/desk/", "/log/")), "log")
    assert faults == []


def test_a_selection_is_decided_and_undone_by_keyboard(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    visitor, desk = moderates("selects", waiting=12)
    page = visitor.goes_to(desk)
    page.keyboard.press("x")
    for n in (2, 3):
        page.keyboard.press("j")
        expect(page.locator("#item-title")).to_contain_text(f"Rule {n} of")
    page.keyboard.press("X")
    expect(page.locator("[data-selected]")).to_have_text("3")
    page.keyboard.press("3")
    page.keyboard.press("d")
    expect(page.locator("#notices")).to_contain_text("3 removed.")
    expect(page.locator(".waiting .badge")).to_have_text("9")
    expect(page.locator("#desks [aria-current]")).to_contain_text("9")
    page.keyboard.press("u")
    expect(page.locator("#notices")).to_contain_text("Undone. 3 wait again.")
    expect(page.locator(".waiting .badge")).to_have_text("12")


@thorough
def test_a_key_that_is_held_decides_about_one_item(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    visitor, desk = moderates("holds", waiting=12)
    page = visitor.goes_to(desk)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.keyboard.press("1")
    page.keyboard.down("a")
    expect(page.locator("#item-title")).to_contain_text("Rule 2 of")
    settles(page)
    page.keyboard.press("1")
    page.keyboard.down("a")  # as a repetition
    page.keyboard.up("a")
    page.wait_for_timeout(500)
    assert len(sent) == 1
    assert statement(page).startswith("Rule 2 of")


def test_on_a_phone_one_item_after_the_other_is_decided_by_thumb(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    visitor, desk = moderates("thumbs", waiting=12, **PHONE)
    page = visitor.goes_to(desk)
    page.get_by_role("link", name="Next").tap()
    expect(page.locator("#item-claim")).to_contain_text("2 of 12")
    page.get_by_role("button", name="Approve").tap()
    expect(page.locator("#item-title")).to_contain_text("Rule 3 of")
    page.locator(".reasons label").filter(has_text="Wrong").tap()
    page.locator(".decide > .menu summary").tap()
    page.locator(".decide > .menu").get_by_role("button", name="Remove").tap()
    expect(page.locator("#notices")).to_contain_text("Removed.")
    expect(page.locator("#item-claim")).to_contain_text("2 of 10")


@thorough
def test_without_a_script_rows_are_links_and_answers_are_forms(moderates: Callable[..., tuple[Visitor, str]]) -> None:
    visitor, desk = moderates("plain", waiting=12, java_script_enabled=False)
    page = visitor.goes_to(desk)
    page.locator("[data-open]").nth(3).click()
    expect(page.locator("#item-title")).to_contain_text("Rule 4 of")
    page.locator(".decide").get_by_role("button", name="Approve").click()
    expect(page.locator("#notices")).to_contain_text("Approved.")
    expect(page.locator("#item-title")).to_contain_text("Rule 5 of")
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(page.locator("#item-title")).to_contain_text("Rule 4 of")
