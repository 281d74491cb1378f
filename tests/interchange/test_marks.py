"""Words that are the mark of a file format make no file another one, in memoryweb's own files and in others'."""

import unicodedata
from datetime import UTC, datetime
from itertools import product
from typing import Any

from memoryweb.interchange import exporting
from memoryweb.interchange.formats import WRITTEN, recognise
from memoryweb.interchange.formats.own import daily_notes
from memoryweb.interchange.reading import read_text
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types
from tests.cases import for_each, with_each
from tests.interchange.builders import import_and_accept
from tests.interchange.test_round_trip import TRICKY, new_person
from tests.interchange.test_whole import chosen, files_of, plain
from tests.rings import ninth, third

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

# Each stands in the details of a memory, where others are beside it.
WORDS = (
    "I said [LEARNED: 2020-01-01] in a talk",
    "[LEARNED: 2020-01-01] is how the file says it",
    "My notes end with [UPDATED: 2021-05-05]",
    "## OBS-20260101-001\nis a heading I like",
    "Each entry has a tag such as <!-- dc:type=rule dc:asof=2026-01-02 -->",
    "<!-- dc:type=rule dc:asof=2026-01-02 -->\nis a comment I read",
    "I wrote on the door (Only when: asked)",
    "My branch is called this (Only in project: none)",
    "The template begins # MEMORY.md\n## Preference Change Log\n| 2026-01-02 | a | b |",
    "A heading inside\n# Observations\nand a line below",
    "I quote § 5 of my lease",
    "I keep lists like\n- [2026-01-02] - one\n- [2026-01-03] - two",
    "I keep tables like\na||||b",
    "> **Drink**: Tea [EXPIRED: 2026-01-02]",
    "> - Only when: tired\n> - Filed under: a.b",
    'I save as ```json\n{"full_text": "x", "archived_reason": "y"}\n```',
    "alwaysApply: true\nglobs: **/*.py",
    "back\\slash \\[LEARNED: 2020-01-01] and \\n",
    "---\ntitle: x\n---\n- [fact] y",
)


def account_with(words: str) -> User:
    person = new_person()
    with scope.acting_as(person.pk):
        person_types(person, words, NOW, name="remark", category="personal")
        person_types(person, "PDF", NOW)
        person_types(person, "Oat milk", NOW, name="drink", category="dietary", condition="when tired", project="loom")
    return person


# Each file of an account, and which of its files an empty one gives again after an import of it.
OWN = {
    "MEMORY.md": "MEMORY.md",
    "observations.md": "observations.md",
    "memories.txt": "memories.txt",
    "memory/2026-11-20.md": "observations.md",
    "memoryweb.json": "MEMORY.md",
}


@with_each("words", lambda: ninth(WORDS))
def test_words_that_are_a_mark_come_whole_into_another_account(db: None, words: str) -> None:
    person = account_with(words)
    with scope.acting_as(person.pk):
        files = files_of(person)
    wrong = []
    for name, again in OWN.items():
        empty = new_person()
        with scope.acting_as(empty.pk):
            report = import_and_accept(files[name], empty, NOW)
            if plain(files_of(empty)[again]) != plain(files[again]) or report.unknown:
                wrong.append(name)
    assert not wrong


LIMITS = ("", "when (very) tired", "I wrote (Only when: asked)", "\\(Only in project: x)", "a) (b", "back\\slash \\")


@for_each(lambda: third([*product((*WORDS, *TRICKY, *LIMITS[1:]), LIMITS, LIMITS)]))
def test_what_is_written_reads_back_as_it_was(words: str, condition: str, project: str) -> None:
    """The law of each file that is written of memories: reading what was written is the same entry, for any text."""
    day = NOW.date()
    memory = Memory(
        label="Remark",
        value=words,
        category="personal",
        condition=condition,
        project=project,
        observed_on=day,
        learned_on=day,
        importance_as_of=day,
        kind="fact",
        source="instruction",
        status="active",
        key="personal.remark",
        confidence=0.9,
        importance_base=5.0,
    )
    wanted = exporting.entry_from_memory(memory, UTC)
    for name in ("portable_list", "observations", "user_insights", "memory_md", "days"):
        text = (
            daily_notes.write(day, [memory])
            if name == "days"
            else WRITTEN[name].write([wanted if name == "memory_md" else memory])
        )
        reading = read_text(text)
        (got,) = reading.document.entries
        for field in ("value", "condition", "project"):
            assert getattr(got, field) == getattr(wanted, field), (name, field, getattr(got, field))
        assert reading.document.unknown == [], name


SAVED_AS: dict[str, Any] = {
    "lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "a mark at the start": lambda text: "\ufeff" + text,
    "empty lines above": lambda text: "\n\n" + text,
    "spaces at each end": lambda text: "\n".join(line + "  " for line in text.split("\n")),
    "decomposed letters": lambda text: unicodedata.normalize("NFD", text),
    "no last line end": lambda text: text.rstrip("\n"),
}


@with_each("way", SAVED_AS)
def test_an_own_file_is_the_same_however_an_editor_saved_it(db: None, way: str) -> None:
    person = account_with("Une crème brûlée, Tiếng Việt [LEARNED: 2020-01-01] et 한국어")
    with scope.acting_as(person.pk):
        for name, text in files_of(person).items():
            if name != "memoryweb.json" and text.strip() not in ("", "[]"):
                before, after = recognise(text), read_text(SAVED_AS[way](text), name)
                assert before
                assert after.format == before, (name, after.format and after.format.name)
                assert chosen([after], person) == [], name


# A file of somebody else's: which format it is, and how many entries about the person are in it.
OTHERS = (
    (
        "[2026-01-01] - I like tea.\n[2026-01-02] - I wrote [LEARNED: 2020-01-01] in a talk.\n[2026-01-03] - I row.\n",
        "portable_list",
        3,
    ),
    ("- I like tea\n- My margins say [EXPIRED: 2020-01-01] in red\n- I own a canoe\n", "pasted_list", 3),
    ("- I like tea\n- I own a canoe\n\n```\n## OBS-20260101-001\n**Archived**: x\n```\n", "notes", 2),
    ("- I like tea\n- I write <!-- dc:type=fact --> before each of my notes\n- I own a canoe\n", "pasted_list", 3),
    ("I like tea.\n\n## OBS-20260101-001 was my first note\n\nI own a canoe.\n", "notes", 2),
    ("[2026-01-02] - I own a canoe.\n[2026-01-03] - My notes end with [UPDATED: 2021-05-05]\n", "portable_list", 2),
    # what a mend must not break
    ("# Me\n\n- I like tea [LEARNED: 2026-01-02, observation]\n- I own a canoe\n", "memory_md", 2),
    ("- [LEARNED: 2026-01-02] I like tea\n- [LEARNED: 2026-01-03] I own a canoe\n", "memory_md", 2),
    ("> **Drink**: Tea [LEARNED: 2026-01-02] [UPDATED: 2026-02-02]\n", "memory_md", 1),
    (
        "## OBS-20260501-004\n**Original date**: 2026-05-01\n**Archived reason**: old\nWalked\n",
        "archive_md",
        1,
    ),
    ("- 🔴 I prefer tea <!-- dc:type=preference dc:date=2026-05-04 -->\n", "observations", 1),
    (
        "## Tea first\n<!-- dc:type=habit dc:source=explicit dc:date=2026-05-04 -->\nI make a pot first.\n",
        "observations",
        1,
    ),
)


@for_each(OTHERS)
def test_a_mark_counts_only_where_its_format_writes_it(text: str, name: str, count: int) -> None:
    reading = read_text(text)
    found = [entry for entry in reading.document.entries if entry.about == "person"]
    assert (reading.format and reading.format.name, len(found)) == (name, count), [e.title for e in found]
