"""The main job in a real browser: an agent proposes, a person decides."""

import json
import re
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Running, Visitor
from tests.rings import thorough
from tests.waiting import PATIENCE

PDF = {"category": "technical", "preference": "document_format", "details": "I prefer reports as PDF"}
TONE = {"category": "communication", "preference": "tone", "details": "I prefer a friendly tone"}


def call_operation(running: Running, token: str, operation: str, **arguments: Any) -> dict[str, Any]:
    """Call one operation over HTTP and return the envelope's data."""
    request = urllib.request.Request(
        f"{running.url}/api/v1/tools/{operation}",
        json.dumps(arguments).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        data: dict[str, Any] = json.load(response)["data"]
        return data


def connect_agent(visitor: Visitor, name: str = "Scribe") -> str:
    return visitor.running.manage("create_agent", "--person", visitor.email, "--name", name)


def test_a_proposal_appears_by_itself_and_is_remembered(visits: Callable[..., Visitor]) -> None:
    ada = visits("ada@example.org")
    token = connect_agent(ada)
    page = ada.goes_to("/review/")
    expect(page.get_by_role("heading", name="Nothing to answer yet")).to_be_visible()
    assert call_operation(ada.running, token, "save_user_preference", **PDF)["outcome"] == "proposed"
    question = page.get_by_role("heading", name="Document format: PDF")
    expect(question).to_be_visible()
    expect(page.locator("#nav .count")).to_contain_text("1")
    page.get_by_role("button", name="Remember", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Remembered. Document format: PDF")
    expect(question).to_be_hidden()
    (preference,) = call_operation(ada.running, token, "get_user_preferences")["preferences"]
    assert (preference["value"], preference["status"]) == ("PDF", "active")

    revised = call_operation(
        ada.running,
        token,
        "save_user_preference",
        category="technical",
        preference="document_format",
        details="From now on, always Word",
        quote="always Word",
    )
    assert revised["outcome"] == "proposed"  # what is in use stays in use
    (preference,) = call_operation(ada.running, token, "get_user_preferences")["preferences"]
    assert preference["value"] == "PDF"
    replace = page.get_by_role("button", name="Replace “PDF”", exact=True)
    expect(replace).to_be_visible()
    page.wait_for_timeout(400)  # sooner it would be the second tap of a double tap, which answers nothing
    replace.click()
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()
    (preference,) = call_operation(ada.running, token, "get_user_preferences")["preferences"]
    assert preference["value"] == "Word"


def test_undo_asks_the_question_again(visits: Callable[..., Visitor]) -> None:
    ben = visits("ben@example.org")
    call_operation(ben.running, connect_agent(ben), "save_user_preference", **PDF)
    page = ben.goes_to("/review/")
    page.get_by_role("button", name="Don’t remember", exact=True).click()
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Document format: PDF")).to_be_visible()


def test_a_question_that_another_tab_brought_back_is_shown(visits: Callable[..., Visitor]) -> None:
    otto = visits("otto@example.org")
    token = connect_agent(otto)
    call_operation(otto.running, token, "save_user_preference", **PDF)
    page = otto.goes_to("/review/")
    question = page.get_by_role("heading", name="Document format: PDF")
    page.keyboard.press("y")
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()
    other = page.context.new_page()
    other.goto(f"{otto.running.url}/history/")
    other.get_by_role("button", name="Undo").first.click()
    expect(other.locator("#nav .count")).to_contain_text("1")
    page.evaluate("document.body.dispatchEvent(new Event('memories-changed'))")
    expect(question).to_be_visible()


def test_a_question_after_an_undo_that_brings_none_back_takes_no_place(visits: Callable[..., Visitor]) -> None:
    vera = visits("vera@example.org", own_window=True)
    token = connect_agent(vera)
    call_operation(vera.running, token, "save_user_preference", **PDF)
    page = vera.goes_to("/review/")
    current = page.locator("[data-proposal][data-current] h3")
    page.evaluate("""() => {
      const undo = document.createElement("button");
      undo.dataset.undo = "";
      document.getElementById("notices").append(undo);
      undo.click();
    }""")
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(seconds=10))
    call_operation(vera.running, token, "save_user_preference", **TONE)
    page.evaluate("document.body.dispatchEvent(new Event('memories-changed'))")
    expect(page.locator("[data-proposal]")).to_have_count(2)
    expect(current).to_contain_text("PDF")


def test_a_proposal_is_reviewed_with_the_keyboard_alone(visits: Callable[..., Visitor]) -> None:
    cleo = visits("cleo@example.org")
    token = connect_agent(cleo)
    call_operation(cleo.running, token, "save_user_preference", **PDF)
    call_operation(cleo.running, token, "save_user_preference", **TONE)
    page = cleo.goes_to("/review/")
    expect(page.locator("[data-proposal][data-current] h3")).to_contain_text("PDF")
    page.keyboard.press("j")
    expect(page.locator("[data-proposal][data-current] h3")).to_contain_text("Friendly")
    page.keyboard.press("k")
    page.keyboard.press("y")
    expect(page.locator("[data-proposal]")).to_have_count(1)
    expect(page.locator("[data-proposal][data-current] h3")).to_contain_text("Friendly")
    page.keyboard.press("u")
    expect(page.locator("[data-proposal][data-current]:focus h3")).to_contain_text("PDF")  # the keys act on what has it
    page.keyboard.press("y")
    expect(page.locator("[data-proposal]")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()
    page.locator("body").press("Tab")
    (preference,) = call_operation(cleo.running, token, "get_user_preferences")["preferences"]
    assert preference["value"] == "PDF"


def test_the_first_question_is_current_and_a_poll_does_not_move_the_focus(visits: Callable[..., Visitor]) -> None:
    nina = visits("nina@example.org")
    token = connect_agent(nina)
    page = nina.goes_to("/review/")
    expect(page.get_by_role("heading", name="Nothing to answer yet")).to_be_visible()
    call_operation(nina.running, token, "save_user_preference", **PDF)
    page.evaluate("document.body.dispatchEvent(new Event('memories-changed'))")
    expect(page.locator("[data-proposal][data-current] h3")).to_contain_text("PDF")
    page.evaluate("document.body.dispatchEvent(new Event('memories-changed'))")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("y")
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()


def test_a_row_that_is_opened_stays_in_its_place(visits: Callable[..., Visitor]) -> None:
    olga = visits("olga@example.org")
    token = connect_agent(olga)
    for n in range(14):
        details = f"A long sentence about drink {n}, which says when and where it is wanted"
        call_operation(
            olga.running, token, "save_user_preference", category="food", preference=f"d{n}", details=details
        )
    page = olga.goes_to("/review/")
    rows = page.locator("[data-queue] [data-item]")
    expect(rows).to_have_count(14)
    row = rows.nth(9).locator("summary").first
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    before = row.bounding_box()
    row.click()
    expect(rows.nth(9).locator("details").first).to_have_attribute("open", "")
    expect(rows.nth(0).locator("details").first).not_to_have_attribute("open", "")
    page.wait_for_timeout(300)
    after = row.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2


def test_a_key_that_is_held_answers_one_question(visits: Callable[..., Visitor]) -> None:
    gus = visits("gus@example.org")
    token = connect_agent(gus)
    for said in (PDF, TONE, PDF | {"preference": "pen", "details": "A pen"}):
        call_operation(gus.running, token, "save_user_preference", **said)
    page = gus.goes_to("/review/")
    asked = page.locator("[data-proposal]:visible")
    expect(asked).to_have_count(3)
    for _ in range(3):
        page.keyboard.down("y")  # the second and the third time as a repetition
    page.keyboard.up("y")
    assert asked.count() == 2
    expect(page.locator("#notices")).to_contain_text("Remembered.")
    page.keyboard.down("u")
    expect(page.locator("#notices").get_by_role("button", name="Redo")).to_be_visible()
    page.keyboard.down("u")
    page.keyboard.up("u")
    expect(asked).to_have_count(3)
    for key in "yyy":  # pressed one after the other, each counts
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()


@thorough
def test_tab_and_enter_are_enough(visits: Callable[..., Visitor]) -> None:
    dora = visits("dora@example.org")
    call_operation(dora.running, connect_agent(dora), "save_user_preference", **PDF)
    page = dora.goes_to("/review/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Remember":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="All answered")).to_be_visible()


def test_everything_works_without_javascript(visits: Callable[..., Visitor]) -> None:
    emil = visits("emil@example.org", java_script_enabled=False)
    token = connect_agent(emil)
    call_operation(emil.running, token, "save_user_preference", **PDF)
    page = emil.goes_to("/review/")
    page.locator("button", has_text="Remember").first.click()
    expect(page.locator(".notice", has_text="Remembered.")).to_be_visible()
    page.locator("button", has_text="Undo").click()
    expect(page.locator("h3", has_text="PDF")).to_be_visible()
    page.locator("button", has_text="Only this time").click()
    page.goto(emil.running.url + "/memories/")
    page.locator('input[name="memory"]').check()
    page.locator("button", has_text="Erase…").click()
    page.locator("button", has_text="Erase for good").click()
    expect(page.locator("h1", has_text="Erased")).to_be_visible()
    assert call_operation(emil.running, token, "save_user_preference", **TONE)["outcome"] == "proposed"


def test_a_conflict_is_answered_undone_and_kept_for_two_occasions(visits: Callable[..., Visitor]) -> None:
    """In the example month a trusted agent wants two forms of the news. Everything happens without a reload."""
    visitor = visits("conflict@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/review/")
    card = page.locator(".conflict")
    card.get_by_text("What speaks for each").click()
    expect(card).to_contain_text("Agents use “Podcast” until you decide.")
    card.get_by_role("button", name="Keep E-mail").click()
    expect(page.locator(".notice")).to_contain_text("Settled.")
    expect(card).to_have_count(0)
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(card).to_have_count(1)
    expect(card.locator("> details")).to_have_attribute("open", "")
    card.get_by_role("link", name="Both, depending on…").click()
    page.get_by_label("“E-mail” is right").fill("on weekdays")
    page.get_by_role("button", name="Keep both").click()
    expect(page.locator(".notice")).to_contain_text("Kept both")
    visitor.goes_to("/memories/?category=content&q=news+format")
    expect(page.locator(".memory-row")).to_have_count(2)
    expect(page.locator(".results")).to_contain_text("on weekdays")


@thorough
def test_a_fading_memory_is_kept_with_one_press(visits: Callable[..., Visitor]) -> None:
    visitor = visits("fading@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/review/")
    fading = page.locator(".endings section").filter(has_text="Fading this week")
    expect(fading.locator(".ending")).to_have_count(2)
    fading.get_by_role("button", name="Still true: Demo").click()
    expect(fading.locator(".ending")).to_have_count(1)
    fading.get_by_role("button", name="Still true: Staging").click()
    expect(fading).to_have_count(0)
    page.get_by_role("button", name="Still true: Office").click()
    expect(page.locator(".endings .ending")).to_have_count(0)


def test_selected_questions_are_answered_together_by_keyboard(visits: Callable[..., Visitor]) -> None:
    visitor = visits("keys@example.org")
    token = connect_agent(visitor)
    for name in ("pen", "cup", "hat"):
        call_operation(
            visitor.running, token, "save_user_preference", category="personal", preference=name, details=f"A {name}"
        )
    page = visitor.goes_to("/review/")
    expect(page.locator("[data-proposal]")).to_have_count(3)
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator("[data-selected]")).to_have_text("2")
    page.evaluate("document.body.dispatchEvent(new Event('memories-changed'))")
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-selected]")).to_have_text("2")
    page.keyboard.press("y")
    expect(page.locator("#notices")).to_contain_text("2 memories saved.")
    expect(page.locator("[data-proposal]")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("[data-proposal]")).to_have_count(3)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("m")
    page.wait_for_url("**/memories/")


def test_all_of_an_agents_new_questions_are_selected_from_its_question_about_a_change(
    visits: Callable[..., Visitor],
) -> None:
    visitor = visits("all@example.org")
    first, second = connect_agent(visitor), connect_agent(visitor, "Planner")
    call_operation(visitor.running, first, "save_user_preference", **PDF)
    page = visitor.goes_to("/review/")
    page.keyboard.press("y")
    expect(page.locator("[data-proposal]")).to_have_count(0)
    call_operation(visitor.running, second, "save_user_preference", **TONE)
    for said in (PDF | {"details": "I prefer reports as Word now"}, PDF | {"preference": "pen", "details": "A pen"}):
        call_operation(visitor.running, first, "save_user_preference", **said)
    page.reload()
    # The agent that was connected first comes first, although the other one asked before.
    expect(page.locator("[data-proposal] h3")).to_have_text([re.compile("Word"), re.compile("pen"), re.compile("Tone")])
    page.keyboard.press("a")
    expect(page.locator("[data-selected]")).to_have_text("1")
    expect(page.locator(".tick:checked")).to_have_attribute("aria-label", re.compile("pen"))
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("a")  # now it is a place
    page.wait_for_url("**/agents/")


def test_an_answer_the_server_does_not_take_brings_the_question_back(visits: Callable[..., Visitor]) -> None:
    visitor = visits("back@example.org", may_fail=True)
    call_operation(visitor.running, connect_agent(visitor), "save_user_preference", **PDF)
    page = visitor.goes_to("/review/")
    page.route("**/accept/", lambda route: route.abort())
    page.locator("#queue").get_by_text("Why am I asked?").click()
    page.get_by_role("button", name="Remember", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("Nothing was changed.")
    expect(page.get_by_role("button", name="Remember", exact=True)).to_be_visible()
    expect(page.locator("details.why")).to_have_attribute("open", "")


def test_what_is_close_stands_on_the_question_and_one_press_replaces_it(visits: Callable[..., Visitor]) -> None:
    noor = visits("noor@example.org")
    token = connect_agent(noor)

    def save(details: str, name: str, category: str) -> None:
        said = {"category": category, "preference": name, "details": details, "source": "instruction"}
        call_operation(noor.running, token, "save_user_preference", **said)

    save("Takes all notes on paper", "notes", "personal")
    page = noor.goes_to("/review/")
    page.get_by_role("button", name="Remember", exact=True).first.click()
    expect(page.get_by_text("Remembered.").first).to_be_visible()
    save("Never takes notes on paper, only on a tablet", "tablet", "technical")
    page.goto(noor.running.url + "/review/")
    expect(page.locator(".similar")).to_contain_text("Takes all notes on paper")
    expect(page.get_by_role("button", name="Keep both").first).to_be_visible()
    page.get_by_role("button", name="Replace it").click()
    expect(page.get_by_text("Remembered. The old one is in History.").first).to_be_visible()
    page.goto(noor.running.url + "/memories/")
    expect(page.get_by_text("only on a tablet").first).to_be_visible()
    expect(page.get_by_text("Takes all notes on paper")).to_have_count(0)
