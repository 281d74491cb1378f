"""The memory tool's files: what is in use is shown, what the agent writes waits for the person."""

from collections.abc import Callable

import pytest

from memoryweb.agents.models import Trust
from memoryweb_client.memory_files import FileError, MemoryFiles
from tests.clients.conftest import Connected

NOTE, ABOUT = "/memories/notes/trips.md", "/memories/about-me.md"
EDITED = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
CREATED = f"File created successfully at: {NOTE}"


def content(path: str, *lines: str) -> str:
    numbered = "".join(f"\n{number:>6}\t{line}" for number, line in enumerate(lines or ("",), 1))
    return f"Here's the content of {path} with line numbers:{numbered}"


def waiting(agent: Connected, number: int) -> str:
    changes = "1 change waits" if number == 1 else f"{number} changes wait"
    return f"\n{changes} for the person: {agent.url}/review/"


@pytest.fixture
def files(alices: Connected) -> MemoryFiles:
    return MemoryFiles(alices.client)


def test_a_note_waits_for_the_person_and_is_shown_after_their_yes(files: MemoryFiles, alices: Connected) -> None:
    assert files.create(NOTE, "# Trips\n\n- Likes window seats\n- Flies from Hamburg\n") == CREATED
    assert files.view(NOTE) == content(NOTE) + waiting(alices, 2)
    assert "window" not in MemoryFiles(alices.client).view("/memories")
    assert alices.says_yes() == 2
    assert files.view(NOTE) == content(NOTE, "Likes window seats", "Flies from Hamburg")
    assert MemoryFiles(alices.client).view(NOTE, [2, -1]).endswith("\n     2\tFlies from Hamburg")


def test_about_me_is_a_recall_with_a_receipt(files: MemoryFiles, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    block = alices.client.recall_preferences().block
    before = alices.receipts()
    assert files.view(ABOUT) == content(ABOUT, block)
    assert alices.receipts()[len(before) :].count("recall") == 1


def test_an_edit_of_what_is_in_use_is_a_question_and_changes_nothing_yet(files: MemoryFiles, alices: Connected) -> None:
    alices.types("I prefer reports as PDF")
    shown = files.view(ABOUT)
    answer = files.str_replace(ABOUT, "reports as PDF", "reports as Word")
    assert answer.startswith(f"{EDITED}\n     1\t")
    assert "Word" in answer
    assert files.view(ABOUT) == shown + waiting(alices, 1)
    assert alices.says_yes() == 1
    assert "Word" in files.view(ABOUT)
    assert "wait" not in files.view(ABOUT)


def test_what_waits_can_be_said_again_or_taken_back_before_the_person_saw_it(
    files: MemoryFiles, alices: Connected
) -> None:
    files.create(NOTE, "Likes window seats\nFlies from Hamburg")
    files.str_replace(NOTE, "window", "aisle")
    files.str_replace(NOTE, "Flies from Hamburg", "")
    assert files.view(NOTE) == content(NOTE) + waiting(alices, 1)
    assert alices.says_yes() == 1
    assert files.view(NOTE) == content(NOTE, "Likes aisle seats")


def test_a_line_that_is_inserted_stands_where_it_was_put(connect: Callable[..., Connected]) -> None:
    files = MemoryFiles(connect(trust=Trust.TRUSTED).client)
    files.create(NOTE, "Likes window seats\nFlies from Hamburg")
    assert files.insert(NOTE, 1, "Travels with a folding bike\n") == f"The file {NOTE} has been edited."
    lines = ("Likes window seats", "Travels with a folding bike", "Flies from Hamburg")
    assert files.view(NOTE) == content(NOTE, *lines)


def test_deleting_asks_to_stop_using_each_line(files: MemoryFiles, alices: Connected) -> None:
    files.create(NOTE, "Likes window seats\nFlies from Hamburg")
    alices.says_yes()
    assert files.delete("/memories/notes") == "Successfully deleted /memories/notes"
    assert files.view(NOTE) == content(NOTE, "Likes window seats", "Flies from Hamburg") + waiting(alices, 2)
    assert alices.says_yes() == 2
    with pytest.raises(FileError, match="does not exist"):
        files.view(NOTE)
    assert alices.memories() == []


def test_a_directory_lists_its_files_and_how_many_changes_wait(files: MemoryFiles, alices: Connected) -> None:
    files.create(NOTE, "Likes window seats")
    alices.says_yes()
    files.create("/memories/notes/work/team.md", "Works with Mira")
    size = len(alices.client.recall_preferences().block.encode())
    assert files.view("/memories/") == (
        "Here're the files and directories up to 2 levels deep in /memories/, excluding hidden items:\n"
        f"{size + 18}B\t/memories/\n{size}B\t/memories/about-me.md\n18B\t/memories/notes/\n18B\t{NOTE}\n"
        "0B\t/memories/notes/work/"
    ) + waiting(alices, 1)


def test_a_file_whose_lines_wait_is_renamed(files: MemoryFiles, alices: Connected) -> None:
    files.create(NOTE, "Likes window seats")
    moved = "/memories/notes/flights.md"
    assert files.rename(NOTE, moved) == f"Successfully renamed {NOTE} to {moved}"
    assert alices.says_yes() == 1
    assert files.view(moved) == content(moved, "Likes window seats")
    with pytest.raises(FileError, match="it has lines in use"):
        files.rename(moved, NOTE)


def test_what_must_not_be_stored_is_told_by_its_line_and_never_repeated(files: MemoryFiles, alices: Connected) -> None:
    with pytest.raises(FileError, match="Line 2 was not kept: ") as refused:
        files.create(NOTE, "Likes window seats\nCard 4111 1111 1111 1111")
    assert "4111" not in str(refused.value)
    assert files.view(NOTE) == content(NOTE) + waiting(alices, 1)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (("view", "/tmp/x"), "Path must start with /memories, got: /tmp/x"),
        (("view", "/memories/../etc/passwd"), "Path /memories/../etc/passwd would escape /memories directory"),
        (("view", "/memories/x.md"), "The path /memories/x.md does not exist. Please provide a valid path."),
        (("create", ABOUT, "x"), f"File {ABOUT} already exists"),
        (
            ("str_replace", NOTE, "sea", "see"),
            "No replacement was performed. Multiple occurrences of old_str `sea` in lines: 1, 2. "
            "Please ensure it is unique",
        ),
        (
            ("str_replace", NOTE, "car", "x"),
            f"No replacement was performed, old_str `car` did not appear verbatim in {NOTE}.",
        ),
        (("str_replace", "/memories", "a", "b"), "The path /memories is not a file."),
        (("insert", NOTE, 3, "x"), "Invalid `insert_line` parameter: 3. It should be within the range [0, 2]."),
        (("delete", "/memories"), "Cannot delete the /memories directory itself"),
        (("delete", "/memories/x.md"), "The path /memories/x.md does not exist"),
        (("rename", "/memories", "/memories/b"), "Cannot rename the /memories directory itself"),
        (("rename", "/memories/x.md", "/memories/y.md"), "The path /memories/x.md does not exist"),
        (("rename", NOTE, ABOUT), f"The destination {ABOUT} already exists"),
    ],
)
def test_errors_have_the_tools_own_words(files: MemoryFiles, command: tuple[str, ...], answer: str) -> None:
    files.create(NOTE, "Likes window seats\nSwims in the sea")
    with pytest.raises(FileError) as error:
        getattr(files, command[0])(*command[1:])
    assert str(error.value) == answer
