"""Every format is recognised by its content and read: what is about the person is taken, the rest is named."""

import os
from pathlib import Path

import pytest

from memoryweb.interchange.entry import About
from memoryweb.interchange.formats import FORMATS
from memoryweb.interchange.reading import Reading, read_bytes, read_text
from tests.cases import with_each
from tests.interchange.samples import SAMPLES, Sample

SHARED = Path(os.environ.get("SAMPLES", Path(__file__).resolve().parents[3] / "shared" / "samples"))
MISSING = "The folder ../shared/samples is not here, so real files were not read."


def taken(reading: Reading) -> list[str]:
    return [entry.title for entry in reading.document.entries if entry.about == About.PERSON]


@with_each("name", SAMPLES)
def test_a_file_is_recognised_and_read_as_a_person_would(name: str) -> None:
    sample = SAMPLES[name]
    reading = read_text(sample.text, sample.name)
    assert reading.format
    assert reading.format.name == sample.format
    found = taken(reading)
    assert [title for start in sample.about_person for title in found if title.startswith(start)] == found
    assert len(found) == len(sample.about_person)
    assert len(reading.document.entries) - len(found) == sample.others
    assert tuple(sorted({each.line for each in reading.document.unknown})) == sample.unknown
    assert "" not in {each.reason for each in reading.document.unknown}


@with_each("name", SAMPLES)
def test_dates_ends_and_the_persons_own_words_are_read(name: str) -> None:
    sample = SAMPLES[name]
    entries = read_text(sample.text).document.entries
    of_person = [entry for entry in entries if entry.about == About.PERSON]
    assert sum(entry.is_explicit for entry in of_person) == sample.explicit
    for start, day in sample.dated.items():
        (entry,) = (each for each in of_person if each.title.startswith(start))
        assert str(entry.learned) == day
    assert [entry.title for entry in of_person if entry.expired and not entry.title.startswith(sample.ended)] == []
    assert len([entry for entry in of_person if entry.expired]) == len(sample.ended)


MISTAKEN = {  # text: its format, and what is about the person
    "# CLAUDE.md\n\n> **Note**: generated\n\n- Run make build\n- The queue is in src/app\n": ("rule_files", []),
    "# Boats\n\n> **Note**: draft\n\n## Setup\n- The hull is oak\n- Sails are stored\n": ("notes", []),
    "- You are a software engineer based in Berlin.\n- Your name is Jan.\n": (
        "pasted_list",
        ["You are a software engineer based in Berlin.", "Your name is Jan."],
    ),
    "You are a helpful assistant for ships.\n\nBe brief.\n": ("persona", []),
    '["I like tea","I live in Rome"]': ("pasted_list", ["I like tea", "I live in Rome"]),
    "- I like tea\n- I live in Rome\n- four bars are ||||\n": (
        "notes",
        ["I like tea", "I live in Rome"],
    ),
}


@with_each("text", MISTAKEN)
def test_what_looks_like_another_format_is_not_taken_for_it(text: str) -> None:
    reading = read_text(text)
    assert reading.format
    assert (reading.format.name, taken(reading)) == MISTAKEN[text]


def test_settings_in_json_are_no_memories() -> None:
    reading = read_text('{"theme":"dark"}')
    assert (reading.format, reading.document.entries) == (None, [])
    assert [each.line for each in reading.document.unknown] == [1]


def test_there_is_a_sample_of_every_format() -> None:
    assert {sample.format for sample in SAMPLES.values()} == set(FORMATS)


def test_the_name_of_a_file_decides_nothing() -> None:
    for sample in SAMPLES.values():
        for name in ("x.zip", "memories.json", "CLAUDE.md", "../../etc/passwd"):
            reading = read_text(sample.text, name)
            assert reading.format
            assert reading.format.name == sample.format


def test_the_day_in_a_files_name_is_that_of_what_has_no_other() -> None:
    dated = read_text("- Prefers tea\n- Rows on Saturdays\n", "memory/2026-04-20.md").document.entries
    assert {str(entry.learned) for entry in dated} == {"2026-04-20"}
    (entry,) = read_text("[2024-11-03] - Prefers tea\n", "2026-04-20.txt").document.entries
    assert str(entry.learned) == "2024-11-03"


@with_each("text, reason", [("{broken", "broken"), ('[{"id": 1, "memory": "x"', "broken"), ("---\n***\n", "")])
def test_what_is_none_of_the_formats_is_said_and_kept(text: str, reason: str) -> None:
    reading = read_text(text)
    assert reading.document.entries == []
    assert [each for each in reading.document.unknown if reason not in each.reason] == []


# What people really have. Each row: format, statements about the person in the file, of those understood, taken in all,
# taken that are not about the person. Counted by reading the files.
REAL: dict[str, tuple[str, int, int, int, int]] = {
    "pahf/MEMORY.from-seed.md": ("memory_md", 9, 9, 9, 0),
    "total-recall/observations.wild-variants.SYNTHETIC.md": ("observations", 4, 4, 4, 0),
    "total-recall/archive-2026-02-22.SYNTHETIC.md": ("archive_md", 1, 1, 1, 0),
    "obsidian-copilot/recent_conversation_content.v1.SYNTHETIC.md": ("conversations", 0, 0, 0, 0),
    "obsidian-copilot/recent_conversation_content.v2.SYNTHETIC.md": ("conversations", 0, 0, 0, 0),
    "obsidian-copilot/user_insights.v1.SYNTHETIC.md": ("insights", 2, 2, 2, 0),
    "obsidian-copilot/Saved Memories.SYNTHETIC.md": ("pasted_list", 2, 2, 2, 0),
    "openclaw/USER.user-model.docs.md": ("openclaw_user", 2, 2, 2, 0),
    "openclaw/MEMORY.starter.clawfable.md": ("notes", 4, 4, 4, 0),
    "openclaw/2026-04-20.daily-empty.momo.md": ("daily_notes", 0, 0, 0, 0),
    "claude-code/MEMORY.index.SYNTHETIC.md": ("claude_code_index", 0, 0, 0, 0),
    "claude-ai/import-memory-format.SYNTHETIC.txt": ("portable_list", 4, 4, 4, 0),
    "claude-ai/memories.SYNTHETIC.json": ("claude_memories", 2, 2, 2, 0),
    "chatgpt/backend-api-memories.SYNTHETIC.json": ("chatgpt_memories", 2, 2, 2, 0),
    "chatgpt/manage-memories-paste.SYNTHETIC.txt": ("pasted_list", 3, 3, 3, 0),
    "mem0/get_all.page.SYNTHETIC.json": ("mem0", 2, 2, 2, 0),
}


@pytest.mark.skipif(not SHARED.is_dir(), reason=MISSING)
def test_of_real_files_nine_in_ten_statements_are_understood_and_little_else_is_taken() -> None:
    files = {str(path.relative_to(SHARED)): path for path in SHARED.rglob("*") if path.is_file()}
    files.pop("INDEX.md")
    assert set(files) == set(REAL)
    for name, path in files.items():
        (reading,) = read_bytes(path.read_bytes(), path.name)
        assert reading.format
        assert (reading.format.name, len(taken(reading))) == (REAL[name][0], REAL[name][3]), name
    stated, understood = sum(row[1] for row in REAL.values()), sum(row[2] for row in REAL.values())
    all_taken, wrong = sum(row[3] for row in REAL.values()), sum(row[4] for row in REAL.values())
    assert understood >= 0.9 * stated
    assert wrong <= 0.05 * all_taken


def test_counts_of_the_samples_in_the_repository() -> None:
    stated = sum(len(sample.about_person) for sample in SAMPLES.values())
    found = [title for sample in SAMPLES.values() for title in _right(sample)]
    everything = sum(len(taken(read_text(sample.text))) for sample in SAMPLES.values())
    assert len(found) >= 0.9 * stated
    assert everything - len(found) <= 0.05 * everything


def _right(sample: Sample) -> list[str]:
    return [title for title in taken(read_text(sample.text)) if title.startswith(sample.about_person)]
