"""What a person feels: from a key or a tap to the next picture on the screen (interaction to next paint)."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.conftest import Visitor

MOST_MS = 200  # what web.dev calls good; on a quiet machine none takes 50
OBSERVE = """
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) {
    if (each.interactionId) window.painted(`${location.pathname} ${each.name}`, each.duration);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


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
    took: list[tuple[str, float]] = []  # events that took longer than a frame, with milliseconds to the next paint
    visitor.page.context.expose_function("painted", lambda event, duration: took.append((event, duration)))
    visitor.page.context.add_init_script(OBSERVE)
    uses = {"/review/": use_review, "/memories/": use_memories, "/agents/": use_agents, "/history/": use_history}
    for path, use in uses.items():
        page = visitor.goes_to(path)
        use(page)
        page.wait_for_timeout(150)  # the observer hears of an event after its paint
    assert took
    slow = [each for each in took if each[1] > MOST_MS]
    assert len(slow) <= len(took) / 50, slow
