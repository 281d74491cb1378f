"""Open pages hear of a new question at once: the list, the count in the navigation and the one in the tab's title."""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor, call, is_up
from tests.rings import thorough
from tests.waiting import wait_for


def kill_web_process(visitor: Visitor) -> None:
    """Kill the process that serves the pages, and wait until the supervisor has started another one."""
    port = visitor.running.url.rpartition(":")[2].encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"granian" in words and port in words:
            os.kill(int(folder.name), signal.SIGKILL)
    wait_for(lambda: is_up(f"{visitor.running.url}/healthz"))


@thorough
def test_two_browsers_hear_of_a_question_at_once_after_a_restart_too(visits: Callable[..., Visitor]) -> None:
    listing, reviewing = visits("ruth@example.org", may_fail=True), visits("ruth@example.org", may_fail=True)
    token = listing.running.manage("create_agent", "--person", listing.email, "--name", "Scribe")
    listing.goes_to("/memories/")
    reviewing.goes_to("/review/")
    for number, name in ((1, "pen"), (2, "cup")):
        said = {"category": "personal", "preference": name, "details": f"A blue {name}"}
        assert call(listing, token, "save_user_preference", said)["outcome"] == "proposed"
        question = reviewing.page.locator("[data-proposal]", has_text=f"A blue {name}")
        expect(question).to_be_visible()
        expect(listing.page.locator("#nav .count")).to_contain_text(str(number))
        expect(listing.page).to_have_title(re.compile(rf"^\({number}\) Memories"))
        kill_web_process(listing)


def test_every_tab_of_a_browser_hears_though_one_listens(visits: Callable[..., Visitor]) -> None:
    visitor = visits("tess@example.org")
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    visitor.goes_to("/memories/")
    other = visitor.page.context.new_page()
    other.goto(f"{visitor.running.url}/history/")
    said = {"category": "personal", "preference": "pen", "details": "A blue pen"}
    call(visitor, token, "save_user_preference", said)
    for page in (visitor.page, other):
        expect(page.locator("#nav .count")).to_contain_text("1")


def memories_of(visitor: Visitor, *names: str) -> Page:
    """Return the page of a person to whom an agent has suggested something blue of each name."""
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    for name in names:
        said = {"category": "personal", "preference": name, "details": f"A blue {name}"}
        call(visitor, token, "save_user_preference", said)
    return visitor.goes_to("/memories/")


def test_a_search_that_is_typed_while_the_list_is_redrawn_stays(visits: Callable[..., Visitor]) -> None:
    page = memories_of(visits("typing@example.org"), "pen", "cup")
    held: list[Route] = []
    page.route("**/memories/?*q=cup*", lambda route: held.append(route))  # noqa: PLW0108 Playwright wants a function
    with page.expect_request("**/memories/?*q=cup*"):
        page.locator("#q").fill("cup")
    page.evaluate("htmx.trigger(document.body, 'memories-changed')")
    page.wait_for_timeout(1_000)  # a redraw that did not wait for the search would be there
    held[0].continue_()
    expect(page.locator("#results")).not_to_contain_text("A blue pen")
    expect(page.locator("#results")).to_contain_text("A blue cup")


def test_a_search_that_waits_for_a_redraw_is_not_dropped_for_another_one(visits: Callable[..., Visitor]) -> None:
    page = memories_of(visits("typing-on@example.org"), "pen", "cup")
    held: list[Route] = []
    is_holding = True
    page.route("**/memories/?*", lambda route: held.append(route) if is_holding else route.continue_())
    with page.expect_request("**/memories/?*q=blue*"):
        page.locator("#q").fill("blue")
    page.evaluate("htmx.trigger(document.body, 'memories-changed')")  # waits for the search
    with page.expect_request("**/memories/**"):  # which the next one calls off, so that the redraw is sent
        page.locator("#q").fill("cup")
    page.evaluate("htmx.trigger(document.body, 'memories-changed')")
    is_holding = False
    for route in held[1:]:
        route.continue_()
    expect(page.locator("#results")).not_to_contain_text("A blue pen")
    expect(page.locator("#results")).to_contain_text("A blue cup")
