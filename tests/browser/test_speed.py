"""What a person feels: from a key or a tap to the next picture on the screen (interaction to next paint)."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Visitor

MOST_MS = 200  # what web.dev calls good; on a quiet machine none takes 50
OBSERVE = """
window.interactions = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (each.interactionId) window.interactions.push([each.name, each.duration]);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def interactions(page: Page) -> list[tuple[str, float]]:
    """Return the events that took longer than a frame, with their milliseconds to the next paint, and forget them."""
    page.wait_for_timeout(150)  # the observer hears of an event after its paint
    found: list[tuple[str, float]] = page.evaluate("window.interactions.splice(0)")
    return found


def use_review(page: Page) -> None:
    page.locator("[data-proposal]").first.wait_for()
    for key in ("j", "k", "x", "x", "j", "w", "?", "Escape"):
        page.keyboard.press(key)
    for n in range(5):
        page.keyboard.press("y" if n % 2 else "n")
        page.wait_for_timeout(300)
    page.keyboard.press("u")


def use_memories(page: Page) -> None:
    for letter in "report":
        page.keyboard.press("/" if letter == "r" else letter)
    page.locator("[name=sort]").select_option("name")
    page.wait_for_timeout(300)
    for tick in page.locator("main tbody [type=checkbox], main li [type=checkbox]").all()[:5]:
        tick.check()


def use_agents(page: Page) -> None:
    for cell in page.locator(".cell > summary").all()[:6]:
        cell.click()


def use_history(page: Page) -> None:
    page.locator("[type=range]").focus()
    for _ in range(8):
        page.keyboard.press("ArrowLeft")


def test_every_interaction_is_painted_soon_enough(visits: Callable[..., Visitor]) -> None:
    visitor = visits("quick@example.org")
    visitor.page.get_by_role("button", name="example month").first.click()
    visitor.page.locator("[data-proposal]").first.wait_for()
    visitor.page.context.add_init_script(OBSERVE)
    took: list[tuple[str, Any]] = []
    uses = {"/review/": use_review, "/memories/": use_memories, "/agents/": use_agents, "/history/": use_history}
    for path, use in uses.items():
        page = visitor.goes_to(path)
        use(page)
        took += [(f"{path} {event}", duration) for event, duration in interactions(page)]
    assert took
    slow = [each for each in took if each[1] > MOST_MS]
    assert len(slow) <= len(took) / 50, slow
