"""Export, import into an empty account with everything accepted, export: the same bytes."""

import os
import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from memoryweb.agents.models import Agent
from memoryweb.interchange.entry import Entry, single_line
from memoryweb.interchange.formats import WRITTEN
from memoryweb.interchange.formats.own import memory_md
from memoryweb.interchange.importing import previews
from memoryweb.interchange.models import ImportRow
from memoryweb.interchange.reading import read_text
from memoryweb.language import sensitive
from memoryweb.language.filing.known_fields import slugify
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Invalid, Outcome, Person, Statement
from memoryweb.memories.models import Memory, Proposal
from memoryweb.memories.visibility import readable_by
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules.policy import DORMANT_BELOW
from tests.builders import agent_says, memory_of, person_types
from tests.interchange.builders import import_and_accept
from tests.interchange.test_restoring import PASSPHRASE, exported, on_another_machine, restore, tables
from tests.rings import ALL

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ROUND_TRIPS = int(os.environ.get("ROUND_TRIPS", "10" if ALL else "4"))  # accounts of each law
TRICKY = (
    "PDF",
    "Word | PDF",
    "a * b ** c",
    "back\\slash \\[x",
    "[LEARNED: 2026-01-02, observation]",
    "[EXPIRED: 2026-01-02]",
    "x [UPDATED: 2026-13-99] y",
    "Reason: because",
    "Reason:",
    "Replaced by: tea",
    "Only when: tired",
    "Filed under: a.b",
    "喜欢绿茶",
    "从现在起用简体字",
    "🙂 👩‍🚀",
    "> quoted",
    "- item",
    "# heading",
    "| 2026-01-02 | a | b |",
    "label: with colon",
    "_",
    "ends with:",
    "ends with \\",
    "**bold**",
    "for now, today only",
    "yesterday, 2026-01-02",
    "always",
    "tab\tand  spaces",
    "two\nlines",
    "three\n\n- lines\n",
    "zero\u200bwidth",
    "Expired: x",
    "other",
    "Vegan",
    "`code`",
    "<b>html</b>",
    "<!-- dc:type=rule dc:asof=2026-01-02 -->",
    "## 2026-01-02",
    "Document format: Word",
    "مرحبا بالعالم، أفضّل الشاي",
    "שלום עולם",
    "```python\nprint('tea')\n```",
    "- a\n  - b\n    - c",
    "🔴 09:15 [LOW] tea",
    "100 % <tea>",
    "\u2028sep",
)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
S2_FILES = ("observations", "archive_json")
LONG = (
    "🙂👩‍🚀" * 30,
    "绿茶" * 2_500,
    "word " * 1_900,
)


def names_no_secret(text: str) -> bool:
    """Whether the guard takes nothing that follows for a secret: "PW" is let in, and "PW" before other words is not."""
    return sensitive.inspect([text, "technical"]) is None


texts = st.sampled_from(TRICKY) | st.text(
    st.characters(codec="utf-8", exclude_characters="\x00"),
    min_size=1,
    max_size=24,
).filter(lambda text: text.strip() and names_no_secret(text))
categories = (
    st.sampled_from(["technical", "communication", "dietary", "other", "memory", "open source", "项目", ""]) | texts
)
names = st.sampled_from(["document_format", "tone", "forbidden_words", "interests", "editor", "Vegan"]) | texts
sources = st.sampled_from(["", "instruction", "correction", "behaviour", "inference", "uncertain"])


@st.composite
def account_histories(draw: st.DrawFn) -> list[tuple[str, dict[str, Any]]]:
    """A history of an account: mostly saves, then edits, ends and declines of what was saved."""
    kinds = st.sampled_from(
        ["save", "save", "save", "propose", "edit", "expire", "decline", "confirm", "update", "archive", "keep"]
    )
    return [
        (
            draw(kinds),
            {
                "name": draw(names)[:120],
                "category": draw(categories)[:60],
                "details": draw(texts | st.just("")),
                "value": draw(st.none() | texts | st.booleans() | st.lists(texts, max_size=2) | st.just("")),
                "source": draw(sources),
                "condition": draw(st.just("") | st.just("") | texts)[:200],
                "project": draw(st.just("") | st.just("") | texts)[:80],
                "which": draw(st.integers(0, 9)),
                "days": draw(st.integers(0, 40)),
                "reason": draw(texts | st.just(""))[:300],
            },
        )
        for _ in range(draw(st.integers(1, 7)))
    ]


def new_person(zone: str = "UTC") -> User:
    person = User.objects.create_user(f"{secrets.token_hex(6)}@example.org")
    with scope.acting_as(person.pk):
        MemorySettings.for_person(person.pk)
        MemorySettings.objects.filter(person=person).update(time_zone=zone)
    return person


def _pick_live(person: User, which: int) -> Memory | None:
    memories = list(Memory.objects.of(person).live().order_by("pk"))
    return memories[which % len(memories)] if memories else None


def _statement(fields: dict[str, Any]) -> Statement:
    names = ("name", "category", "details", "value", "source", "condition", "project")
    return Statement(**{name: fields[name] for name in names})


def _apply(action: str, fields: dict[str, Any], person: User, agent: Agent) -> Outcome | None:  # noqa: PLR0911
    by, now = Person(person), NOW - timedelta(days=fields["days"])
    memory = _pick_live(person, fields["which"])
    if action == "save":
        return actions.remember(_statement(fields | {"source": "instruction"}), by=by, now=now)
    if action == "propose":
        return actions.remember(_statement(fields), by=AgentOf(agent), now=now)
    if memory is None:
        return None
    if action == "edit":
        changes = actions.Edit(
            label=fields["name"],
            value=fields["value"],
            details=fields["details"],
            kind=memory.kind,
            condition=memory.condition,
            project=memory.project,
            tags=(),
            pinned=False,
        )
        return actions.edit(memory.pk, changes, by=by, now=now, since=actions.newest_version(memory.pk))
    if action == "update":
        if memory.status == "candidate":
            return None  # no agent may read it
        return actions.update(memory.pk, details=fields["details"] or "x", quote="now", by=AgentOf(agent), now=now)
    if action == "expire":
        return actions.expire(memory.pk, by=by, now=now, reason=fields["reason"])
    if action == "archive":
        return actions.archive(memory.pk, by=by, now=now, reason=fields["reason"])
    decisions = {"decline": actions.decline, "confirm": actions.confirm, "keep": actions.keep}
    return decisions[action](memory.pk, by=by, now=now)


def fill_account(person: User, history: list[tuple[str, dict[str, Any]]]) -> None:
    with scope.acting_as(person.pk):
        agent = Agent.connect(person, name="Scribe")[0]
        for action, fields in history:
            try:
                _apply(action, fields, person, agent)
            except Invalid:
                continue


def _export(person: User, name: str = "memory_md") -> str:
    with scope.acting_as(person.pk):
        return WRITTEN[name].export(person)


@pytest.mark.django_db
@settings(max_examples=ROUND_TRIPS, deadline=None, suppress_health_check=SLOW)
@given(
    history=account_histories(), zones=st.sampled_from([("UTC", "UTC"), ("Pacific/Auckland", "America/Los_Angeles")])
)
def test_the_export_of_any_account_imports_to_the_same_export(
    history: list[tuple[str, dict[str, Any]]], zones: tuple[str, str]
) -> None:
    person, empty = new_person(zones[0]), new_person(zones[1])
    fill_account(person, history)
    first = _export(person)
    note(first)
    with scope.acting_as(person.pk):
        assume(not has_near_duplicates(person))
    with scope.acting_as(empty.pk):
        report = import_and_accept(first, empty, NOW)
    note(str(report))
    assert report.unknown == []
    assert report.left_out == []
    assert report.refused == []
    assert _export(empty) == first


@pytest.mark.django_db
@settings(max_examples=ROUND_TRIPS, deadline=None, suppress_health_check=SLOW)
@given(history=account_histories(), words=st.sampled_from(["", *LONG]), name=st.sampled_from(S2_FILES))
def test_a_file_of_s2_imports_to_the_same_file(
    history: list[tuple[str, dict[str, Any]]], words: str, name: str
) -> None:
    """The yes at the import leaves as it was what had one before and is not dormant: the rest it makes surer."""
    person, empty = new_person("Asia/Shanghai"), new_person("America/Los_Angeles")
    fill_account(person, history)
    with scope.acting_as(person.pk):
        if words:
            person_types(person, words, NOW - timedelta(days=3), name="words", category="personal")
        for memory in Memory.objects.of(person).active():
            actions.confirm(memory.pk, by=Person(person), now=NOW - timedelta(days=2))
        assume(not any(memory.importance_on(NOW.date()) < DORMANT_BELOW for memory in Memory.objects.active()))
        assume(not has_near_duplicates(person))
    first = _export(person, name)
    assume(first != "[]\n")
    note(first)
    with scope.acting_as(empty.pk):
        report = import_and_accept(first, empty, NOW)
    note(str(report))
    assert (report.unknown, report.left_out, report.refused) == ([], [], [])
    assert _without_ids(_export(empty, name)) == _without_ids(first)


def _without_ids(text: str) -> str:
    return re.sub(r"OBS-\d{8}-\d+", "OBS", text)


@pytest.mark.django_db
@settings(max_examples=ROUND_TRIPS, deadline=None, suppress_health_check=SLOW)
@given(history=account_histories())
def test_the_files_of_an_account_say_nothing_new_to_it(history: list[tuple[str, dict[str, Any]]]) -> None:
    person = new_person()
    fill_account(person, history)
    with scope.acting_as(person.pk):
        for name in ("memory_md", "observations"):
            text = WRITTEN[name].export(person)
            note(text)
            batch = previews.prepare([read_text(text)], person, now=NOW)
            assert [row.entry or row.text for row in batch.rows.exclude(verdict=ImportRow.Verdict.SAME)] == [], name


@pytest.mark.django_db
@settings(max_examples=15 if ALL else 4, deadline=None, suppress_health_check=SLOW)
@given(history=account_histories(), words=st.sampled_from(LONG))
def test_any_account_comes_back_from_its_complete_json(history: list[tuple[str, dict[str, Any]]], words: str) -> None:
    person, empty = new_person("Asia/Shanghai"), new_person()
    fill_account(person, history)
    with scope.acting_as(person.pk):
        person_types(person, words, name="words", category="personal")
    text = on_another_machine(exported(person, PASSPHRASE))
    report = restore(text, empty, PASSPHRASE)
    assert report.refused == []
    assert tables(exported(empty)) == tables(text)


def has_near_duplicates(person: User) -> bool:
    """Return whether two memories in use are nearly the same by the person's own edit: an import merges them."""
    from memoryweb.language.text import tokens
    from memoryweb.rules import policy

    live = [m for m in Memory.objects.of(person).active() if m.horizon == "long"]
    return any(
        a.pk < b.pk and a.category == b.category and tokens.similarity(str(a), str(b)) >= policy.SAME_WORDS_FROM
        for a in live
        for b in live
    )


entries = st.builds(
    Entry,
    label=texts.map(single_line).filter(bool),
    value=texts.map(single_line).filter(bool),
    details=st.lists(texts.map(single_line).filter(bool), max_size=3).map(tuple),
    category=categories.map(slugify),
    learned=st.none() | st.dates(),
    updated=st.none() | st.dates(),
    expired=st.none() | st.dates(),
    condition=texts.map(single_line) | st.just(""),
    project=texts.map(single_line) | st.just(""),
)


@settings(max_examples=80, deadline=None)
@given(written=st.lists(entries, max_size=4))
def test_written_entries_read_back_as_the_same_entries(written: list[Entry]) -> None:
    text = memory_md.write(written)
    reading = memory_md.read(text)
    assert reading.unknown == []
    assert memory_md.write(reading.entries) == text
    assert sorted(e.title for e in reading.entries) == sorted(e.title for e in written)


def test_an_account_with_a_bit_of_everything_comes_back_the_same(as_alice: User, scribe: Agent) -> None:
    person_types(as_alice, "PDF", NOW - timedelta(days=30))
    person_types(as_alice, "From now on, always Word", NOW - timedelta(days=3), quote="From now on Word.")
    outcome = agent_says(
        scribe, "Likes options compared", NOW, name="decision_style", category="workstyle", source="inference"
    )
    assert outcome.memory
    actions.confirm(outcome.memory.pk, by=Person(as_alice), now=NOW)
    for words in ("leverage", "synergy"):
        person_types(as_alice, "", NOW, name="forbidden_words", category="communication", value=words)
    person_types(as_alice, "Short", NOW, name="tone", category="communication", condition="when tired")
    person_types(as_alice, "Long", NOW, name="tone", category="communication")
    memory = person_types(as_alice, "Green tea", NOW, name="drink", category="personal").memory
    assert memory
    actions.expire(memory.pk, by=Person(as_alice), now=NOW, reason="Coffee | now")
    first = WRITTEN["memory_md"].export(as_alice)
    for part in (
        "[EXPIRED: 2026-11-17]",
        "> - Replaced by: Document format: Word",
        "Only when: when tired",
        "Coffee | now",
    ):
        assert part in first
    empty = new_person()
    with scope.acting_as(empty.pk):
        report = import_and_accept(first, empty, NOW)
    assert (report.unknown, report.left_out, report.refused) == ([], [], [])
    assert _export(empty) == first


def test_of_an_open_conflict_the_side_that_agents_are_given_is_in_the_file(as_alice: User, trusted: Agent) -> None:
    for details in ("Always tabs", "Always spaces"):
        agent_says(trusted, details, NOW, name="indent", category="workstyle", source="instruction")
    exported = WRITTEN["memory_md"].export(as_alice)
    (given,) = readable_by(trusted, MemorySettings.for_person(as_alice.pk), now=NOW)
    (other,) = Memory.objects.active().exclude(pk=given.pk)
    assert f": {given.shown_value} " in exported
    assert f": {other.shown_value} " not in exported


def test_what_the_person_confirmed_is_in_the_file_though_another_value_waits(as_alice: User, scribe: Agent) -> None:
    tabs = memory_of(agent_says(scribe, "I prefer tabs", NOW, name="indent", category="workstyle"))
    actions.confirm(tabs.pk, by=Person(as_alice), now=NOW)
    spaces = memory_of(agent_says(scribe, "I prefer spaces", NOW, name="indent", category="workstyle"))
    exported = WRITTEN["memory_md"].export(as_alice)
    assert tabs.shown_value in exported
    assert spaces.shown_value not in exported


def test_days_are_the_persons_own_days(db: None) -> None:
    """Half past eleven in the evening in Auckland is another day in UTC."""
    person = new_person("Pacific/Auckland")
    at = datetime(2026, 11, 20, 23, 30, tzinfo=ZoneInfo("Pacific/Auckland"))
    with scope.acting_as(person.pk):
        person_types(person, "PDF", at)
        person_types(person, "Word", at)
    assert "[LEARNED: 2026-11-20, explicit instruction] [EXPIRED: 2026-11-20]" in _export(person)


def test_proposals_are_not_in_the_file(as_alice: User, scribe: Agent) -> None:
    agent_says(scribe, "I prefer reports as PDF")
    assert Proposal.objects.open().count() == 1
    assert "PDF" not in WRITTEN["memory_md"].export(as_alice)
