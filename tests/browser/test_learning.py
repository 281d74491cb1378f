"""The learning loop: conversations and feedback over HTTP, the worker with its model, and the person's decision."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, call
from tests.rings import thorough
from tests.waiting import wait_for


def connect_agent(visitor: Visitor) -> str:
    return visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")


def wait_until_read(page: Page) -> None:
    def is_read() -> bool:
        page.reload()
        return not page.get_by_role("button", name="Read it now").count()

    wait_for(is_read)


def record_conversation(visitor: Visitor, token: str, name: str, *messages: str) -> None:
    call(visitor, token, "record_conversation", {"conversation_id": name, "topic": name, "messages": list(messages)})


def test_a_model_reads_it_on_the_worker_and_the_person_decides(visits: Callable[..., Visitor]) -> None:
    visitor = visits("model@example.org")
    record_conversation(visitor, connect_agent(visitor), "Drinks", "By the way: green tea, as ever.")
    page = visitor.goes_to("/conversations/")
    page.get_by_role("link", name="Drinks").click()
    wait_until_read(page)
    expect(page.get_by_text("Read by the language model")).to_be_visible()
    visitor.goes_to("/review/")
    page.get_by_role("button", name="Remember", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("Remembered.")
    visitor.goes_to("/conversations/")
    expect(page.locator(".conversations li", has_text="1 memory")).to_be_visible()
    expect(page.get_by_text("0.08 of 1.00")).to_be_visible()


@thorough
def test_where_the_model_fails_the_person_sees_why_and_nothing_is_lost(visits: Callable[..., Visitor]) -> None:
    visitor = visits("trouble@example.org")
    token = connect_agent(visitor)
    visitor.running.model.failures = [500] * 30  # conversations of other tests may still be read
    record_conversation(visitor, token, "Colours", "My favourite colour is blue.")
    page = visitor.goes_to("/conversations/")
    page.get_by_role("link", name="Colours").click()
    wait_until_read(page)
    visitor.running.model.failures = []
    expect(page.locator(".notice")).to_contain_text("could not be reached, so it was read without the language model.")
    expect(page.get_by_role("link", name="Favourite colour: blue")).to_be_visible()


@thorough
def test_feedback_moves_what_was_learned_and_shows_the_sum(visits: Callable[..., Visitor]) -> None:
    visitor = visits("feedback@example.org")
    token = connect_agent(visitor)
    for run, action in enumerate(("accept", "accept", "reject")):
        feedback = {"action": action, "run": f"run {run}", "evidence_ref": {"signals": ["blue headings"]}}
        assert call(visitor, token, "record_feedback", feedback)["learned"] == []  # it waits, so no agent is told
    page = visitor.goes_to("/memories/?status=candidate")
    page.get_by_role("link", name="Blue headings").first.click()
    expect(page.locator(".ledger")).to_contain_text("0.67 → 0.50")
    expect(page.locator(".ledger")).to_contain_text("accepted 1 of 2 times")
    expect(page.locator(".ledger")).to_contain_text("(1 + 1) ÷ (1 + 1 + 2)")


def test_a_smaller_window_empties_what_is_outside_at_once(visits: Callable[..., Visitor]) -> None:
    visitor = visits("window@example.org")
    token = connect_agent(visitor)
    for name in ("One", "Two"):
        record_conversation(visitor, token, name, "Hello there.")
    page = visitor.goes_to("/settings/")
    page.get_by_text("Advanced", exact=True).click()
    page.get_by_label("Keep the newest").fill("1")
    page.keyboard.press("Tab")
    expect(page.locator("#notices")).to_contain_text("Saved")
    visitor.goes_to("/conversations/")
    expect(page.get_by_role("link", name="Two")).to_be_visible()
    expect(page.get_by_role("link", name="One")).to_have_count(0)


@thorough
def test_the_letter_is_acted_on_with_one_press(visits: Callable[..., Visitor]) -> None:
    visitor = visits("letter@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    a_week_ago = datetime.now(UTC).date() - timedelta(days=7)  # on a Monday, this week is empty
    page = visitor.goes_to(f"/letter/?week={a_week_ago}")
    button = page.get_by_role("button", name="Always include: ").first
    name = str(button.get_attribute("aria-label")).removeprefix("Always include: ")
    button.click()
    expect(page.locator(".notice").first).to_contain_text("Pinned")
    expect(page.locator("form", has_text=name).first).to_contain_text("always included")
