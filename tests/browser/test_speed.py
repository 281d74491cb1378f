"""What a key or a tap costs the page: processor time of its main thread, which a busy machine does not change much."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.browser.conftest import Visitor
from tests.rings import thorough

MOST_MS = 200  # what web.dev calls a good interaction to next paint
SETTLES = 300  # milliseconds for the answer, the swap and the paint


def use_review(page: Page) -> Iterator[str]:
    page.locator("[data-proposal]").first.wait_for()
    for key in ("j", "k", "x", "x", "j", "w", "?", "Escape", "n", "y", "n", "u"):
        page.keyboard.press(key)
        yield key


def use_memories(page: Page) -> Iterator[str]:
    for key in "/eport":
        page.keyboard.press(key)
        yield key
    page.locator("[name=sort]").select_option("name")
    yield "sort"
    for tick in page.locator("main tbody [type=checkbox], main li [type=checkbox]").all()[:3]:
        tick.check()
        yield "tick"


def use_agents(page: Page) -> Iterator[str]:
    for cell in page.locator(".cell > summary").all()[:3]:
        cell.click()
        yield "cell"


def use_history(page: Page) -> Iterator[str]:
    page.locator("[type=range]").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
        yield "month"


@thorough
def test_no_interaction_keeps_the_page_busy(visits: Callable[..., Visitor]) -> None:
    visitor = visits("quick@example.org")
    visitor.goes_to("/review/").get_by_role("button", name="example month").first.click()
    visitor.page.locator("[data-proposal]").first.wait_for()
    debugger = visitor.page.context.new_cdp_session(visitor.page)
    debugger.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        """Return the milliseconds of processor time that this page's main thread has taken."""
        metrics = debugger.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    took: list[tuple[str, str, float]] = []
    uses = {"/review/": use_review, "/memories/": use_memories, "/agents/": use_agents, "/history/": use_history}
    for path, use in uses.items():
        page = visitor.goes_to(path)
        page.wait_for_timeout(SETTLES)
        before = busy()
        for interaction in use(page):
            page.wait_for_timeout(SETTLES)
            took.append((path, interaction, busy() - before))
            before = busy()
    assert {path for path, _, _ in took} == set(uses)
    assert max(milliseconds for _, _, milliseconds in took) > 1, took  # else nothing was measured
    assert [each for each in took if each[2] > MOST_MS] == []
