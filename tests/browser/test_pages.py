"""Every review page, light and dark, wide and narrow: it is accessible, fits sideways and logs no errors."""

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import axe_playwright_python
import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.rings import third
from tests.waiting import PATIENCE, wait_for

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PICTURES = os.environ.get("PICTURES", "")  # a folder that gets a picture of every page
DESK, PHONE = (1280, 860), (390, 844)
WINDOWS = [(*size, scheme) for size in (DESK, PHONE) for scheme in ("light", "dark")]
# A scheme changes colors only and a size only what stands where, so both are met in two windows of the four.
BOTH = WINDOWS if PICTURES else [WINDOWS[0], WINDOWS[-1]]
CHECKED = WINDOWS if PICTURES else third(BOTH)
RULES = "{resultTypes: ['violations']}"
# Colors are not what they will be while something is on its way to them. What goes round for ever is no change.
IS_STILL = """
!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added') && document.getAnimations().every(
  (each) => each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)
"""
# What can be pressed, and reaches beyond a box that shows nothing beyond itself: nobody can scroll there. A line that
# ends with dots does so on purpose.
CUT_OFF = """
[...document.querySelectorAll('a[href], button, summary, input, select, textarea')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  if (!width || !each.checkVisibility()) return false;
  for (let box = each.parentElement; box && box !== document.body; box = box.parentElement) {
    const { overflowX, textOverflow } = getComputedStyle(box), around = box.getBoundingClientRect();
    if (['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis') return false;
    if (overflowX !== 'visible' && (left < around.left - 1 || right > around.right + 1)) return true;
  }
  return false;
}).map((each) => each.outerHTML.slice(0, 200))
"""


def violations(page: Page) -> list[str]:
    """Return what axe finds. It runs through page.evaluate, so that the page's Content-Security-Policy stays on."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    wait_for(lambda: bool(page.evaluate(IS_STILL)))
    rules = page.evaluate(f"axe.run(document, {RULES})")["violations"]
    return [f"{rule['id']}: {[node['target'] for node in rule['nodes']]}" for rule in rules]


def paths(visitor: Visitor) -> dict[str, str]:
    page = visitor.goes_to("/memories/")
    memory = page.locator(".says a").first.get_attribute("href") or ""
    agent = visitor.goes_to("/agents/").locator(".matrix-name a").first.get_attribute("href") or ""
    replaced = visitor.goes_to("/memories/?status=superseded").locator(".says a").first.get_attribute("href") or ""
    event = visitor.goes_to("/memories/?kind=event").locator(".says a").first.get_attribute("href") or ""
    both = visitor.goes_to("/review/").get_by_role("link", name="Both, depending on…").get_attribute("href") or ""
    receipt = visitor.goes_to("/receipts/").locator("#feed .saw-parts a").first.get_attribute("href") or ""
    conversation = visitor.goes_to("/conversations/").locator(".conversations a").first.get_attribute("href") or ""
    with_feedback = (
        visitor.goes_to("/memories/?status=candidate&q=short").locator(".says a").first.get_attribute("href") or ""
    )
    run = visitor.goes_to("/upkeep/").locator("#runs a").first.get_attribute("href") or ""
    return {
        "review": "/review/",
        "memories": "/memories/",
        "search": "/memories/?q=word&category=technical",
        "nothing": "/memories/?q=zzzz",
        "fading": "/memories/?status=fading&sort=name",
        "more-filters": "/memories/?status=any&agent=you&sort=given",
        "memory": memory,
        "fading-memory": event,
        "keep-both": both,
        "archive": "/archive/",
        "days": f"/days/?month={month()}",
        "day": f"/days/{noted_on()}/",
        "as-it-was": f"/memories/?on={noted_on()}",
        "history-as-of": f"/history/?on={noted_on()}",
        "receipts": "/receipts/",
        "receipt": receipt,
        "see-as": "/see-as/?task_type=generate_report&query=the+weekly+report",
        "sees": f"{agent}sees/?category=technical",
        "try-as": f"{agent}try/",
        "first-call": f"{agent}first-call/",
        "start": "/start/",
        "conversations": "/conversations/",
        "conversation": conversation,
        "letter": "/letter/",
        "with-feedback": with_feedback,
        "upkeep": "/upkeep/",
        "upkeep-run": run,
        "replaced": replaced,
        "edit": f"{memory}edit/",
        "erase": f"{memory}erase/",
        "add": "/memories/add/?field=communication.tone",
        "add-free": "/memories/add/",
        "history": "/history/",
        "erasures": "/erasures/",
        "erase-topic": "/memories/erase-topic/",
        "agents": "/agents/",
        "connect": "/agents/connect/",
        "agent": agent,
        "delete-agent": f"{agent}delete/",
        "settings": "/settings/",
        "notifications": "/settings/notifications/",
        "operations": "/settings/operations/",
        "administration": "/admin/",
        "staff-access": "/settings/staff-access/",
        "delete-account": "/account/delete/",
        "password": "/person/password/set/",
        "missing": "/nowhere/",
    }


def noted_on() -> str:
    """The day of the demo in the example month, twelve days ago."""
    return (timezone.now() - timedelta(days=12)).date().isoformat()


def month() -> str:
    return noted_on()[:7]


def faults_of(page: Page, name: str) -> list[str]:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    sideways = [*(["scrolls sideways"] if wide else []), *(f"cuts off {each}" for each in page.evaluate(CUT_OFF))]
    return [f"{name}: {what}" for what in [*violations(page), *sideways]]


def faults_in_every_window(page: Page, name: str, windows: list[tuple[int, int, str]] = CHECKED) -> list[str]:
    """Return the faults of the open page in wide and narrow, light and dark windows; in `make test` in one of them."""
    faults: list[str] = []
    for width, height, scheme in windows:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=cast(Any, scheme), reduced_motion="reduce")
        faults += faults_of(page, f"{name}-{width}-{scheme}")
    return faults


def test_every_page_is_accessible_in_every_window(visits: Callable[..., Visitor]) -> None:
    visitor = visits("pages@example.org", is_staff=True)
    visitor.running.manage("demo", "--person", visitor.email)
    for trial in (["--dry-run"], []):
        visitor.running.manage("upkeep", "archive", *trial)
    faults: list[str] = []
    for name, path in third(list(paths(visitor).items())):
        faults += faults_in_every_window(visitor.goes_to(path), name)
    assert faults == []


def test_the_pages_of_an_empty_account_and_of_a_stranger(visits: Callable[..., Visitor]) -> None:
    faults: list[str] = []
    empty = visits("empty@example.org")
    pages = {
        "review": "/review/",
        "memories": "/memories/",
        "history": "/history/",
        "receipts": "/receipts/",
        "see-as": "/see-as/",
        "archive": "/archive/",
        "conversations": "/conversations/",
        "letter": "/letter/",
        "days": "/days/",
        "day": "/days/2026-02-22/",
        "as-it-was": "/memories/?on=2026-02-22",
    }
    for name, path in third(list(pages.items())):
        faults += faults_of(empty.goes_to(path), f"empty-{name}")
    faults += faults_of(empty.goes_to("/agents/"), "empty-agents")
    faults += faults_of(empty.goes_to("/person/logout/"), "sign-out")
    page = empty.goes_to("/review/")
    page.get_by_role("button", name="Sign out").click()
    for name, path in {
        "login": "/person/login/",
        "link": "/sign-in/link/",
        "spent": "/sign-in/?token=used",
        "closed": "/person/inactive/",
    }.items():
        faults += faults_of(empty.goes_to(path), f"stranger-{name}")
    assert faults == []


def test_search_narrows_as_one_types_and_the_back_button_returns_to_it(
    visits: Callable[..., Visitor], example_month: str
) -> None:
    visitor = visits(example_month)
    visitor.goes_to("/review/")
    page = visitor.goes_to("/memories/")
    page.keyboard.press("/")
    page.keyboard.type("vegan")
    expect(page.locator(".memory-row")).to_have_count(1)
    page.locator(".says a").click(delay=150)  # as a hand does, which leaves the field while it presses
    expect(page.get_by_role("heading", name="Diet: Vegan")).to_be_visible()
    page.go_back()
    expect(page.locator(".memory-row")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("vegan")
    page.go_back()  # typing leaves no trail of half-typed words
    expect(page.get_by_role("heading", name="Review")).to_be_visible()


def test_connecting_an_agent_shows_its_token_once(visits: Callable[..., Visitor]) -> None:
    visitor = visits("token@example.org")
    page = visitor.goes_to("/agents/connect/")
    page.get_by_role("button", name="Show me what to paste").click()
    expect(page.locator("#snippet-claude-code-new")).to_contain_text("mweb_", use_inner_text=True)
    snippet = page.locator("#snippet-claude-code-new").inner_text()
    (token,) = re.findall(r"mweb_[\w-]+", snippet)
    assert violations(page) == []
    page.get_by_role("link", name="Done").click()
    assert token not in page.content()


def test_what_is_refused_is_nowhere_on_the_disk(visits: Callable[..., Visitor]) -> None:
    """Through the form and through every agent's write: database files, write-ahead log, logs, broker, schedule."""
    visitor = visits("guarded@example.org")
    page = visitor.goes_to("/memories/add/")
    page.get_by_label("What is it about?").fill("Wifi")
    page.get_by_label("Value").fill("the password is hunter2canary")
    page.get_by_role("button", name="Remember").click()
    expect(page.get_by_role("alert")).to_contain_text("looks like a password")
    assert page.get_by_label("Value").input_value() == "the password is hunter2canary"
    token = visitor.running.manage("create_agent", "--person", visitor.email, "--name", "Scribe")
    for operation in ("save_user_preference", "update_user_preference", "forget_user_preference"):
        for words in ("my password is hunter2canary", "sk-proj-hunter2canaryhunter2canary", "4111 1111 1111 1111"):
            assert error_code(visitor.running.url, token, operation, words) == "SENSITIVE_DATA"
    on_disk = [file for file in visitor.running.data.rglob("*") if file.is_file()]
    assert len(on_disk) > 500
    for file in on_disk:
        content = file.read_bytes()
        assert b"hunter2canary" not in content, file
        assert b"4111 1111 1111 1111" not in content, file


def error_code(url: str, token: str, operation: str, words: str) -> str:
    """The error code of a write with these words in every argument of every operation."""
    names = ("category", "preference", "details", "preference_id", "quote", "reason", "key", "project", words)
    request = urllib.request.Request(
        f"{url}/api/v1/tools/{operation}",
        json.dumps(dict.fromkeys(names, words)).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": words},
    )
    with pytest.raises(urllib.error.HTTPError) as failure:
        urllib.request.urlopen(request, timeout=PATIENCE)
    return str(json.load(failure.value)["error"]["code"])
