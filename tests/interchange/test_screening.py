"""What must never be stored is refused in every format and position, reported by its line, and in no table."""

# ruff: noqa: E501  a line of a file is easier to read on one line

import json
import re

from django.test import Client
from django.utils import timezone

from memoryweb.interchange import reading
from memoryweb.interchange.importing import previews
from memoryweb.interchange.importing.screening import screen
from memoryweb.interchange.models import ImportRow
from memoryweb.memories.models import Refusal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.test_canary import assert_no_table_contains
from tests.cases import with_each
from tests.interchange.samples import SAMPLES
from tests.rings import third

SECRET = "zq7canary!Tr0ub"
SAYS = f"my password is {SECRET}"
NEEDLES = (SECRET, "zq7canary")
POSITIONS = {
    "a bullet": f"# About me\n\n- I like tea\n- {SAYS}\n",
    "a paragraph": f"I like tea. And {SAYS}. I like rye.\n",
    "backticks": f"- I like tea\n- Password: `{SECRET}`\n",
    "bold": f"- **Password**: **{SECRET}**\n- I like tea\n",
    "a table": f"| Setting | Value |\n|---|---|\n| Tea | green |\n| Password | {SECRET} |\n",
    "a column of a table": f"| Site | User | Password |\n|---|---|---|\n| shop | noor | {SECRET} |\n",
    "two columns of a table": f"| User | Password |\n|---|---|\n| noor | {SECRET} |\n",
    "below its heading": f"# About me\n- I like tea\n\n## Password\n- {SECRET}\n",
    "below its line": f"- I like tea\n- Password:\n  - {SECRET}\n",
    "the next line": f"I like tea.\n\nPassword:\n\n{SECRET}\n",
    "a block of code": f"- I like tea\n\n```\nexport PASSWORD={SECRET}\n```\n",
    "front matter": f"---\npassword: {SECRET}\n---\n\n- I like tea\n",
    "a marker": f"> **Tea**: green [LEARNED: 2026-01-01, {SAYS}]\n",
    "a detail": f"> **Tea**: green\n> - {SAYS}\n",
    "a reason": f"> **Tea**: green [LEARNED: 2026-01-01] [EXPIRED: 2026-02-01]\n> - Reason: {SAYS}\n",
    "the change log": f"## Preference Change Log\n\n| Date | Change | Trigger |\n|---|---|---|\n| 2026-03-05 | Login: {SAYS} | x |\n",
    "a comment": f"<!-- dc:type=fact dc:date=2026-01-01 --> {SAYS}\n- 🔴 09:00 {SAYS} <!-- dc:type=fact -->\n",
    "a model's thoughts": f"- 🔴 09:00 Likes tea <!-- dc:type=fact -->\n<think>\n{SAYS}\n</think>\n",
    "a JSON value": json.dumps({"memories": [{"id": "1", "content": SAYS}]}),
    "a JSON key": json.dumps({"memories": [{"id": "1", "content": "Likes tea", SAYS: 1}]}),
    "a JSON tag": json.dumps({"results": [{"id": "1", "memory": "Likes tea", "categories": [SAYS]}]}),
    "a JSON row without text": json.dumps(
        {"memories": [{"id": "1", "content": "Likes tea"}, {"content": "", "note": SAYS}]}
    ),
    "broken JSON": '{"memories": [{"id": "1", "content": "' + SAYS,
    "a graph": json.dumps({"type": "entity", "name": "default_user", "entityType": "person", "observations": [SAYS]}),
    "a conversation": f"- 2025-09-08T07:12:30Z Trip||||{SAYS}||||I prefer trains.\n",
    "a dated list": f"[2024-01-01] - Likes tea\n[2024-01-02] - {SAYS}\n",
}


def prepare(text: str, person: User, name: str = "") -> list[ImportRow]:
    batch = previews.prepare([reading.read_text(text, name)], person, now=timezone.now())
    return list(batch.rows.all())


@with_each("position", lambda: third([*POSITIONS]))
def test_a_password_in_a_file_is_nowhere(position: str, as_alice: User) -> None:
    rows = prepare(POSITIONS[position], as_alice)
    assert_no_table_contains(NEEDLES)
    if position != "a JSON key":  # of a name that no format knows, nothing is read
        refused = [row for row in rows if row.verdict == ImportRow.Verdict.REFUSED]
        assert refused
        assert {row.category for row in refused} <= {"password", "key"}
        assert Refusal.objects.exists()


@with_each("name", lambda: third([*SAMPLES]))
def test_a_password_in_place_of_any_words_of_any_format_is_nowhere(name: str, as_alice: User) -> None:
    text = SAMPLES[name].text
    words = list(re.finditer(r"[A-Z][a-z]+(?: [a-z]+)+", text))
    for match in words[:: max(1, len(words) // 4)]:
        prepare(text[: match.start()] + SAYS + text[match.end() :], as_alice)
    assert_no_table_contains(NEEDLES)


def test_a_password_as_the_name_of_a_file_is_nowhere(as_alice: User) -> None:
    prepare("- Likes tea\n", as_alice, name=f"{SAYS}.md")
    assert_no_table_contains(NEEDLES)


def test_what_was_refused_is_shown_by_its_kind_and_line_without_its_words(browser: Client, alice: User) -> None:
    page = browser.post("/import/", {"text": POSITIONS["a bullet"]}, follow=True)
    with scope.acting_as(alice.pk):
        pk = ImportRow.objects.first().batch_id  # type: ignore[union-attr]
    page = browser.get(f"/import/{pk}/?show=refused")
    text = page.content.decode()
    assert "This looks like a password. memoryweb never stores those." in text
    assert "line 4" in text
    assert "canary" not in text


def test_of_json_on_one_line_only_what_is_refused_goes() -> None:
    rows = [
        {"id": "1", "memory": "I like tea"},
        {"id": "2", "memory": "", "note": "my password is hunter2xyz!"},
        {"id": "3", "memory": "I live in Rome"},
        {"id": "4", "memory": "", "note": "about trains"},
    ]
    document = reading.read_text(json.dumps(rows)).document
    assert [(each.line, each.category) for each in screen(document)] == [(1, "password")]
    assert [entry.title for entry in document.entries] == ["I like tea", "I live in Rome"]
    assert ["trains" in each.text for each in document.unknown] == [True]


def test_each_of_several_on_one_line_is_reported() -> None:
    rows = [{"id": str(n), "memory": f"my password is hunter{n}xyz!"} for n in range(3)] + [
        {"id": "9", "memory": "Tea"}
    ]
    document = reading.read_text(json.dumps(rows)).document
    assert [each.category for each in screen(document)] == ["password"] * 3
    assert [entry.title for entry in document.entries] == ["Tea"]


def test_a_short_line_with_a_secret_takes_no_other_line_with_it() -> None:
    text = f"# About me\n- Wi-Fi password: {SECRET}\n- Works at Acme as a designer\n- I live in Lisbon\n"
    document = reading.read_text(text).document
    assert [each.line for each in screen(document)] == [2]
    assert [each.title for each in document.entries] == ["Works at Acme as a designer", "I live in Lisbon"]


def test_a_line_with_a_secret_takes_no_short_line_before_it() -> None:
    document = reading.read_text(f"# Notes\n\n- Prefers tea over coffee\n- {SAYS}\n", "").document
    assert [(each.line, each.category) for each in screen(document)] == [(4, "password")]
    assert [each.title for each in document.entries] == ["Prefers tea over coffee"]
