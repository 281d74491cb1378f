"""What people bring, as programs and hands write it: which statements the preview ticks, in which words.

Each kind has its rows: a name, the file or the files of a zip, and what is ticked. The rows were written before the
readers were changed for them.
"""

# ruff: noqa: E501  a file is easier to read on one line, and people use every sign there is

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

from memoryweb.interchange.entry import About
from memoryweb.interchange.reading import Reading, read_bytes
from tests.cases import for_each
from tests.interchange.test_memory_files import plain, says

Files = str | bytes | dict[str, str]
Rows = list[tuple[str, Files, list[str]]]

ON_LINES: Rows = [
    (
        "lines in Spanish",
        "Me gustan las ciruelas\nToco el violonchelo\nVivo en Gijón\n",
        ["Me gustan las ciruelas", "Toco el violonchelo", "Vivo en Gijón"],
    ),
    (
        "labels and a hard break",
        "Nickname: Bo\\\nTime zone: Europe/Riga\\\nPets: two ferrets\n",
        ["Nickname: Bo", "Time zone: Europe/Riga", "Pets: two ferrets"],
    ),
    (
        "digits of Arabic",
        "١. أحب القهوة السوداء\n٢. أعيش في صنعاء\n٣. أعزف على العود\n",
        ["أحب القهوة السوداء", "أعيش في صنعاء", "أعزف على العود"],
    ),
    (
        "letters, circles and brackets",
        "a) I keep quails\nb) I bake rye\n\n① 我住在苏州\n② 我学吉他\n\n(1) I row on Sundays\n(2) I never fly\n",
        ["I keep quails", "I bake rye", "我住在苏州", "我学吉他", "I row on Sundays", "I never fly"],
    ),
    (
        "wrapped prose",
        "I grew up on a farm near the border, which is why I still get up at\nfive every day and why my holidays are mostly spent mending fences in\nMoravia. I play the zither.\n",
        [
            "I grew up on a farm near the border, which is why I still get up at five every day and why my holidays are mostly spent mending fences in Moravia.",
            "I play the zither.",
        ],
    ),
]
TAKEN_BACK: Rows = [
    (
        "a comment over lines in a MEMORY.md with dates",
        "# MEMORY.md\n\n> **Tea**: sencha [LEARNED: 2026-01-02]\n\n<!-- old:\n> **Tea**: assam [LEARNED: 2025-01-02]\n\n- Keeps geese [LEARNED: 2025-02-02]\n-->\n",
        ["Tea: sencha"],
    ),
    (
        "Obsidian's comments",
        "## About me\n\n- I brew cider %% not sure %%\n\n%%\n- I brew mead\n%%\n\n- I fence\n",
        ["I brew cider", "I fence"],
    ),
    (
        "struck in part and as a whole",
        "- I cycle to <del>school</del> work\n- <s>I skate to work</s>\n- ~~I walk to work~~ I take the tram on rainy days\n- I keep bees\n",
        ["I cycle to work", "I take the tram on rainy days", "I keep bees"],
    ),
    (
        "a comment that nobody closed",
        "- I paint boats\n- I sing alto\n\n<!--\n- I sing bass\n",
        ["I paint boats", "I sing alto"],
    ),
    (
        "a struck line in a list of dates",
        "[2026-01-05] - I teach chemistry.\n[2026-01-06] - ~~I teach physics.~~\n[2026-01-07] - I own a kiln. <!-- ask -->\n",
        ["I teach chemistry.", "I own a kiln."],
    ),
]
NOTES_OF_CLAUDE_CODE: Rows = [
    (
        "user, at the top",
        "---\nname: user-profile\ndescription: who they are\ntype: user\n---\n\nA nurse on night shifts who writes scripts for the ward. Colour blind.\n\n- Two screens at home\n",
        ["A nurse on night shifts who writes scripts for the ward.", "Colour blind.", "Two screens at home"],
    ),
    (
        "feedback with reasons",
        "---\nname: short-commits\ndescription: commits\nmetadata:\n  node_type: memory\n  type: feedback\n  originSessionId: 1f\n---\n\nKeep the commit subject under fifty characters.\n\n**Why:** I read the log on my watch.\n**How to apply:** Count them before each commit.\n",
        ["Keep the commit subject under fifty characters."],
    ),
    (
        "feedback with a list of what to do",
        '---\nname: no_mocks\ntype: "feedback"\n---\nDon\'t replace the database in tests.\n\n**Why:** We were burned by it last spring.\n\n**How to apply:**\n- Use the real one\n- I would rather wait ten minutes\n',
        ["Don't replace the database in tests."],
    ),
    (
        "project",
        "---\nname: release freeze\ndescription: when\ntype: project\n---\n\nI want the release frozen from Thursday.\n\n**Why:** I am on a boat then.\n",
        [],
    ),
    (
        "reference",
        "---\nname: where bugs are\nmetadata:\n  type: reference\n---\n\nI keep bugs of the ingest job in the board INGEST.\n",
        [],
    ),
]
SECTION_SIGNS: Rows = [
    (
        "Hermes' USER.md",
        "Name: Ilse, prefers to be called Il\n§\nWorks as a glazier. Off on Fridays.\n§\nWants code without comments\n",
        ["Name: Ilse, prefers to be called Il", "Works as a glazier. Off on Fridays.", "Wants code without comments"],
    ),
    (
        "with a gap around",
        "User plays the tuba\n\n§\n\nUser collects maps\n\n§\n",
        ["User plays the tuba", "User collects maps"],
    ),
    (
        "an entry over lines",
        "User sails a small\nboat on the lake\n§\nUser hates phone calls\n",
        ["User sails a small boat on the lake", "User hates phone calls"],
    ),
    (
        "in a sentence",
        "- I know § 573 by heart\n- My lease refers to § 5 and § 7\n",
        ["I know § 573 by heart", "My lease refers to § 5 and § 7"],
    ),
    ("in Hebrew", "אני גר בעכו\n§\nאני שותה קפה בלי סוכר\n", ["אני גר בעכו", "אני שותה קפה בלי סוכר"]),
]
TABLES: Rows = [
    (
        "a spreadsheet in UTF-16 with tabs",
        "\ufeffErinnerung\tDatum\nIch mag Pflaumenmus\t2026-02-03\nIch habe ein Kanu\t2026-02-04\n".encode("utf-16"),
        ["Ich mag Pflaumenmus", "Ich habe ein Kanu"],
    ),
    (
        "empty lines, sep and capitals",
        '\n\nsep=;\n"MEMORY";"Date"\n"I weave";"2026-02-03"\n"I dance, badly";""\n',
        ["I weave", "I dance, badly"],
    ),
    (
        "one column with quotes",
        '"Memory"\n"I like plums, pears\nand figs"\n"I own a ""Klepper"" canoe"\n',
        ["I like plums, pears\nand figs", 'I own a "Klepper" canoe'],
    ),
    (
        "in Russian, ends that are empty",
        "Воспоминание,Дата,,\nЯ люблю сливы,2026-02-03,,\nУ меня есть каноэ,2026-02-04,,\n",
        ["Я люблю сливы", "У меня есть каноэ"],
    ),
    ("a table of Markdown is none", "| Setting | Value |\n|---|---|\n| City | Oslo |\n", ["City: Oslo"]),
    ("a head that nobody knows", "colour;shape;weight\nred;round;3\nblue;square;4\ngreen;flat;5\n", []),
]
VAULTS: Rows = [
    (
        "bins",
        {
            "notes/me.md": "- I like dates\n- I bake\n",
            ".Trash-1000/files/a.md": "- I like rum\n- I jump\n",
            "Recently Deleted/b.md": "- I own a jet\n- I ski\n",
            "$RECYCLE.BIN/c.md": "- I smoke\n- I bet\n",
        },
        ["I like dates", "I bake"],
    ),
    (
        "what programs keep",
        {
            "me.md": "- I like dates\n- I bake\n",
            "node_modules/x/README.md": "- I prefer tabs\n- I like it\n",
            "vault/.obsidian/plugins/a/README.md": "- I like rum\n- I jump\n",
            "@eaDir/me.md": "- I ski\n- I sail\n",
            ".git/COMMIT_EDITMSG": "I prefer rum\n",
        },
        ["I like dates", "I bake"],
    ),
    (
        "a Mac's shadow files",
        {
            "__MACOSX/._me.md": "- I like rum\n- I jump\n",
            "._me.md": "- I ski\n- I sail\n",
            "me.md": "- I like dates\n- I bake\n",
            ".DS_Store": "I like rum\n",
        },
        ["I like dates", "I bake"],
    ),
    (
        "files that are open",
        {
            "~$me.md": "- I like rum\n- I jump\n",
            "me.md~": "- I like rum\n- I ski\n",
            ".me.md.swp": "- I like rum\n- I ski\n",
            "me.md": "- I like dates\n- I bake\n",
        },
        ["I like dates", "I bake"],
    ),
    (
        "agents' hidden folders",
        {
            ".hermes/memories/USER.md": "User likes dates\n§\nUser bakes\n",
            ".claude/projects/x/memory/user.md": "---\ntype: user\nname: a\n---\nRows on Sundays.\n",
            ".openclaw/workspace/USER.md": "- I sing\n- I sew\n",
        },
        ["User likes dates", "User bakes", "Rows on Sundays.", "I sing", "I sew"],
    ),
]
CODE_AND_DATA: Rows = [
    (
        "a session in JSON lines",
        '{"role":"user","content":"I like figs and I live in Brno"}\n{"role":"assistant","content":"Good to know."}\n{"role":"user","content":"I hate mondays"}\n',
        [],
    ),
    (
        "statements in YAML",
        "- fact: I keep quails\n  since: 2026-01-02\n- fact: I bake rye\n  since: 2026-01-03\n",
        ["I keep quails", "I bake rye"],
    ),
    (
        "a trace",
        'Traceback (most recent call last):\n  File "/srv/app/me.py", line 3, in <module>\n    my.likes(tea)\nValueError: I like no tea\n',
        [],
    ),
    (
        "SQL and a shell",
        "INSERT INTO likes (who, what) VALUES ('me', 'I like tea');\nSELECT * FROM likes WHERE who = 'me';\n\n$ grep -r \"I like\" notes/\nnotes/me.md:I like tea\n$ exit\n",
        [],
    ),
    (
        "a diff and TOML among notes",
        '## About me\n\n- I keep quails\n\n```toml\n[me]\nlikes = "I like tea"\n```\n\n~~~~diff\n--- a/me.md\n+++ b/me.md\n@@ -1,2 +1,2 @@\n- I like tea\n+ I like rum\n~~~\n~~~~\n\n- I bake rye\n',
        ["I keep quails", "I bake rye"],
    ),
]
PERSONS: Rows = [
    (
        "instructions of a repository",
        "# Copilot instructions\n\nThis repository is a billing service in Go.\n\n## Build\n\n- Run `make build` before each commit\n- Always use table-driven tests\n- Never log personal data\n- Keep functions short and prefer early returns\n- Use conventional commits\n\n## Review\n\n- Be concise in comments\n- Don't add dependencies without asking\n",
        [],
    ),
    (
        "a person's rules for all projects",
        "# Personal preferences for AI-assisted development\n\n- Use strict types\n- Answer first, then explain\n- Never add emojis\n",
        ["Use strict types", "Answer first, then explain", "Never add emojis"],
    ),
    (
        "fields without a subject, a footer",
        "# Notes on me\n\n- I restore clocks\n\nStatus: tested\nVersion: 1.2\nPrimary languages: Kotlin, C\n\n---\n\nLast updated: 2 May 2026\nGenerated with NoteMaker 3\n",
        ["I restore clocks", "Primary languages: Kotlin, C"],
    ),
    (
        "a template, filled in part",
        "# About me\n\n- Name: [your name]\n- Pronouns: ____\n- City: Brno\n- …\n- Likes: TBD\n- Job: (e.g. teacher)\n- Hobby: <hobby>\n- Diet: vegan\n",
        ["City: Brno", "Diet: vegan"],
    ),
    (
        "a timeline",
        "## My life\n\n- 2019: moved to Brno\n- 2022: adopted a dog named Kolja\n- 2024-05: started to learn Czech\n",
        ["2019: moved to Brno", "2022: adopted a dog named Kolja", "2024-05: started to learn Czech"],
    ),
]
KINDS = {
    "statements on lines": ON_LINES,
    "what was taken back": TAKEN_BACK,
    "notes of Claude Code": NOTES_OF_CLAUDE_CODE,
    "section signs": SECTION_SIGNS,
    "tables": TABLES,
    "vaults": VAULTS,
    "code and data": CODE_AND_DATA,
    "what is the person's": PERSONS,
}


def readings(files: Files) -> list[Reading]:
    if isinstance(files, dict):
        stored = BytesIO()
        with zipfile.ZipFile(stored, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        files = stored.getvalue()
    return list(read_bytes(files.encode() if isinstance(files, str) else files, "brought"))


def ticked(files: Files) -> list[str]:
    entries = (entry for reading in readings(files) for entry in reading.document.entries)
    return [each.title for each in entries if each.about == About.PERSON and not each.expired]


def rows() -> list[tuple[str, str, Files, list[str]]]:
    return [(kind, *row) for kind, of_kind in KINDS.items() for row in of_kind]


@for_each(rows)
def test_only_what_is_in_force_and_about_the_person_is_ticked_in_its_own_words(
    kind: str, name: str, files: Files, said: list[str]
) -> None:
    assert ticked(files) == said, ticked(files)


TOLD_TWICE = [
    "---\ntitle: Me\ntype: note\n---\n\n- [fact] I collect stamps\n- [hobby] Flies kites #wind (on the beach)\n",
    "---\ntitle: Me\ntype: note\n---\n\n- [idea] I could sell honey\n\n- likes [[Honey]]\n",
    "## About me\n\n- [x] I should sew\n- **Food**: I like figs\n",
    "memory,date,mood\nI weave,2026-01-02,cheerful\n",
    "User likes dates\n§\nUser bakes\n",
]


@for_each(TOLD_TWICE)
def test_no_line_is_both_taken_and_not_understood(text: str) -> None:
    (reading,) = readings(text)
    taken = {entry.line for entry in reading.document.entries}
    assert not [each for each in reading.document.unknown if each.line in taken]


# Memory files of ten products in six languages, two of them written from right to left in different scripts. Each was
# labelled line by line before the readers were changed: what is to be ticked, and what is to be left, with why. Those
# with `aside` were looked at only as a figure.
FILES = Path(__file__).with_name("brought_files.jsonl")
RIGHT_LEAST, MISSED_MOST = 0.92, 0.08  # of what is ticked; of what is to be ticked
NEVER = ("comment", "struck", "bin")


def measure(files: list[dict[str, Any]]) -> tuple[int, int, int, int, list[str]]:
    """Return how many rows are right, ticked, missed and to be ticked, and which are ticked that must never be."""
    right = all_ticked = missed = stated = 0
    never = []
    for file in files:
        said = [plain(each) for each in ticked(file["files"])]
        take = [plain(each) for each in file["take"]]
        leave = [(plain(words), why) for words, why in file["leave"]]
        all_ticked, stated = all_ticked + len(said), stated + len(take)
        right += sum(sum(says(row, each) for each in take) == 1 for row in said)
        missed += sum(not any(says(row, each) for row in said) for each in take)
        never += [words for words, why in leave if why in NEVER and any(words in row for row in said)]
    return right, all_ticked, missed, stated, never


@for_each([False, True])
def test_of_files_as_people_bring_them_nearly_all_rows_are_right(is_aside: bool) -> None:
    files = [json.loads(line) for line in FILES.read_text().splitlines()]
    right, all_ticked, missed, stated, never = measure([each for each in files if each["aside"] == is_aside])
    assert right >= RIGHT_LEAST * all_ticked, f"{right} of {all_ticked} are right"
    assert missed <= MISSED_MOST * stated, f"{missed} of {stated} are missed"
    assert not never
