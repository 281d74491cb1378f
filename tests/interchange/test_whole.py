"""memoryweb's own files, each alone and all in one zip: nothing new to the same account, whole into an empty one."""

import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import Phase, assume, example, given, note, settings

from memoryweb.interchange.entry import About
from memoryweb.interchange.everything import NAMED_BY_CONTENT, zipped, zipped_formats
from memoryweb.interchange.formats import SECTIONS, WRITTEN, recognise
from memoryweb.interchange.formats.own import archive_json, observations
from memoryweb.interchange.importing import batches, previews
from memoryweb.interchange.models import ImportRow
from memoryweb.interchange.reading import Reading, read_bytes, read_text
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.review.queue import questions
from memoryweb.rls import scope
from memoryweb.rules.decay import effective_importance
from memoryweb.rules.policy import DORMANT_BELOW, LIVES, Kind
from tests.builders import agent_says, memory_of, person_types
from tests.cases import with_each
from tests.interchange.builders import accept_all, import_and_accept, import_text
from tests.interchange.test_round_trip import SLOW, account_histories, fill_account, has_near_duplicates, new_person
from tests.rings import third, thorough

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
FEW = 3
MANY = int(os.environ.get("WHOLE_ACCOUNTS", "1000"))
IN_USE = ("memory_md", "observations", "archive_json", *SECTIONS)  # an empty account gives them again to the byte
Histories = list[tuple[str, dict[str, Any]]]
EXPLICIT = [Phase.explicit, Phase.generate]


def step(action: str = "save", **fields: Any) -> tuple[str, dict[str, Any]]:
    """Return a step of a history, of which only this is said."""
    said = dict.fromkeys(("name", "category", "details", "source", "condition", "project", "reason"), "")
    return action, {**said, "value": None, "which": 0, "days": 13, **fields}


def files_of(person: User) -> dict[str, str]:
    """Return every file of everything.zip but the README, by its name."""
    return {name: text for name, text in unpacked(zipped(person)).items() if name != "README.txt"}


def unpacked(pieces: Iterator[bytes]) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def chosen(readings: list[Reading], person: User) -> list[str]:
    """Return what of these files an import would bring to Review or into the past, were it started at once."""
    batch = previews.prepare(readings, person, now=NOW)
    rows = batch.rows.filter(is_chosen=True)
    return [f"{row.verdict} {row.entry}" for row in rows] + [
        f"unknown {row.text}" for row in batch.rows.filter(verdict=ImportRow.Verdict.UNKNOWN, about=About.PERSON)
    ]


def check_nothing_is_new(history: Histories) -> None:
    person = new_person("Asia/Shanghai")
    fill_account(person, history)
    files = files_of(person)
    with scope.acting_as(person.pk):
        for name, text in files.items():
            note(f"{name}\n{text}")
            assert chosen([read_text(text, name)], person) == [], name
        assert chosen(list(read_bytes(b"".join(zipped(person)), "everything.zip")), person) == []
        parts = [*WRITTEN, *NAMED_BY_CONTENT]
        assert chosen(list(read_bytes(b"".join(zipped_formats(person, parts)), "parts.zip")), person) == []


def check_it_comes_whole(history: Histories) -> None:
    """What was never confirmed, or is dormant, a yes makes surer: so here all of it was confirmed."""
    person = new_person("Asia/Shanghai")
    fill_account(person, history)
    with scope.acting_as(person.pk):
        for question in Proposal.objects.of(person).open():
            actions.reject(question.pk, by=Person(person), now=NOW - timedelta(days=3))
        for memory in Memory.objects.of(person).active():
            actions.confirm(memory.pk, by=Person(person), now=NOW - timedelta(days=2))
        assume(not any(memory.importance_on(NOW.date()) < DORMANT_BELOW for memory in Memory.objects.active()))
        assume(not has_near_duplicates(person))
        names = [name for name in IN_USE if WRITTEN[name].export(person).strip() not in ("", "[]")]
        assume(names)
    for name in names:
        with scope.acting_as(person.pk):
            first = WRITTEN[name].export(person)
        check_whole(name, first, [read_text(first)], [name])
    everything = list(read_bytes(b"".join(zipped(person)), "everything.zip"))
    with scope.acting_as(person.pk):
        wanted = {name: WRITTEN[name].export(person) for name in IN_USE}
    empty = bring_to_empty(everything)
    with scope.acting_as(empty.pk):
        assert {name: plain(WRITTEN[name].export(empty)) for name in wanted} == {
            name: plain(text) for name, text in wanted.items()
        }


def check_whole(name: str, first: str, readings: list[Reading], names: list[str]) -> None:
    note(f"{name}\n{first}")
    empty = bring_to_empty(readings)
    with scope.acting_as(empty.pk):
        for each in names:
            assert plain(WRITTEN[each].export(empty)) == plain(first), name


def bring_to_empty(readings: list[Reading]) -> User:
    empty = new_person("America/Los_Angeles")
    with scope.acting_as(empty.pk):
        batch = previews.prepare(readings, empty, now=NOW)
        previews.start(batch, uses_explicit=False, now=NOW)
        batches.run(batch.pk, empty.pk, now=NOW)
        accept_all(empty, NOW)
    return empty


def plain(text: str) -> str:
    return re.sub(r"OBS-\d{8}-\d+", "OBS", text)


@pytest.mark.django_db
@settings(max_examples=FEW, deadline=None, derandomize=True, phases=[Phase.generate], suppress_health_check=SLOW)
@given(history=account_histories())
def test_no_file_of_an_account_says_anything_new_to_it(history: Histories) -> None:
    check_nothing_is_new(history)


@pytest.mark.django_db
@settings(max_examples=FEW, deadline=None, derandomize=True, phases=EXPLICIT, suppress_health_check=SLOW)
@given(history=account_histories())
@example([step(name="_", condition="\u2028sep"), step(name="Expired: x", category="communication", days=23)])
@example([step(name="_"), step("archive")])
@example([step(name="_", project="one\n\ntwo\tthree"), step("archive")])
def test_the_files_of_an_account_come_whole_into_an_empty_one(history: Histories) -> None:
    check_it_comes_whole(history)


@thorough
@pytest.mark.django_db
@settings(max_examples=MANY, deadline=None, suppress_health_check=SLOW, phases=[Phase.generate])
@given(history=account_histories())
def test_a_thousand_accounts_have_nothing_new_in_their_files(history: Histories) -> None:
    check_nothing_is_new(history)


@thorough
@pytest.mark.django_db
@settings(max_examples=MANY, deadline=None, suppress_health_check=SLOW, phases=[Phase.generate])
@given(history=account_histories())
def test_a_thousand_accounts_come_whole_into_empty_ones(history: Histories) -> None:
    check_it_comes_whole(history)


def test_the_zip_of_everything_is_read_once_and_its_readme_never(as_alice: User) -> None:
    person_types(as_alice, "PDF")
    readings = {reading.name: reading for reading in read_bytes(b"".join(zipped(as_alice)), "everything.zip")}
    assert [name for name, reading in readings.items() if not reading.refused] == ["memoryweb.json"]
    assert {"README.txt", "MEMORY.md", "observations.md"} <= readings.keys()


def test_parts_that_say_the_same_bring_it_once(as_alice: User, bob: User) -> None:
    person_types(as_alice, "PDF", NOW)
    person_types(as_alice, "I like tea, when tired", NOW, name="drink", category="personal", condition="when tired")
    parts = list(read_bytes(b"".join(zipped_formats(as_alice, [*WRITTEN, *NAMED_BY_CONTENT])), "parts.zip"))
    with scope.acting_as(bob.pk):
        assert len(chosen(parts, bob)) == 2


def test_the_file_of_a_day_has_that_days_notes_and_an_import_leaves_them(
    as_alice: User, scribe: Any, bob: User
) -> None:
    person_types(as_alice, "PDF", NOW)
    agent_says(scribe, "Works late on Fridays", NOW, source="inference", name="rhythm", category="workstyle")
    agent_says(scribe, "I like Word", NOW, name="editor")  # it waits for an answer
    text = unpacked(zipped_formats(as_alice, ["days"]))["memory/2026-11-20.md"]
    in_use, _, noted = text.partition("## Notes that are not in use")
    assert ("PDF" in in_use, "Works late on Fridays" in noted, "Word" in text) == (True, True, False)
    with scope.acting_as(bob.pk):
        report = import_and_accept(text, bob, NOW)
        assert [memory.shown_value for memory in Memory.objects.of(bob)] == ["PDF"]
        assert [words for _, words, _ in report.unknown] == [noted.strip().removeprefix("- ")]


@with_each("archives", [False, True])
def test_what_older_versions_kept_without_a_label_comes_too(as_alice: User, *, archives: bool) -> None:
    memory = memory_of(person_types(as_alice, "", NOW - timedelta(days=30), name="sign", value="_"))
    if archives:
        actions.archive(memory.pk, by=Person(as_alice), now=NOW)
    Memory.objects.filter(pk=memory.pk).update(label="")
    empty = bring_to_empty(list(read_bytes(b"".join(zipped(as_alice)), "everything.zip")))
    with scope.acting_as(empty.pk):
        (got,) = Memory.objects.of(empty)
        assert (got.label, got.value, got.status) == ("Memory", "_", "archived" if archives else "active")


def test_an_archive_whose_label_is_no_text_is_read_by_its_words() -> None:
    row = {"full_text": "Tea", "archived_reason": "old", "original_date": "2026-01-02", "label": 5, "details": ""}
    (entry,) = archive_json.read(json.dumps([row])).entries
    assert (entry.label, entry.details, entry.is_exact) == ("", ("Tea",), False)


def test_why_something_was_archived_comes_back_to_the_letter(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "PDF", NOW - timedelta(days=30)))
    actions.archive(memory.pk, by=Person(as_alice), now=NOW, reason="moved\ton,  at last")
    wanted = WRITTEN["archive_json"].export(as_alice)
    empty = bring_to_empty(list(read_bytes(b"".join(zipped(as_alice)), "everything.zip")))
    with scope.acting_as(empty.pk):
        assert plain(WRITTEN["archive_json"].export(empty)) == plain(wanted)


def test_what_replaced_something_is_named_with_its_day(as_alice: User, bob: User) -> None:
    for days, words in ((9, "PDF"), (6, "Word")):
        person_types(as_alice, words, NOW - timedelta(days=days))
    text = WRITTEN["memory_md"].export(as_alice)
    assert "> - Replaced by: Document format: Word [LEARNED: 2026-11-14]\n" in text
    with scope.acting_as(bob.pk):
        import_and_accept(text, bob, NOW)
        assert WRITTEN["memory_md"].export(bob) == text


MARKS = [
    "I like [LEARNED: 2026-01-02, observation] tea",
    "**Time:** noon **Summary:** tea",
    "- 🔴 tea\n- 🔴 milk",
    "a||||b",
    "<!-- dc:type=rule dc:asof=2026-01-02 -->",
    '{"full_text": "x", "archived_reason": "y"}',
    "globs: **/*.py alwaysApply: true",
    "[2026-01-02] - tea",
    "2026-01-02T00:00:00Z tea",
    "## Preference Change Log",
    "# MEMORY.md",
    "You are a helpful assistant. Your name is Rex.",
]


@with_each("words", lambda: third(MARKS))
def test_a_mark_in_the_words_makes_no_file_another_format(as_alice: User, words: str) -> None:
    person_types(as_alice, words, NOW, name="remark", category="personal")
    person_types(as_alice, words, NOW, name="style", category="communication")
    for name, text in files_of(as_alice).items():
        if text.strip() in ("", "[]"):
            continue
        wanted = {
            "MEMORY.md": "memory_md",
            "archive.json": "archive_json",
            "observations.md": "observations",
            "memories.txt": "portable_list",
            "memoryweb.json": "complete_json",
        }
        expected = wanted.get(name) or (
            "memory_md" if "/users/" in name else "daily_notes" if "/" in name else "insights"
        )
        found = recognise(text)
        assert found is not None
        assert found.name == expected, name
        assert chosen([read_text(text, name)], as_alice) == [], name


def test_a_reader_of_s2_alone_takes_each_day_away_once(as_alice: User) -> None:
    """It knows no dc:asof: new_importance = max(0, importance - rate x days since dc:date)."""
    memory = memory_of(person_types(as_alice, "Postgres 16 runs on the second server", NOW - timedelta(days=40)))
    actions.still_true(memory.pk, by=Person(as_alice), now=NOW - timedelta(days=10))
    Memory.objects.filter(pk=memory.pk).update(importance_as_of=date(2026, 11, 10), importance_base=7.0, kind="fact")
    text = WRITTEN["observations"].export(as_alice)
    comment = next(line for line in text.splitlines() if line.startswith("<!--"))
    tags = dict(part.removeprefix("dc:").split("=", 1) for part in comment[4:-3].split())
    days = (NOW.date() - date.fromisoformat(tags["date"])).days
    by_s2 = max(0.0, float(tags["importance"]) - LIVES[Kind(tags["type"])].decay_a_day * days)
    ours = effective_importance(7.0, "fact", date(2026, 11, 10), NOW.date(), assumed=False)
    assert by_s2 == pytest.approx(ours) == pytest.approx(6.0)
    (entry,) = observations.read(text).entries
    assert (entry.learned, entry.as_of) == (NOW.date() - timedelta(days=40), date(2026, 11, 10))


def test_an_own_file_from_before_reads_as_it_did() -> None:
    text = "# Observations\n\n## Font: Serif\n<!-- dc:type=fact dc:date=2026-09-01 dc:asof=2026-11-10 -->\n"
    (entry,) = observations.read(text).entries
    assert (entry.learned, entry.as_of) == (date(2026, 9, 1), date(2026, 11, 10))


def test_review_says_that_a_file_says_so(browser: Client, alice: User, as_alice: User) -> None:
    import_text("# MEMORY.md\n\n> **Drink**: Tea [LEARNED: 2026-11-01, explicit instruction]\n", alice, NOW)
    person_types(alice, "Coffee", NOW, name="drink", category="personal")
    import_text("# MEMORY.md\n\n## Personal\n\n> **Drink**: Milk [LEARNED: 2026-12-01, user feedback]\n", alice, NOW)
    asked = list(Proposal.objects.of(alice).open().select_related("memory", "agent"))
    assert asked
    for card in questions.question_cards(asked):
        assert card.claim == "A file says so."
    page = browser.get(reverse("review:review")).content.decode()
    assert "A file says so." in page
    assert "You said it" not in page
