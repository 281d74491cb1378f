"""Words that are written from right to left stand so wherever they are: on every page, in every field."""

from collections.abc import Callable

from tests.browser.conftest import Visitor
from tests.browser.test_pages import paths

# The example month, where each text of a person begins in Arabic. What a field is called stays English.
IN_ARABIC = """
from dataclasses import replace
from django.utils import timezone
from memoryweb.demo import load, month
from memoryweb.people.models import User
WORDS = ("details", "quote", "topic", "query", "note", "messages")
def arabic(value):
    return [arabic(each) for each in value] if isinstance(value, list) else f"\\u0634\\u0627\\u064a {value}"
def turned(step):
    said = {name: arabic(each) if name in WORDS else each for name, each in step.call.arguments.items()}
    return replace(step, call=replace(step.call, arguments=said))
load.MONTH = tuple(turned(step) for step in month.MONTH if step.call.operation != "search_user_preferences")
try:
    assert load.load(User.objects.get(email="EMAIL"), now=timezone.now())
finally:
    load.MONTH = month.MONTH  # the process that runs commands goes on
print("loaded")
"""
# The elements and fields with words from right to left that are laid out the other way. What agents get stays as it is.
WRONG = r"""() => {
  const right = /[\u0590-\u08ff]/, wrong = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, element = text.parentElement;
    if (right.test(text.data) && !element.closest('template, script, code, svg')
        && getComputedStyle(element).direction !== 'rtl') wrong.push(`${element.tagName}: ${text.data.trim()}`);
  }
  for (const each of document.querySelectorAll('textarea:not([hidden]), input:is([type=text], [type=search])'))
    if (right.test(each.value) && getComputedStyle(each).direction !== 'rtl') wrong.push(`${each.name}: ${each.value}`);
  return wrong;
}"""


def test_words_from_right_to_left_stand_so_on_every_page(visits: Callable[..., Visitor]) -> None:
    visitor = visits("arabic@example.org", is_staff=True)
    visitor.running.manage("shell", "--no-imports", "-c", IN_ARABIC.replace("EMAIL", visitor.email))
    visitor.running.manage("upkeep", "archive")
    wrong: list[str] = []
    seen = 0
    for name, path in {**paths(visitor), "search": "/memories/?q=\u0634\u0627\u064a"}.items():
        page = visitor.goes_to(path)
        seen += "\u0634\u0627\u064a" in page.content()
        wrong += [f"{name}: {each}" for each in page.evaluate(WRONG)]
    assert wrong == []
    assert seen > 15


def test_what_is_typed_has_its_own_direction(visits: Callable[..., Visitor]) -> None:
    page = visits("hebrew@example.org").goes_to("/memories/add/")
    for name in ("label", "details"):
        field = page.locator(f"[name={name}]")
        assert field.evaluate("each => getComputedStyle(each).direction") == "ltr"
        field.fill("תה, בבקשה!")
        assert field.evaluate("each => getComputedStyle(each).direction") == "rtl"
