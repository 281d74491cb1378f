"""The first minutes in a browser, up to a first confirmed memory, and a form that outlives its session."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import faults_in_every_window

CLICKS_MOST = 15


class Clicks:
    """Counts what the person has to press."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 1  # the button behind the printed link

    def press(self, name: str, role: str = "button") -> None:
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.count += 1


def test_from_the_printed_link_to_a_confirmed_memory(visits: Callable[..., Visitor]) -> None:
    visitor = visits("first@example.org")
    page = visitor.goes_to("/start/")
    clicks = Clicks(page)
    faults = faults_in_every_window(page, "start")
    clicks.press("Show me what to paste")
    expect(page.get_by_text("Waiting for its first call…")).to_be_visible()
    snippet = page.locator("#snippet-claude-code-new").inner_text()
    token = snippet.split("'")[1]
    assert page.url.endswith("/start/")  # in place, the token in no address
    faults += faults_in_every_window(page, "start-token")

    statement = {"category": "communication", "preference": "spelling", "details": "I write in British English"}
    assert call(visitor, token, "save_user_preference", statement)["outcome"] == "proposed"
    expect(page.get_by_role("heading", name="One down, two to go")).to_be_visible()
    expect(page.locator("#whoami")).to_contain_text("1 agent connected")  # all of the page tells it
    page.get_by_text("The same token elsewhere").click()
    assert token in page.locator("#snippet-ask").inner_text()  # and the third step can still use it
    faults += faults_in_every_window(page, "start-asked")
    clicks.press("Answer it", role="link")
    with page.expect_response("**/accept/"):
        page.locator('[data-key="y"]').first.click()
    clicks.count += 1
    page.goto(visitor.running.url + "/start/")
    expect(page.get_by_role("heading", name="Two down, one to go")).to_be_visible()

    call(visitor, token, "recall_preferences", {"task_type": "reply_message", "query": "how do I write?"})
    clicks.press("Its first receipt", role="link")
    expect(page.get_by_text("British English").first).to_be_visible()
    assert clicks.count < CLICKS_MOST
    assert faults == []


def test_what_was_typed_before_the_session_ended_is_saved_after_signing_in(visits: Callable[..., Visitor]) -> None:
    visitor = visits("typed@example.org")
    page = visitor.goes_to("/memories/add/")
    page.locator('[name="label"]').fill("Tone")
    page.locator('[name="value"]').fill("Warm and short")
    page.context.clear_cookies(name=f"memoryweb_{visitor.running.url.rpartition(':')[2]}")
    page.locator("#add form[method=post] button.button").first.click()
    page.wait_for_url("**/person/login/**")
    expect(page.get_by_text("What you typed is kept")).to_be_visible()
    page.goto(visitor.running.manage("create_person", visitor.email))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/memories/**")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Warm and short")


def test_a_setting_is_saved_as_it_changes_and_undone(visits: Callable[..., Visitor]) -> None:
    page = visits("switch@example.org").goes_to("/settings/")
    page.get_by_label("Memory is on").uncheck()
    expect(page.locator("#notices")).to_contain_text("Saved: memory is off.")
    expect(page.get_by_text("Memory off")).to_be_visible()
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Memory is on")).to_be_checked()
    page.get_by_text("Advanced", exact=True).click()
    page.get_by_label("Minimum confidence").fill("7")
    page.get_by_label("Minimum confidence").press("Tab")
    expect(page.get_by_text("less than or equal to 1")).to_be_visible()
    page.get_by_label("Minimum confidence").fill("0.7")
    page.get_by_label("Minimum confidence").press("Tab")
    expect(page.locator("#notices")).to_contain_text("is now “0.7”")


def test_a_page_left_open_leads_to_the_sign_in_page(visits: Callable[..., Visitor]) -> None:
    visitor = visits("left@example.org")
    page = visitor.goes_to("/settings/")
    page.context.clear_cookies(name=f"memoryweb_{visitor.running.url.rpartition(':')[2]}")
    page.get_by_label("Privacy mode").click(no_wait_after=True)
    page.wait_for_url("**/person/login/?next=/sign-in/form/")


def test_the_example_month_comes_and_goes(visits: Callable[..., Visitor]) -> None:
    visitor = visits("example@example.org")
    page = visitor.goes_to("/review/")  # which shows the start where there is nothing yet
    page.get_by_role("button", name="Load an example month").click()
    expect(page.get_by_role("heading", name="Questions")).to_be_visible()
    page = visitor.goes_to("/settings/")
    page.get_by_role("button", name="Remove the example month").click()
    expect(page.locator("#notices")).to_contain_text("The example month is removed.")
    expect(visitor.goes_to("/start/").get_by_role("heading", name="Three steps and it works")).to_be_visible()
