"""Folders of agents: a workspace that is written and read by the rules, and memory that is only watched."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from memoryweb.agents.models import AccessLog, Agent, Sight, Trust
from memoryweb.folders import adding, passes
from memoryweb.folders import native as reading
from memoryweb.folders.models import Folder, Trouble
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.review.queue import questions
from tests.builders import memory_of, person_types, set_settings

NOON = timezone.now


def declare(path: Path, agent: Agent, kind: Folder.Kind) -> Folder:
    folder = adding.add(path, agent.person, host="here", data=path / "none", now=NOON())
    adding.declare(folder, kind, agent)
    return folder


def sync(folder: Folder) -> bool:
    written = passes.run(folder.pk, folder.person_id, now=NOON())
    folder.refresh_from_db()
    return written


def in_use(person: User) -> set[str]:
    return {str(memory) for memory in Memory.objects.of(person).active()}


def open_questions(person: User) -> list[Proposal]:
    return list(Proposal.objects.of(person).open().select_related("memory", "agent").order_by("created_at", "pk"))


def found(folder: Folder) -> list[tuple[str, int, str]]:
    return [(each["file"], each["line"], each["what"]) for each in folder.findings]


@pytest.fixture
def workspace(as_alice: User, scribe: Agent, tmp_path: Path) -> Folder:
    return declare(tmp_path, scribe, Folder.Kind.AGENT)


def text_of(folder: Folder) -> str:
    return (Path(folder.path) / "MEMORY.md").read_text()


def write(folder: Folder, text: str, name: str = "MEMORY.md") -> None:
    file = Path(folder.path) / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def test_an_agent_gets_only_what_it_may_be_given_with_a_receipt_for_each_change(workspace: Folder) -> None:
    alice, scribe = workspace.person, workspace.agent
    assert scribe
    person_types(alice, "PDF")
    person_types(alice, "Concise", name="style", category="communication")
    Sight.objects.create(person=alice, agent=scribe, category="communication", allowed=False)
    assert sync(workspace)
    assert "PDF" in text_of(workspace)
    assert "Concise" not in text_of(workspace)
    [receipt] = Receipt.objects.of(alice)
    assert (receipt.query, receipt.agent) == ("MEMORY.md", scribe)
    assert AccessLog.objects.filter(agent=scribe, operation="folder").count() == 1
    assert not sync(workspace)
    assert AccessLog.objects.filter(agent=scribe).count() == 1
    Sight.objects.create(person=alice, agent=scribe, category="technical", allowed=False)
    assert sync(workspace)
    assert "PDF" not in text_of(workspace)
    assert not open_questions(alice)


def test_what_an_agent_writes_is_its_statement_and_a_no_takes_it_out(workspace: Folder) -> None:
    alice = workspace.person
    write(workspace, "# MEMORY.md\n\n- Prefers green tea in the morning\n")
    sync(workspace)
    assert not in_use(alice)
    [question] = open_questions(alice)
    assert question.agent == workspace.agent
    [card] = questions.question_cards([question])
    assert card.claim == "Scribe wrote this into its folder"
    assert not sync(workspace)
    actions.reject(question.pk, by=Person(alice), now=NOON())
    assert sync(workspace)
    assert text_of(workspace) == "# MEMORY.md\n"
    assert not in_use(alice)


def test_a_trusted_agents_lines_are_used_and_its_deletions_stop_what_is_not_protected(
    as_alice: User, trusted: Agent, tmp_path: Path
) -> None:
    folder = declare(tmp_path, trusted, Folder.Kind.AGENT)
    confirmed = memory_of(person_types(as_alice, "PDF"))
    write(folder, "- Prefers green tea in the morning\n")
    sync(folder)
    assert len(in_use(as_alice)) == 2
    assert not open_questions(as_alice)
    memory = Memory.objects.active().exclude(pk=confirmed.pk).get()
    assert memory.unasked_at
    write(folder, "")
    sync(folder)
    assert folder.trouble == Trouble.MANY_GONE
    adding.answer_trouble(folder, writes_again=False)
    sync(folder)
    assert in_use(as_alice) == {"Document format: PDF"}  # confirmed: it is asked
    [question] = open_questions(as_alice)
    assert question.kind == Proposal.Kind.EXPIRE


def test_an_agent_that_only_reads_changes_nothing_and_gets_its_file_back(workspace: Folder) -> None:
    alice, scribe = workspace.person, workspace.agent
    assert scribe
    person_types(alice, "PDF")
    sync(workspace)
    before = text_of(workspace)
    scribe.trust = Trust.READ_ONLY
    scribe.save()
    write(workspace, before.replace("PDF", "Word"))
    sync(workspace)
    assert in_use(alice) == {"Document format: PDF"}
    assert not open_questions(alice)
    assert "PDF" in text_of(workspace)


def test_a_paused_agent_or_one_that_is_given_nothing_loses_what_its_file_says_until_that_ends(
    workspace: Folder,
) -> None:
    alice, agent = workspace.person, workspace.agent
    assert agent
    person_types(alice, "PDF")
    write(workspace, "# Mine\n")
    sync(workspace)
    before = text_of(workspace)
    assert "PDF" in before
    agent.pause(now=NOON(), until=NOON() + timedelta(hours=1))
    write(workspace, before + "\n- Prefers green tea in the morning\n")
    assert sync(workspace)
    assert workspace.trouble == Trouble.AGENT_OFF
    assert "PDF" not in text_of(workspace)
    assert not open_questions(alice)
    agent.paused_at = agent.paused_until = None
    agent.save()
    assert sync(workspace)
    assert "PDF" in text_of(workspace)
    assert len(open_questions(alice)) == 1
    for name, trouble in (("injection_enabled", Trouble.GIVEN_OFF), ("enable_memory", Trouble.MEMORY_OFF)):
        set_settings(alice, **{name: False})
        sync(workspace)
        assert (workspace.trouble, "PDF" in text_of(workspace)) == (trouble, False)
        set_settings(alice, **{name: True})
        sync(workspace)
        assert (workspace.trouble, "PDF" in text_of(workspace)) == ("", True)
    assert in_use(alice) == {"Document format: PDF"}


@pytest.mark.parametrize("closed", [{"is_active": False}, {"deletion_asked_at": NOON()}])
def test_an_account_that_is_closed_or_leaving_gives_nothing_and_reads_nothing(
    workspace: Folder, closed: dict[str, Any]
) -> None:
    alice = workspace.person
    person_types(alice, "PDF")
    write(workspace, "# Mine\n")
    sync(workspace)
    before = text_of(workspace)
    write(workspace, before + "\n- Prefers green tea in the morning\n")
    for name, value in closed.items():
        setattr(alice, name, value)
    alice.save(update_fields=list(closed))
    assert sync(workspace)
    assert workspace.trouble == Trouble.MEMORY_OFF
    assert "PDF" not in text_of(workspace)
    assert "green tea" in text_of(workspace)
    assert not open_questions(alice)


NATIVE = """# CLAUDE.md

This file provides guidance to Claude Code.

## About the user

- Prefers short answers without apologies

## Build

- Run `make test` before each commit
"""


@pytest.fixture
def native(as_alice: User, scribe: Agent, tmp_path: Path) -> Folder:
    return declare(tmp_path, scribe, Folder.Kind.NATIVE)


def test_new_lines_of_an_agents_own_memory_become_questions_once_and_nothing_is_written(native: Folder) -> None:
    alice = native.person
    person_types(alice, "PDF")
    write(native, NATIVE, "CLAUDE.md")
    write(native, "- The user lives in Lisbon\n", "memory/notes.md")
    write(native, "- I love reading\n", "README.md")
    sync(native)
    sync(native)
    asked = open_questions(alice)
    assert {question.agent for question in asked} == {native.agent}
    assert {question.memory.status for question in asked} == {Status.CANDIDATE}
    assert len(asked) == 2, [str(question) for question in asked]
    [first, _] = questions.question_cards(asked)
    assert first.claim == "Scribe wrote this into its own memory"
    assert in_use(alice) == {"Document format: PDF"}
    assert sorted(path.name for path in Path(native.path).rglob("*.md")) == ["CLAUDE.md", "README.md", "notes.md"]
    assert (Path(native.path) / "CLAUDE.md").read_text() == NATIVE
    write(native, NATIVE.replace("short", "long"), "CLAUDE.md")
    sync(native)
    assert len(open_questions(alice)) == 3


TAKEN_BACK = {  # and what an agent or a program keeps beside its notes
    "CLAUDE.md": "# Me\n\n- I drink tea\n- ~~I drink rum~~\n\n<!--\n- I drink gin\n-->\n",
    "memory/user.md": "---\nname: who\ntype: user\n---\n\nRepairs harps for a living.\n",
    "memory/feedback.md": "---\nname: tests\ntype: feedback\n---\n\nNever mock the store.\n\n**Why:** I was burnt.\n",
    "memory/project.md": "---\nname: freeze\ntype: project\n---\n\nI want no merges in May.\n",
    "memory/USER.md": "User rows on Sundays\n§\nUser keeps quails\n",
    "memory/.trash/old.md": "- I smoke\n- I bet\n",
    "memory/._USER.md": "- I gamble\n",
}


def test_of_watched_files_what_was_taken_back_deleted_or_explains_is_not_asked_about(native: Folder) -> None:
    for name, text in TAKEN_BACK.items():
        (Path(native.path) / name).parent.mkdir(parents=True, exist_ok=True)
        write(native, text, name)
    sync(native)
    asked = {str(question.memory) for question in open_questions(native.person)}
    said = ("tea", "Repairs harps for a living", "Never mock the store", "rows on Sundays", "quails")
    assert len(asked) == len(said), asked
    assert all(any(each.casefold() in words.casefold() for words in asked) for each in said), asked


def test_no_trust_covers_what_an_agent_keeps_for_itself(as_alice: User, trusted: Agent, tmp_path: Path) -> None:
    folder = declare(tmp_path, trusted, Folder.Kind.NATIVE)
    write(folder, NATIVE, "CLAUDE.md")
    sync(folder)
    assert not in_use(as_alice)
    assert len(open_questions(as_alice)) == 1


def test_what_was_erased_and_still_stands_there_is_found_with_file_and_line(native: Folder) -> None:
    alice = native.person
    write(native, NATIVE, "CLAUDE.md")
    sync(native)
    [question] = open_questions(alice)
    erasure.erase(question.memory_id, by=Person(alice), now=NOON())
    sync(native)
    assert found(native) == [("CLAUDE.md", 7, "erased")]
    assert not open_questions(alice)
    write(native, NATIVE.replace("- Prefers short answers without apologies\n", ""), "CLAUDE.md")
    sync(native)
    assert found(native) == []


@pytest.mark.parametrize("name", ["notes.md", "memory/notes.md"])
def test_what_cannot_be_read_for_a_moment_is_not_asked_about_again(native: Folder, name: str) -> None:
    alice, file = native.person, Path(native.path) / name
    write(native, "- The user lives in Lisbon\n", name)
    sync(native)
    [question] = open_questions(alice)
    actions.only_this_time(question.memory_id, by=Person(alice), now=NOON())
    actions.expire(question.memory_id, by=Person(alice), now=NOON())
    content = file.read_bytes()
    file.write_bytes(b"\xff\x00")
    sync(native)
    assert native.lines.count() == 1
    file.write_bytes(content)
    sync(native)
    assert not open_questions(alice)
    file.unlink()
    sync(native)
    assert native.lines.count() == 0


def test_a_folder_that_cannot_be_listed_is_no_deletion(native: Folder) -> None:
    write(native, "- The user lives in Lisbon\n", "memory/notes.md")
    sync(native)
    watched = replace(reading.read(native, now=NOON()), readings=[], placed=[], compared=[], is_whole=False)
    assert not reading.take_in(native, watched, now=NOON())
    assert native.lines.count() == 1
    watched.is_whole = True
    reading.take_in(native, watched, now=NOON())
    assert native.lines.count() == 0


def test_secrets_links_and_broken_files_are_reported_and_the_others_are_read(native: Folder) -> None:
    write(native, "- The user's password is tr0ub4dor&3xyz\n- The user lives in Lisbon\n", "USER.md")
    (Path(native.path) / "AGENTS.md").write_bytes(b"\xff\xfe\x00broken\xff")
    (Path(native.path) / "secret.md").symlink_to("/etc/hostname")
    (Path(native.path) / "odd.md").write_bytes(b"- The user keeps\x00 two geese\n")
    sync(native)
    assert ("USER.md", 1, "refused") in found(native)
    assert ("AGENTS.md", 0, "no_text") in found(native)
    assert ("secret.md", 0, "no_file") in found(native)
    assert {str(each.memory.details) for each in open_questions(native.person)} == {
        "The user lives in Lisbon",
        "The user keeps two geese",
    }
