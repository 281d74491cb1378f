"""A person lets a connector in, as they meet the page: in Chromium, from the connector's question to its agent."""

import json
import urllib.request
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Route, expect

from tests.browser.conftest import Running, Visitor
from tests.browser.test_sign_in import check
from tests.rings import thorough
from tests.waiting import PATIENCE

BACK = "https://desk.example/back"


def question(running: Running, name: str, back: str = BACK, **changed: str) -> str:
    """Register a connector and return the address of its question."""
    sent = json.dumps({"client_name": name, "redirect_uris": [back]}).encode()
    asked = urllib.request.Request(f"{running.url}/oauth/register/", sent, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as response:
        client = json.load(response)["client_id"]
    asks = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": back,
        "state": "s",
        "code_challenge": "x" * 43,
    }
    return f"/oauth/authorize/?{urlencode(asks | {'code_challenge_method': 'S256'} | changed)}"


def test_a_person_lets_a_connector_in(running: Running, visits: Callable[..., Visitor]) -> None:
    visitor = visits("oauth@example.org")
    arrived: list[str] = []

    def arrive(route: Route) -> None:
        arrived.append(route.request.url)
        route.fulfill(status=200, content_type="text/html", body="<title>Back</title>")

    visitor.page.route("https://desk.example/**", arrive)
    page = visitor.goes_to(question(running, "Sample Desk"))
    check(page, "authorize")
    page.get_by_text("Choose what it may see").click()
    check(page, "authorize-open")
    page.get_by_label("Dietary").uncheck()
    page.get_by_role("button", name="Connect", exact=True).click()
    page.wait_for_url(f"{BACK}?**")  # the page's own policy lets the form end there
    assert "code=" in arrived[0]

    page = visitor.goes_to("/agents/")
    page.get_by_role("link", name="Sample Desk").first.click()
    expect(page.get_by_text("desk.example")).to_be_visible()
    expect(page.get_by_label("Dietary")).not_to_be_checked()
    check(page, "connector")


@thorough
def test_a_person_says_no(running: Running, visits: Callable[..., Visitor]) -> None:
    visitor = visits("oauth-no@example.org")
    visitor.page.route("http://localhost:3118/**", lambda route: route.fulfill(status=200, body="back"))
    page = visitor.goes_to(question(running, "A program with a long name on a laptop", "http://localhost:3118/back"))
    check(page, "authorize-program")
    page.get_by_label("Suggest what to remember").uncheck()
    page.get_by_label("Look up what you agreed").uncheck()
    page.get_by_role("button", name="Connect", exact=True).click()
    check(page, "authorize-nothing-ticked")
    page.get_by_role("button", name="Don’t connect").click()
    page.wait_for_url("http://localhost:3118/back?error=access_denied**")
    expect(visitor.goes_to("/agents/").get_by_text("No agent is connected")).to_be_visible()


@thorough
def test_a_question_that_cannot_be_put(running: Running, visits: Callable[..., Visitor]) -> None:
    visitor = visits("oauth-wrong@example.org", may_fail=True)
    check(visitor.goes_to("/oauth/authorize/?client_id=unknown"), "unanswerable")
    page = visitor.goes_to(question(running, "Sample Desk", resource="https://elsewhere.example"))
    expect(page.get_by_role("link", name="Back to Sample Desk")).to_be_visible()
    check(page, "unanswerable-back")
