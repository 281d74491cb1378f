"""The card that hosts show in a chat (MCP Apps), in a host that speaks their protocol."""

from typing import Any

from django.test.utils import override_settings
from playwright.sync_api import Browser

from memoryweb.api import mcp_review

COUNTED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"outcome": "proposed", "others": [{"outcome": "proposed"}, {"outcome": "saved"}]}, "2 questions wait for you."),
    ({"outcome": "conflict"}, "A question waits for you."),
    ({"outcome": "saved", "learned": [{"outcome": "noted"}]}, "Nothing waits for you from this."),
)
HOST = """<!doctype html><iframe sandbox="allow-scripts"></iframe><script>
window.told = [];
window.addEventListener("message", ({ data, source }) => {
  window.told.push(data);
  if (data.method === "ui/initialize") {
    source.postMessage({ jsonrpc: "2.0", id: data.id, result: { protocolVersion: "2026-01-26", hostCapabilities: {},
      hostInfo: { name: "host", version: "1" }, hostContext: { theme: "dark" } } }, "*");
  }
  if (data.method === "ui/open-link") {
    const refused = window.refuses && { error: { code: -32000, message: "no" } };
    source.postMessage({ jsonrpc: "2.0", id: data.id, ...(refused || { result: {} }) }, "*");
  }
});
window.tells = (structuredContent) => document.querySelector("iframe").contentWindow.postMessage(
  { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [], structuredContent } }, "*");
</script>"""


def test_the_card_counts_and_asks_the_host_to_open_review_and_no_more(chrome: Browser) -> None:
    """A host that speaks the protocol of MCP Apps, with the card in a frame that may run scripts and nothing else."""
    page = chrome.new_page()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    with override_settings(BASE_URL="https://memory.example"):
        html = mcp_review.card().text
    page.set_content(HOST)
    page.locator("iframe").evaluate("(frame, html) => { frame.srcdoc = html }", html)
    card = page.frame_locator("iframe")
    page.wait_for_function("told.some((each) => each.method === 'ui/notifications/initialized')")
    assert card.locator("html").get_attribute("data-theme") == "dark"
    for data, words in COUNTED:
        page.evaluate("(data) => tells(data)", data)
        card.get_by_text(words).wait_for()
    assert not card.get_by_role("button").is_visible()
    page.evaluate("tells({ outcome: 'proposed' })")
    card.get_by_role("button", name="Answer in memoryweb").click()
    page.wait_for_function("told.some((each) => each.method === 'ui/open-link')")
    asked: list[dict[str, Any]] = page.evaluate("told")
    assert [each["params"] for each in asked if each.get("method") == "ui/open-link"] == [
        {"url": "https://memory.example/review/"}
    ]
    assert {each["method"] for each in asked} == {
        "ui/initialize",
        "ui/notifications/initialized",
        "ui/notifications/size-changed",
        "ui/open-link",
    }
    assert not card.get_by_role("link").is_visible()
    page.evaluate("window.refuses = true")
    card.get_by_role("button").click()
    card.get_by_role("link", name="https://memory.example/review/").wait_for()  # to copy
    assert requested == []
    page.close()
