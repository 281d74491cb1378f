"""Everything about a former employer is erased by one press: one receipt, zero hits, and nothing brings it back."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor, call
from tests.browser.test_pages import faults_in_every_window
from tests.rings import thorough

EMPLOYER = "Northwind Traders"


def write_everywhere(visitor: Visitor) -> str:
    """Leave the employer in a memory, a question, a conversation, feedback and receipts; return the agent's token."""
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    page = visitor.goes_to("/memories/add/")
    page.get_by_label("What is it about?").fill("Employer")
    page.get_by_label("Value").fill(f"Works at {EMPLOYER}")
    page.get_by_role("button", name="Remember").click()
    said = {"category": "work", "preference": "invoices", "details": f"Sends invoices to {EMPLOYER} on Mondays"}
    call(visitor, token, "save_user_preference", said)
    call(visitor, token, "save_user_preference", {"category": "food", "preference": "drink", "details": "Drinks tea"})
    messages = [{"role": "user", "content": f"The offer for northwind-traders is late and {EMPLOYER} waits."}]
    told = {"conversation_id": "one", "topic": f"The {EMPLOYER} offer", "messages": messages}
    call(visitor, token, "record_conversation", told)
    call(visitor, token, "recall_preferences", {"query": f"an email to {EMPLOYER}", "run": "r1"})
    call(visitor, token, "search_user_preferences", {"query": EMPLOYER})
    return token


def search_for(page: Page) -> None:
    page.get_by_label("A name or a few words").fill(EMPLOYER.lower())
    page.get_by_role("button", name="Look everywhere").click()
    expect(page.get_by_role("heading", name="mention")).to_be_visible()


@thorough
def test_everything_about_a_former_employer_is_erased(visits: Callable[..., Visitor]) -> None:
    visitor = visits("erase@example.org")
    token = write_everywhere(visitor)
    page = visitor.goes_to("/memories/erase-topic/")
    search_for(page)
    assert EMPLOYER.lower() not in page.url
    places = page.locator("input[name=place]").count()
    assert places >= 5
    assert faults_in_every_window(page, "erase-topic-found") == []
    button = page.get_by_role("button", name="Erase")
    expect(button).to_have_text(f"Erase all {places} for good")
    first = page.locator("input[name=place]").first
    first.uncheck()
    expect(button).to_have_text(f"Erase {places - 1} for good")
    first.check()
    expect(button).to_have_text(f"Erase all {places} for good")
    button.click()
    expect(page.get_by_role("heading", name="A topic is erased")).to_be_visible()
    assert set(page.locator(".store-row .number").all_inner_texts()) == {"0 hits"}
    expect(page.locator("section[aria-labelledby=received]")).to_contain_text("Scribe")
    assert EMPLOYER not in page.content()
    page.get_by_label("Type the words again").fill(EMPLOYER)
    page.get_by_role("button", name="Look", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"“{EMPLOYER}” is erased")
    expect(page.get_by_text("0 hits anywhere.")).to_be_visible()
    assert faults_in_every_window(page, "erased") == []
    visitor.goes_to("/erasures/")
    expect(page.get_by_role("link", name="A topic", exact=True)).to_have_count(1)
    again = {"category": "work", "preference": "employer", "details": f"Works at {EMPLOYER}"}
    assert call(visitor, token, "save_user_preference", again)["outcome"] == "blocked"
    assert "Drinks tea" in visitor.goes_to("/review/").content()


def test_erasing_a_topic_without_javascript(visits: Callable[..., Visitor]) -> None:
    visitor = visits("erase-plain@example.org", java_script_enabled=False)
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/memories/erase-topic/")
    page.get_by_label("A name or a few words").fill("report")
    page.get_by_role("button", name="Look everywhere").click()
    page.locator("input[name=place]").first.uncheck()
    page.get_by_role("button", name="Erase what is ticked").click()
    expect(page.get_by_role("heading", name="What you ticked is erased")).to_be_visible()
    expect(page.get_by_role("heading", name="Still here")).to_be_visible()
    page.locator("section[aria-labelledby=left-title] a").first.click()
    assert "/memories/" in page.url
