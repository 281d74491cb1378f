"""Review on a phone: one card at a time, answered by thumb and by swipe."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, call
from tests.rings import thorough

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TOUCHES = """([steps, x, y]) => {
  for (const [type, by, pointerId] of steps) {
    const touch = {pointerType: "touch", pointerId, isPrimary: pointerId === 1, clientX: x + by, clientY: y};
    const card = document.querySelector("[data-proposal][data-current]");
    card.dispatchEvent(new PointerEvent(type, {bubbles: true, ...touch}));
  }
}"""
Touch = tuple[str, int, int]  # the event, how far from where the first finger began, and the finger
TO_THE_LEFT: list[Touch] = [
    ("pointerdown", 0, 1),
    ("pointermove", -80, 1),
    ("pointermove", -200, 1),
    ("pointerup", -200, 1),
]


def ask(visitor: Visitor, number: int) -> None:
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Claude Code")
    for n in range(number):
        said = {"details": f"I like thing number {n}", "quote": f"thing {n}"}
        call(visitor, token, "save_user_preference", {"category": "personal", "preference": f"favourite_{n}"} | said)


def touch(page: Page, steps: list[Touch]) -> None:
    box = page.locator("[data-proposal][data-current]").bounding_box()
    assert box
    page.evaluate(TOUCHES, [steps, box["x"] + 260, box["y"] + 60])


@thorough
def test_forty_questions_are_answered_one_by_one_on_a_phone(visits: Callable[..., Visitor]) -> None:
    """Each answer shows the next card at once, by thumb and by swipe, and the last one can be undone."""
    visitor = visits("thumb@example.org", **PHONE)
    ask(visitor, 40)
    page = visitor.goes_to("/review/")
    place = page.locator("[data-place]")
    current = page.locator("[data-proposal][data-current]")
    expect(place).to_have_text("1 of 40")
    expect(page.locator("[data-proposal]:visible")).to_have_count(1)
    thumb = current.get_by_role("button", name="Remember", exact=True)
    box = thumb.bounding_box()
    assert box
    assert box["height"] >= 48
    assert box["y"] + box["height"] < 844 - 60  # above the bar
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844
    began = datetime.now(UTC)
    for n in range(1, 40):
        said = current.locator("h3").inner_text()
        page.clock.set_fixed_time(began + timedelta(seconds=n))  # so much for reading each
        page.locator(f"[data-current] [data-answers={'no' if n % 4 == 0 else 'yes'}]").click()
        expect(current.locator("h3")).not_to_have_text(said)
        expect(place).to_have_text(f"{n + 1} of 40")
    page.clock.set_fixed_time(began + timedelta(minutes=1))
    page.locator("[data-current] [data-answers=yes]").click()
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(current).to_have_count(1)
    touch(page, TO_THE_LEFT)
    expect(page.locator("#notices")).to_contain_text("Not remembered")
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()


def test_the_second_tap_of_a_double_tap_does_not_answer_the_next_card(visits: Callable[..., Visitor]) -> None:
    visitor = visits("twice@example.org", **PHONE)
    ask(visitor, 3)
    page = visitor.goes_to("/review/")
    place = page.locator("[data-place]")
    expect(place).to_have_text("1 of 3")
    box = page.locator("[data-current] [data-answers=yes]").bounding_box()
    assert box
    at = (box["x"] + 40, box["y"] + 20)
    began = datetime.now(UTC)
    page.clock.set_fixed_time(began)
    page.touchscreen.tap(*at)
    expect(place).to_have_text("2 of 3")
    page.touchscreen.tap(*at)
    expect(page.locator("#notices")).to_contain_text("Remembered.")
    expect(place).to_have_text("2 of 3")
    page.clock.set_fixed_time(began + timedelta(seconds=1))
    page.touchscreen.tap(*at)
    expect(place).to_have_text("3 of 3")


def test_two_fingers_on_a_card_answer_nothing(visits: Callable[..., Visitor]) -> None:
    visitor = visits("fingers@example.org", **PHONE)
    ask(visitor, 2)
    page = visitor.goes_to("/review/")
    expect(page.locator("[data-place]")).to_have_text("1 of 2")
    touch(page, [("pointerdown", 0, 1), ("pointerdown", -180, 2), ("pointermove", -200, 2), ("pointerup", -200, 2)])
    touch(page, [("pointermove", -200, 1), ("pointerup", -200, 1)])
    touch(page, [("pointerdown", 0, 2), ("pointerup", -200, 2)])  # where the first finger is not on the card
    expect(page.locator("[data-place]")).to_have_text("1 of 2")
    expect(page.locator("[data-swipe]")).to_have_count(0)
    touch(page, TO_THE_LEFT)
    expect(page.locator("[data-place]")).to_have_text("2 of 2")


def test_a_card_keeps_its_answers_when_its_words_are_tapped(visits: Callable[..., Visitor]) -> None:
    visitor = visits("words@example.org", **PHONE)
    ask(visitor, 2)
    page = visitor.goes_to("/review/")
    current = page.locator("[data-proposal][data-current]")
    current.locator("h3").tap()
    page.wait_for_timeout(200)
    expect(current.get_by_role("button", name="Remember", exact=True)).to_be_visible()
    as_list = page.locator("[data-as-list]")
    as_list.tap()
    current.locator("h3").tap()
    expect(current.locator("> details")).not_to_have_attribute("open", "")
    as_list.tap()
    expect(current.get_by_role("button", name="Remember", exact=True)).to_be_visible()
