"""The edit form in a real browser: values of every JSON shape go through it unchanged (500 with EDIT_VALUES=500)."""

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from memoryweb.language import sensitive
from tests.browser.conftest import Visitor
from tests.browser.test_pages import WINDOWS, faults_of
from tests.rings import ALL, third, thorough

VALUES = int(os.environ.get("EDIT_VALUES", "150" if ALL else "50"))
TEXTS = [
    "piano",
    " led by spaces  ",
    "one\ntwo",
    "\nfirst line empty",
    "ends with a break\n\n",
    "tab\there",
    '"quoted"',
    "it's",
    "<b>bold</b> & <script>alert(1)</script>",
    "</textarea><input name=value>",
    "&amp;lt;",
    "a, b",
    "👩‍🚀🇪🇺",
    "日本語、中文",
    "दिन",
    "Formal",
    "true",
    "null",
    "5",
    "[1, 2]",
    '{"a": 1}',
    "yes",
    "no",
    "C++ \\ C#",
    "ﬁ ½ Ⅳ",
    "x" * 3000,
    "",
    " ",
    "e\u0301",
    "שלום",
]
NUMBERS = [0, 1, -1, 5, -5, 0.5, -0.25, 1e-7, 1e21, 1.5e300, 3.141592653589793, 10**18 + 1, 2**63, -(10**30), 7.0]
ADD = """
import json, sys
from django.utils import timezone
from memoryweb.memories import actions
from memoryweb.people.models import User
from memoryweb.rls import scope
person = User.objects.get(email={email!r})
KEYS = ["", *["schedule.working_hours", "communication.tone", "communication.language.mixed_allowed"] * 2,
        "dietary.dislikes"]
with scope.acting_as(person.pk):
    for n, value in enumerate(json.load(open({path!r}))):
        key = KEYS[n % len(KEYS)]
        said = actions.Statement(name=f"Thing {{n}}", key=key, details=f"It is thing {{n}}", value=value,
                                 tags=("a, b", "c"), source="instruction", project=f"project {{n}}")
        assert actions.remember(said, by=actions.Person(person), now=timezone.now()).name == "saved", value
print("saved")
"""
READ = """
import json
from django.db import connection
from memoryweb.people.models import User
from memoryweb.rls import scope
person = User.objects.get(email={email!r})
with scope.acting_as(person.pk), connection.cursor() as cursor:
    cursor.execute("SELECT id::text, value::text, tags, details, status,"
                   " (SELECT count(*) FROM memories_historicalmemory h WHERE h.id = m.id) FROM memories_memory m")
    print(json.dumps({{row[0]: row[1:] for row in cursor.fetchall()}}))
"""
# Opens each edit page, changes what `typed` says, and sends the form, as the browser would: it parses the page, and it
# encodes the form. Several at once, because each is two requests.
SAVE_ALL = """async ([ids, typed]) => {
  const left = [...ids], answers = {};
  const work = async () => {
    for (let id = left.pop(); id; id = left.pop()) {
      const page = await (await fetch(`/memories/${id}/edit/`)).text();
      const form = new DOMParser().parseFromString(page, "text/html").querySelector("form.fields");
      for (const [name, text] of Object.entries(typed)) form.elements[name].value = text;
      const sent = await fetch(`/memories/${id}/edit/`, {method: "POST", body: new FormData(form), redirect: "manual"});
      answers[id] = sent.type;
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return answers;
}"""


def generate(dice: random.Random, depth: int = 0) -> Any:
    """Return a value of any JSON shape."""
    shape = dice.choice(["text", "number", "other", "texts", "list", "object"] if depth < 3 else ["text", "number"])
    if shape == "text":
        return dice.choice(TEXTS) + dice.choice(["", "", " x", "\n", "y"])
    if shape == "number":
        return dice.choice([*NUMBERS, dice.randint(-999, 999), dice.uniform(-9, 9)])
    if shape == "other":
        return dice.choice([True, False, None, [], {}, [[]], [{}], [""], [None, True]])
    if shape == "texts":
        return [dice.choice(TEXTS[:12]) for _ in range(dice.randint(1, 5))]
    parts = [generate(dice, depth + 1) for _ in range(dice.randint(1, 4))]
    return parts if shape == "list" else {f"{dice.choice(TEXTS[:20])[:20]}{n}": part for n, part in enumerate(parts)}


def values() -> Iterator[Any]:
    dice = random.Random(20260222)
    yield from (True, False, "", [], {}, *NUMBERS, *TEXTS)
    while True:
        yield generate(dice)


def storable() -> list[Any]:
    """Return the first values that the guard lets pass."""
    found: list[Any] = []
    for value in values():
        if not sensitive.inspect([value]) and len(json.dumps(value)) < 9_000:
            found.append(value)
        if len(found) == VALUES:
            break
    return found


@pytest.fixture
def read(tmp_path: Path) -> Callable[[Visitor], dict[str, list[Any]]]:
    """Return what is stored of each memory: its value as PostgreSQL writes it, tags, details, status, versions."""

    def stored(visitor: Visitor) -> dict[str, list[Any]]:
        rows: dict[str, list[Any]] = json.loads(
            visitor.running.manage("shell", "-v0", "-c", READ.format(email=visitor.email))
        )
        return rows

    return stored


def test_values_of_every_shape_pass_the_form_unchanged(
    visits: Callable[..., Visitor], read: Callable[[Visitor], dict[str, list[Any]]], tmp_path: Path
) -> None:
    visitor = visits("shapes@example.org")
    path = tmp_path / "values.json"
    path.write_text(json.dumps(storable()))
    visitor.running.manage("shell", "-v0", "-c", ADD.format(email=visitor.email, path=str(path)))
    before = read(visitor)
    assert len(before) == VALUES
    page = visitor.goes_to("/settings/")
    assert set(page.evaluate(SAVE_ALL, [list(before), {}]).values()) == {"opaqueredirect"}
    assert read(visitor) == before  # not one version more
    edited = list(before)[::5]
    page.evaluate(SAVE_ALL, [edited, {"details": "Other words\nin two lines", "tags": "a, b\nc\nd"}])
    after = read(visitor)
    assert {pk: row[0] for pk, row in after.items()} == {pk: row[0] for pk, row in before.items()}
    others = {(*after[pk][1], *after[pk][2:]) for pk in edited}
    assert others == {("a, b", "c", "d", "Other words\nin two lines", "active", 2)}


@thorough
@pytest.mark.parametrize("window", third(WINDOWS[::3]), ids=str)
def test_a_form_from_two_tabs_comes_back_and_is_saved_on_top(
    visits: Callable[..., Visitor], window: tuple[int, int, str]
) -> None:
    width, height, scheme = window
    visitor = visits("tabs@example.org", viewport={"width": width, "height": height}, color_scheme=scheme)
    page = visitor.goes_to("/memories/add/")
    page.get_by_label("What is it about?").fill(f"Tea in a window {width} wide")
    page.get_by_label("Value").fill("green\nblack")
    page.get_by_role("button", name="Remember").click()
    memory = page.url.removeprefix(visitor.running.url)
    faults = faults_of(page, f"memory-{width}-{scheme}")
    tab = page.context.new_page()
    tab.goto(f"{page.url}edit/")
    visitor.goes_to(f"{memory}edit/")
    page.get_by_label("Details").fill("With milk")
    page.get_by_role("button", name="Save").click()
    tab.get_by_label("Details").fill("Without milk")
    tab.get_by_label("Value").fill("green\nblack\nwhite")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("has changed since")
    expect(tab.locator("#now-details")).to_contain_text("With milk")
    faults += faults_of(tab, f"stale-{width}-{scheme}")
    tab.get_by_role("button", name="Save over the new version").click()
    tab.wait_for_url(lambda url: not url.endswith("/edit/"))
    faults += faults_of(tab, f"saved-{width}-{scheme}")
    expect(tab.get_by_text("Without milk")).to_be_visible()
    for name, path in {"edit": f"{tab.url.removeprefix(visitor.running.url)}edit/", "add": "/memories/add/"}.items():
        faults += faults_of(visitor.goes_to(path), f"{name}-{width}-{scheme}")
    assert faults == []


def test_another_field_keeps_what_was_typed(visits: Callable[..., Visitor]) -> None:
    page = visits("field@example.org").goes_to("/memories/add/")
    page.get_by_label("Value").fill("Short and warm")
    page.get_by_label("Details").fill("At work")
    page.get_by_label("About", exact=True).select_option("communication.tone")
    expect(page.get_by_label("Name")).to_have_value("Tone")
    expect(page.locator('[name="value"]')).to_have_value("Short and warm")
    expect(page.locator('[name="details"]')).to_have_value("At work")
    page.get_by_role("button", name="Remember").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Short and warm")
