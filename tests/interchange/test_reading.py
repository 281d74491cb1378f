"""Reading S0's MEMORY.md with every form of marker. No database."""

from datetime import date
from functools import cache
from pathlib import Path

from memoryweb.interchange.entry import Entry, UnknownLine
from memoryweb.interchange.formats.own.memory_md import read, write
from memoryweb.language.filing.known_fields import slugify
from tests.cases import with_each

FILE = Path(__file__).with_name("MEMORY.md")
CASES: dict[str, Entry] = {
    "a source, and details": Entry(
        "Report Length",
        "One page",
        ("Figures in the appendix", "No summary of the summary"),
        "",
        date(2026, 3, 2),
        "user feedback",
        line=7,
    ),
    "an update on its own line": Entry(
        "Decision style",
        "Quick",
        ("Picks the first option that works",),
        "workstyle",
        date(2026, 1, 20),
        "observation",
        date(2026, 2, 10),
        "Lately wants two options side by side",
        line=13,
    ),
    "two without a line between them, the first": Entry(
        "Standing desk", "Afternoons only", (), "workstyle", date(2026, 1, 22), "explicit instruction", line=17
    ),
    "two without a line between them, the second": Entry(
        "Headphones", "On means busy", (), "workstyle", date(2026, 1, 23), "user feedback", line=18
    ),
    "no marker": Entry("Content depth", "Overview first, sources at the end", (), "content", line=22),
    "items in place of a value, marked": Entry(
        "Interests", "Sailing boats", (), "content", date(2026, 2, 1), "observation", line=25, is_listed=True
    ),
    "items in place of a value, unmarked": Entry(
        "Interests", "Letterpress printing", (), "content", line=26, is_listed=True
    ),
    "a marker without a source, and an end": Entry(
        "Stand-up",
        "9:15, at the whiteboard",
        (),
        "schedule",
        date(2025, 11, 3),
        "",
        expired=date(2026, 1, 31),
        reason="The team moved to another city",
        replaced_by="Written stand-up",
        replaced_on=date(2026, 2, 1),
        line=30,
    ),
    "only in the log": Entry(
        "Airport", "the small one by the harbour", (), "", date(2026, 3, 8), "user feedback", line=40
    ),
}


@cache
def entries() -> dict[str, Entry]:
    return {entry.title: entry for entry in read(FILE.read_text()).entries}


@with_each("case", CASES)
def test_every_marker_form_is_read_in_full(case: str) -> None:
    assert entries()[CASES[case].title] == CASES[case]


def test_lines_that_are_not_understood_are_reported_with_their_numbers() -> None:
    assert read(FILE.read_text()).unknown == [
        UnknownLine(3, "Kept by hand and by an assistant together."),
        UnknownLine(
            42, "| 2026-02-30 | A day that never was: nothing | observation |", "It has a date that cannot be."
        ),
    ]


def test_every_line_of_the_file_went_somewhere() -> None:
    assert len(entries()) == len(CASES) + 1  # and the one with the password


FORMS: dict[str, tuple[str, Entry]] = {
    "the colon inside": ("**Tea:** green", Entry("Tea", "green")),
    "a full-width colon": ("> **茶**：绿茶", Entry("茶", "绿茶")),
    "not quoted": ("**Tea**: green [LEARNED: 2026-01-02]", Entry("Tea", "green", learned=date(2026, 1, 2))),
    "no space after the sign": (">**Tea**: green", Entry("Tea", "green")),
    "an impossible date stays text": (
        "**Tea**: green [LEARNED: 2026-13-02]",
        Entry("Tea", "green [LEARNED: 2026-13-02]"),
    ),
    "a star for a bullet": ("**Tea**: green\n* hot", Entry("Tea", "green", ("hot",))),
    "our own lines": (
        "**Tea**: green\n- Only when: tired\n- Only in project: kiosk\n- Filed under: drinks.hot",
        Entry("Tea", "green", condition="tired", project="kiosk", key="drinks.hot"),
    ),
    "almost our own line": (
        "**Tea**: green\n- Filed under: T, for tea",
        Entry("Tea", "green", ("Filed under: T, for tea",)),
    ),
    "a reason without an end is a detail": (
        "**Tea**: green\n- Reason: taste",
        Entry("Tea", "green", ("Reason: taste",)),
    ),
}


@with_each("case", FORMS)
def test_variants_of_the_format_are_read(case: str) -> None:
    text, expected = FORMS[case]
    (entry,) = read(text).entries
    assert entry == Entry(**{**vars(expected), "line": 1})


@with_each("text", ["", "\n\n", "# MEMORY.md\n", "|||\n", ">\n> \n"])
def test_a_file_with_nothing_in_it_has_no_entries_and_no_complaints(text: str) -> None:
    reading = read(text)
    assert (reading.entries, reading.unknown) == ([], [])


@with_each("category", ["", "technical", "open_source", "other", "memory", "preferences", "ß_straße", "项目"])
def test_a_category_reads_back_from_its_heading(category: str) -> None:
    expected = slugify(category)
    assert [e.category for e in read(write([Entry("Tea", "green", category=expected)])).entries] == [expected]
