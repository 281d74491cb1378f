"""A person's own folder: what is written into MEMORY.md, and what an edit there does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from memoryweb.folders import adding, blocks, passes
from memoryweb.folders.models import Folder, Trouble
from memoryweb.interchange.formats.own import memory_md
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Proposal, Refusal, Status
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import edit, memory_of, person_types, set_settings
from tests.folders.vault import Vault
from tests.interchange.builders import accept_all


@pytest.fixture
def vault(as_alice: User, tmp_path: Path) -> Vault:
    return Vault(tmp_path, as_alice)


def test_memory_is_written_and_nothing_is_written_twice(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    assert vault.sync()
    assert "## Technical\n\n> **Document format**: PDF [LEARNED: " in vault.text
    stat = vault.file.stat()
    assert not vault.sync()
    assert (vault.file.stat().st_ino, vault.file.stat().st_mtime_ns) == (stat.st_ino, stat.st_mtime_ns)
    assert vault.in_use() == {"Document format: PDF"}
    assert not vault.questions()


def test_without_the_standing_yes_an_edit_is_a_question_and_nothing_is_in_use_by_it(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    vault.change("PDF", "Word")
    assert not vault.sync()
    assert not vault.sync()
    assert vault.in_use() == {"Document format: PDF"}
    [question] = vault.questions()
    assert question.kind == Proposal.Kind.UPDATE
    assert "Word" in vault.text  # what they wrote stays while they have not answered
    actions.accept(question.pk, by=Person(vault.person), now=timezone.now())
    vault.sync()
    assert vault.in_use() == {"Document format: Word"}
    assert vault.text.count("Document format") == 1
    assert not vault.sync()
    assert not vault.questions()


def test_what_is_commented_out_or_struck_is_no_line_and_words_with_such_marks_stay(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    person_types(vault.person, "~~no~~ yes <!-- maybe -->", name="answer", category="content")
    vault.sync()
    vault.say_yes()
    vault.write(vault.text + "\n- ~~I drink rum~~\n\n<!--\n- I drink gin\n-->\n\n%%\n- I drink port\n%%\n")
    vault.sync()
    assert len(vault.in_use()) == 2
    vault.change("- ~~I drink rum~~", "- I drink rum")
    vault.sync()
    assert len(vault.in_use()) == 3, vault.in_use()
    before = next(line for line in vault.text.splitlines() if "PDF" in line)
    vault.change(before, f"<!-- {before} -->")
    vault.sync()
    assert not [each for each in vault.in_use() if "PDF" in each]
    assert not vault.questions()


def test_an_edit_that_is_turned_down_is_written_back(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    before = vault.text
    vault.change("PDF", "Word")
    vault.sync()
    actions.reject(vault.questions()[0].pk, by=Person(vault.person), now=timezone.now())
    assert vault.sync()
    assert vault.text == before
    assert not vault.sync()


def test_with_the_standing_yes_edits_count_stand_under_unasked_and_can_be_undone(vault: Vault) -> None:
    from memoryweb.memories.acts import undo
    from memoryweb.review.queue import unasked

    person_types(vault.person, "PDF")
    vault.sync()
    vault.say_yes()
    vault.change("PDF", "Word")
    vault.sync()
    assert vault.in_use() == {"Document format: Word"}
    [row] = unasked.unasked(vault.person, now=timezone.now())
    assert "Your folder" in row.claim
    assert row.act
    undo.undo_act(row.act, by=Person(vault.person), now=timezone.now())
    assert vault.sync()
    assert vault.in_use() == {"Document format: PDF"}
    assert "PDF" in vault.text
    assert "Word" not in vault.text
    assert not vault.sync()


def test_a_new_line_is_asked_about_and_keeps_its_form_once_it_is_in_use(vault: Vault) -> None:
    vault.write("# My notes\n\nProse stays.\n\n- I prefer green tea in the morning\n- [ ] buy milk\n")
    vault.sync()
    assert not vault.in_use()
    assert len(vault.questions()) == 1
    accept_all(vault.person, timezone.now())
    assert not vault.sync()
    assert len(vault.in_use()) == 1
    assert vault.text.startswith("# My notes\n\nProse stays.\n\n- I prefer green tea in the morning\n- [ ] buy milk\n")


def test_a_deleted_line_is_asked_about_and_comes_back_if_it_is_kept(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    before = vault.text
    lines = [line for line in vault.text.splitlines(keepends=True) if "PDF" not in line]
    vault.write("".join(lines))
    assert not vault.sync()
    [question] = vault.questions()
    assert question.kind == Proposal.Kind.EXPIRE
    assert vault.in_use() == {"Document format: PDF"}
    actions.reject(question.pk, by=Person(vault.person), now=timezone.now())
    vault.sync()
    assert "PDF" in vault.text
    vault.write("".join(lines))
    vault.sync()
    vault.write(before)  # it changed its mind before answering
    vault.sync()
    assert not vault.questions()
    vault.say_yes()
    vault.write("".join(lines))
    vault.sync()
    assert not vault.in_use()
    assert "PDF" not in vault.text
    assert not vault.sync()


def test_what_changed_on_both_sides_is_kept_from_both_as_a_question(vault: Vault) -> None:
    memory = memory_of(person_types(vault.person, "PDF"))
    vault.sync()
    vault.say_yes()
    edit(memory, vault.person, value="Markdown", details="")
    vault.change("PDF", "Word")
    vault.sync()
    assert vault.in_use() == {"Document format: Markdown"}
    assert len(vault.questions()) == 1
    assert "Markdown" in vault.text
    assert "Word" in vault.text
    accept_all(vault.person, timezone.now())
    vault.sync()
    assert vault.in_use() == {"Document format: Word"}
    assert "Markdown" not in vault.text
    assert vault.text.count("Document format") == 1
    assert not vault.sync()


def test_the_same_change_on_both_sides_is_no_question(vault: Vault) -> None:
    memory = memory_of(person_types(vault.person, "PDF"))
    vault.sync()
    edit(memory, vault.person, value="Word", details="")
    vault.change("PDF", "Word")
    vault.sync()
    assert not vault.questions()
    assert vault.text.count("Word") == 1
    assert not vault.sync()


def test_prose_headings_code_and_front_matter_stay_byte_for_byte(vault: Vault) -> None:
    frame = (
        "\ufeff---\r\ntags:\r\n- daily\r\n---\r\n\r\n# Me\r\n\r\nI wrote this.  \r\n\r\n```\r\n- I love code\r\n```\r\n"
        "\r\n| a | b |\r\n|---|---|\r\n| 2026-01-02 | c |\r\n\r\nThe end"
    )
    vault.file.write_bytes(frame.encode())
    memory = memory_of(person_types(vault.person, "PDF"))
    vault.sync()
    written = vault.file.read_bytes().decode()
    assert written.startswith(frame + "\r\n")
    assert "> **Document format**: PDF" in written
    assert "\n" not in written.replace("\r\n", "")
    actions.expire(memory.pk, by=Person(vault.person), now=timezone.now())
    vault.sync()
    assert vault.file.read_bytes().decode().startswith(frame)
    assert "PDF" not in vault.text
    assert not vault.questions()


def test_details_are_kept_in_step_both_ways(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    vault.say_yes()
    line = next(line for line in vault.text.splitlines() if "PDF" in line)
    vault.change(line, f"{line}\n> - With bookmarks for every chapter")
    vault.sync()
    memory = Memory.objects.of(vault.person).active().get()
    assert memory.details == "With bookmarks for every chapter"
    assert memory.unasked_at
    assert not vault.sync()
    vault.change("\n> - With bookmarks for every chapter", "")
    vault.sync()
    memory.refresh_from_db()
    assert memory.details == ""
    assert not vault.sync()


def test_a_sensitive_line_is_refused_by_line_and_category_and_never_stored(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    vault.say_yes()
    vault.write(vault.text + "\n- My password is tr0ub4dor&3xyz\n")
    vault.sync()
    vault.sync()
    number = len(vault.text.splitlines())
    assert vault.findings == [(number, "refused", "password")]
    assert sum(Refusal.objects.filter(person=vault.person).values_list("count", flat=True)) == 1
    assert vault.in_use() == {"Document format: PDF"}
    assert "tr0ub4dor&3xyz" in vault.text


def test_an_erased_memory_leaves_the_file_and_does_not_come_back(vault: Vault) -> None:
    memory = memory_of(person_types(vault.person, "PDF"))
    vault.sync()
    vault.say_yes()
    before = vault.text
    erasure.erase(memory.pk, by=Person(vault.person), now=timezone.now())
    assert vault.sync()
    assert "PDF" not in vault.text
    vault.write(before)
    vault.sync()
    assert not vault.in_use()
    assert not vault.questions()
    assert vault.findings[0][1] == "left"


@pytest.mark.parametrize(
    ("category", "below", "is_kept"),
    [("secret_plans", "", False), ("secret_plans", "I wrote this.", True), ("dietary", "", True)],
)
def test_a_category_of_the_persons_own_leaves_the_file_with_its_last_memory(
    vault: Vault, category: str, below: str, is_kept: bool
) -> None:
    memories = [memory_of(person_types(vault.person, each, name=each, category=category)) for each in ("Ink", "Bread")]
    vault.sync()
    vault.write(f"{vault.text}\n{below}\n\n# Later\n")
    vault.sync()
    heading = f"## {memory_md.format_category(category)}"
    erasure.erase(memories[0].pk, by=Person(vault.person), now=timezone.now())
    vault.sync()
    assert heading in vault.text
    erasure.erase(memories[1].pk, by=Person(vault.person), now=timezone.now())
    vault.sync()
    kept = ["# MEMORY.md", *([heading] if is_kept else []), below, "# Later"]
    assert [line for line in vault.text.splitlines() if line] == [line for line in kept if line]


def test_what_is_added_stands_below_no_new_heading_of_another_category(vault: Vault) -> None:
    person_types(vault.person, "Ink", name="Ink", category="personal")
    vault.sync()
    for name, category in (("Bread", "bakery"), ("Paper", "personal")):
        person_types(vault.person, name, name=name, category=category)
    vault.sync()
    found, _ = blocks.read(vault.text, {"bakery"})
    below = {block.entry.label: block.headings[-1] for block in found}
    assert below == {"Ink": "Personal", "Bread": "Bakery", "Paper": "Personal"}


def test_a_file_that_is_gone_or_emptied_changes_nothing_until_the_person_says(vault: Vault) -> None:
    for value in ("PDF", "Word"):
        person_types(vault.person, value, name=f"format_{value}")
    vault.sync()
    vault.say_yes()
    before, in_use = vault.text, vault.in_use()
    vault.file.unlink()
    vault.sync()
    assert (vault.trouble, vault.file.exists(), vault.in_use()) == (Trouble.GONE, False, in_use)
    vault.write("  \n")
    vault.sync()
    assert (vault.trouble, vault.text, vault.in_use()) == (Trouble.MANY_GONE, "  \n", in_use)
    adding.answer_trouble(vault.row, writes_again=True)
    vault.sync()
    assert vault.trouble == ""
    assert {*map(str.strip, vault.text.split("\n"))} == {*before.split("\n")} - {"# MEMORY.md"}
    vault.write("")
    vault.sync()
    adding.answer_trouble(vault.row, writes_again=False)
    vault.sync()
    assert (vault.trouble, vault.in_use()) == ("", set())


@pytest.fixture
def odd(vault: Vault) -> Callable[[str], None]:
    import os

    def make(kind: str) -> None:
        vault.file.unlink(missing_ok=True)
        if kind == "link":
            (vault.file.parent / "elsewhere").write_text("- I love links\n")
            vault.file.symlink_to(vault.file.parent / "elsewhere")
        elif kind == "pipe":
            os.mkfifo(vault.file)
        elif kind == "folder":
            vault.file.mkdir()
        elif kind == "huge":
            vault.file.write_bytes(b"- I love tea\n" * 400_000)
        elif kind == "latin":
            vault.file.write_bytes("- I love caf\xe9\n".encode("latin-1"))
        elif kind == "no_folder":
            vault.file.parent.rename(vault.file.parent.with_name("moved"))

    return make


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [
        ("link", Trouble.NO_FILE),
        ("pipe", Trouble.NO_FILE),
        ("folder", Trouble.NO_FILE),
        ("huge", Trouble.TOO_LARGE),
        ("latin", Trouble.NO_TEXT),
        ("no_folder", Trouble.NO_FOLDER),
    ],
)
def test_an_odd_file_is_a_plain_problem(vault: Vault, odd: Callable[[str], None], kind: str, trouble: Trouble) -> None:
    person_types(vault.person, "PDF")
    vault.sync()
    odd(kind)
    vault.sync()
    assert vault.trouble == trouble
    assert vault.in_use() == {"Document format: PDF"}
    assert not vault.questions()


@pytest.mark.parametrize("odd", [b"\x00", b"\xed\xa0\xbd"])
def test_an_odd_character_loses_only_itself(vault: Vault, odd: bytes) -> None:
    """It changes nothing: neither the line that it stands in, nor the file, until something else does."""
    person_types(vault.person, "PDF")
    vault.say_yes()
    vault.sync()
    written = vault.file.read_bytes()
    vault.file.write_bytes(written.replace(b"PDF", b"PD" + odd + b"F") + b"\nMy notes" + odd + b"\n")
    assert not vault.sync()
    assert (vault.trouble, vault.in_use(), list(vault.questions())) == ("", {"Document format: PDF"}, [])
    vault.file.write_bytes(vault.file.read_bytes() + b"\n- I row" + odd + b" on the lake\n")
    vault.sync()
    assert vault.in_use() == {"Document format: PDF", "I row on the lake"}
    person_types(vault.person, "I like plums", name="fruit", category="food")
    assert vault.sync()
    assert odd not in vault.file.read_bytes()
    assert "My notes\n" in vault.text


def test_memory_off_and_a_pause_keep_everything_as_it_is(vault: Vault) -> None:
    person_types(vault.person, "PDF")
    set_settings(vault.person, enable_memory=False)
    assert not vault.sync()
    assert vault.trouble == Trouble.MEMORY_OFF
    assert not vault.file.exists()
    set_settings(vault.person, enable_memory=True)
    Folder.objects.filter(pk=vault.row.pk).update(paused_at=timezone.now())
    assert not vault.sync()
    assert not vault.file.exists()


def test_undeclared_folders_are_neither_read_nor_written(as_alice: User, tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("- I love tea\n")
    folder = adding.add(tmp_path, as_alice, host="here", data=tmp_path / "data", now=timezone.now())
    person_types(as_alice, "PDF")
    assert not passes.run(folder.pk, as_alice.pk, now=timezone.now())
    assert (tmp_path / "MEMORY.md").read_text() == "- I love tea\n"
    assert not Memory.objects.of(as_alice).filter(status=Status.CANDIDATE).exists()
    with scope.acting_as(as_alice.pk):
        assert not folder.lines.exists()
