"""Settings in a browser: each part of the page shows what was just saved, and nothing else moves."""

from collections.abc import Callable

from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import Visitor


def test_each_part_of_the_page_shows_what_was_saved(visits: Callable[..., Visitor]) -> None:
    page = visits("settings@example.org").goes_to("/settings/")
    notices = page.locator("#notices")
    for fold in ("Advanced", "What happens to new memories", "Changes"):
        page.get_by_text(fold, exact=True).click()

    confidence = page.get_by_label("Minimum confidence")
    confidence.fill("7")
    confidence.press("Tab")
    expect(page.get_by_text("less than or equal to 1")).to_be_visible()
    expect(confidence).to_have_value("7")
    confidence.fill("0.7")
    confidence.press("Enter")
    expect(notices).to_contain_text("“Minimum confidence” is now “0.7”")
    expect(page.get_by_text("less than or equal to 1")).to_have_count(0)
    expect(confidence).to_be_focused()
    expect(page.locator("#setting-changes dd")).to_have_count(1)

    page.get_by_label("Save at once what any agent says or notices").check()
    expect(page.locator("#new-memories tr").nth(1).locator("td")).to_have_text(["used at once", "used at once"])
    expect(page.locator("#setting-changes dd")).to_have_count(2)

    page.get_by_label("Spend at most").fill("12")
    page.keyboard.press("Tab")
    expect(page.locator("#model-meter")).to_contain_text("of 0.12")

    memory = page.locator("#id_enable_memory")
    memory.uncheck()
    page.get_by_role("button", name="Turn it on").click()
    expect(notices).to_contain_text("memory is on")
    expect(memory).to_be_checked()

    page.locator("#id_single_keys").uncheck()
    expect(page.locator("#nav")).to_have_attribute("data-keys", "off")  # without loading the page again
    page.keyboard.press("g")
    page.keyboard.press("m")
    page.wait_for_timeout(1000)  # nothing is awaited: nothing may come
    assert page.url.endswith("/settings/")


def test_of_two_changes_in_a_row_the_page_shows_the_second(visits: Callable[..., Visitor]) -> None:
    """The redraw after the first change is still on its way when the second change comes."""
    page = visits("second@example.org").goes_to("/settings/")
    notices = page.locator("#notices")
    asked: list[Route] = []
    held: list[tuple[Route, APIResponse]] = []
    is_holding = True

    def hold(route: Route) -> None:
        if is_holding and route.request.method == "GET":
            asked.append(route)
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/settings/", hold)
    page.locator("#id_learning_enabled").uncheck()
    expect(notices).to_contain_text("Saved")
    page.locator("#id_enable_memory").uncheck()
    expect(notices).to_contain_text("emory is off")
    waited = 0
    while not asked or len(held) < len(asked):  # an answer may itself still be on its way to be held
        assert (waited := waited + 1) < 100, "no redraw was asked for"
        page.wait_for_timeout(100)
    is_holding = False
    for route, answer in held:
        route.fulfill(response=answer)
    expect(page.get_by_role("button", name="Turn it on")).to_be_visible()
