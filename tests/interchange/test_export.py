"""The export page and the two commands: every format, what a file holds, and the way to another machine."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from jsonschema import Draft202012Validator

from memoryweb.agents.models import Agent
from memoryweb.interchange.account import schema
from memoryweb.interchange.account.writing import pieces
from memoryweb.interchange.entry import About
from memoryweb.interchange.formats import FORMATS, SECTIONS, WRITTEN, recognise
from memoryweb.interchange.reading import read_bytes
from memoryweb.learning import conversations
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person
from memoryweb.memories.models import Memory, Tombstone
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import agent_says, check_constraints, memory_of, person_types
from tests.cases import check_each, with_each
from tests.interchange.test_restoring import NOW, PASSPHRASE, live_in, on_another_machine

PAGE = "/export/"
READ_BACK = {  # the format that reads each file back
    **{name: name for name in WRITTEN if name not in SECTIONS},
    **dict.fromkeys(SECTIONS, "insights"),
}


@pytest.fixture
def lived(alice: User) -> User:
    """alice with something in every file."""
    live_in(alice)
    with scope.acting_as(alice.pk):
        person_types(alice, "short answers", name="length", category="communication")
        person_types(alice, "Gardening", name="interests", category="content")
        old = memory_of(person_types(alice, "Blue", name="favourite_colour", category="personal"))
        actions.archive(old.pk, by=Person(alice), now=NOW)
        agent = Agent.objects.get(person=alice, name="Scribe")
        ended = conversations.EndedConversation(
            external_id="c", messages=["I prefer tea with lemon."], ended_at=NOW, topic="Tea||||time"
        )
        conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)
        check_constraints()
    return alice


def test_the_page_names_every_format_and_what_it_leaves_out(browser: Client, alice: User) -> None:
    page = browser.get(PAGE).content.decode()
    for name, each in WRITTEN.items():
        assert f'value="{name}"' in page
        assert each.file_name in page
        assert str(each.lacks) in page
    assert "manage.py import_memory memoryweb.json --person alice@example.org" in strip_tags(page)


@with_each("name", WRITTEN)
def test_each_file_is_recognised_and_read_back_whole(browser: Client, lived: User, name: str) -> None:
    answer = browser.post(PAGE, {"format": name})
    assert answer["Content-Disposition"] == f'attachment; filename="{WRITTEN[name].file_name}"'
    text = answer.content.decode()
    assert text.strip()
    found = recognise(text)
    assert found is FORMATS[READ_BACK[name]]
    document = found.read(text)
    assert document.entries
    assert not document.unknown


def test_no_file_has_an_agents_own_note_on_why_it_ended(browser: Client, alice: User, trusted: Agent) -> None:
    with scope.acting_as(alice.pk):
        tea, bread = (memory_of(agent_says(trusted, each, name=each)) for each in ("Tea", "Bread"))
        actions.forget(tea.pk, by=AgentOf(trusted), now=NOW, reason="mail all files")
        actions.forget(bread.pk, by=Person(alice), now=NOW, reason="I bake it now")
    texts = [browser.post(PAGE, {"format": name}).content.decode() for name in WRITTEN]
    assert not [text for text in texts if "mail all files" in text]
    assert [text for text in texts if "I bake it now" in text]


@with_each("name", ["observations", "portable_list"])
def test_a_file_of_what_is_in_use_holds_each_memory_once(browser: Client, lived: User, name: str) -> None:
    text = browser.post(PAGE, {"format": name}).content.decode()
    with scope.acting_as(lived.pk):
        active = list(Memory.objects.of(lived).active())
        waiting = Memory.objects.of(lived).filter(status="candidate").first()
    assert len(FORMATS[name].read(text).entries) == len(active)
    assert all(memory.shown_value in text for memory in active)
    assert waiting
    assert waiting.shown_value not in text
    assert "quokka" not in text
    assert "Sushi" not in text


def observations_come_back_with_their_numbers(browser: Client, lived: User) -> None:
    entries = FORMATS["observations"].read(browser.post(PAGE, {"format": "observations"}).content.decode()).entries
    by_value = {entry.value: entry for entry in entries}
    with scope.acting_as(lived.pk):
        for memory in Memory.objects.of(lived).active():
            entry = by_value[memory.shown_value]
            assert (entry.label, entry.kind, entry.importance) == (memory.label, memory.kind, memory.importance_base)
            assert (entry.learned, entry.confidence) == (memory.observed_on, memory.confidence)
            assert (entry.as_of, entry.ttl_days) == (memory.importance_as_of, memory.ttl_days or 0)


def several_files_come_as_a_zip_with_a_file_a_day(browser: Client, lived: User) -> None:
    answer = browser.post(PAGE, {"format": ["memory_md", "days"]})
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:  # type: ignore[attr-defined]
        names = archive.namelist()
        assert names[0] == "MEMORY.md"
        days = [name for name in names if name.startswith("memory/")]
        assert days
        for name in days:
            found = recognise(archive.read(name).decode())
            assert found
            assert found.name == "daily_notes"


def test_the_files_of_days_come_back_whole(browser: Client, alice: User) -> None:
    said = ["Postgres 16 runs on the second server.", "See the meeting notes", "Blue"]
    with scope.acting_as(alice.pk):
        for number, words in enumerate(said):
            person_types(alice, words, name=f"subject {number}", category="technical")
    answer = browser.post(PAGE, {"format": ["days"]})
    readings = list(read_bytes(b"".join(answer.streaming_content), "days.zip"))  # type: ignore[attr-defined]
    entries = [entry for reading in readings for entry in reading.document.entries]
    assert len(entries) == len(said)
    assert {entry.about for entry in entries} == {About.PERSON}
    assert {entry.learned for entry in entries} == {timezone.localdate()}
    assert not any(reading.document.unknown for reading in readings)


def the_file_of_one_user_says_what_memory_md_says(browser: Client, lived: User) -> None:
    answer = browser.post(PAGE, {"format": ["memory_md", "user"]})
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:  # type: ignore[attr-defined]
        assert archive.namelist() == ["MEMORY.md", "memory/users/alice.md"]
        assert archive.read("memory/users/alice.md") == archive.read("MEMORY.md")
    text = browser.post(PAGE, {"format": "memory_md"}).content
    assert text.startswith(b"# MEMORY.md")


def test_nothing_chosen_is_said(browser: Client, alice: User) -> None:
    answer = browser.post(PAGE, {})
    assert answer.status_code == 422
    assert "Choose at least one file." in answer.content.decode()


@with_each(
    "typed, said",
    [
        ({"passphrase": "short", "again": "short"}, "Use at least 10 characters."),
        ({"passphrase": PASSPHRASE, "again": "something else"}, "The two passphrases differ."),
    ],
)
def test_a_bad_passphrase_is_said_and_never_shown(
    browser: Client, alice: User, typed: dict[str, str], said: str
) -> None:
    answer = browser.post(PAGE, {"complete": "1", **typed})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert typed["passphrase"] not in answer.content.decode().replace("short answers", "")


def the_complete_json_fits_its_schema(browser: Client, lived: User) -> None:
    answer = browser.post(PAGE, {"complete": "1", "passphrase": PASSPHRASE, "again": PASSPHRASE})
    assert answer["Content-Disposition"] == 'attachment; filename="memoryweb.json"'
    data = json.loads(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    published = json.loads(browser.get("/export/account.schema.json").content)
    Draft202012Validator.check_schema(published)
    assert not list(Draft202012Validator(published).iter_errors(data))
    assert data["sealed"]["box"]


DOWNLOADS = (
    observations_come_back_with_their_numbers,
    several_files_come_as_a_zip_with_a_file_a_day,
    the_file_of_one_user_says_what_memory_md_says,
    the_complete_json_fits_its_schema,
)


def test_a_download_holds_what_the_account_does(browser: Client, lived: User) -> None:
    check_each(lambda check: check(browser, lived), DOWNLOADS)


def test_the_schema_in_docs_is_the_one_in_force() -> None:
    """`manage.py account_schema > docs/account.schema.json` writes it."""
    assert json.loads(Path("docs/account.schema.json").read_text()) == json.loads(json.dumps(schema.schema()))


def test_a_stranger_gets_the_page_of_signing_in(client: Client, db: None) -> None:
    assert client.get(PAGE).status_code == 302
    assert client.post(PAGE, {"format": "memory_md"}).status_code == 302


# The commands


def command(which: str, *arguments: str, **options: Any) -> str:
    told = io.StringIO()
    call_command(which, *arguments, stdout=told, stderr=told, **options)
    return told.getvalue()


def test_an_account_moves_by_one_command_on_each_side(lived: User, bob: User, tmp_path: Path) -> None:
    file, secret = tmp_path / "memoryweb.json", tmp_path / "passphrase"
    secret.write_text(f"{PASSPHRASE}\n")
    command("export_memory", str(file), person=lived.email, passphrase_file=secret)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []
    file.write_text(on_another_machine(file.read_text()))
    with pytest.raises(CommandError, match="Give --passphrase-file"):
        command("import_memory", str(file), person=bob.email)
    assert "Dry run." in command("import_memory", str(file), person=bob.email, passphrase_file=secret, dry_run=True)
    told = command("import_memory", str(file), person=bob.email, passphrase_file=secret)
    assert f"Restored the account of {lived.email}." in told
    assert "1 erased or turned down, which stay unlearnable" in told
    with scope.acting_as(bob.pk):
        assert Tombstone.objects.count() == 1
        before = set(Memory.objects.of(bob).live())
    told = command("import_memory", str(file), person=bob.email)  # not empty any more: to Review
    assert "Imported." in told
    with scope.acting_as(bob.pk):
        assert set(Memory.objects.of(bob).live()) == before


def test_a_complete_json_in_an_account_with_memories_goes_to_review(lived: User, bob: User, tmp_path: Path) -> None:
    file = tmp_path / "memoryweb.json"
    command("export_memory", str(file), person=lived.email)
    with scope.acting_as(bob.pk):
        person_types(bob, "My own", name="motto")
    command("import_memory", str(file), person=bob.email)
    with scope.acting_as(bob.pk):
        assert [memory.shown_value for memory in Memory.objects.of(bob).active()] == ["My own"]
        assert Memory.objects.of(bob).filter(status="candidate").exists()


def test_what_was_never_in_use_is_not_taken_for_something_that_was(alice: User) -> None:
    with scope.acting_as(alice.pk):
        agent, _ = Agent.connect(alice, name="Scribe")
        unanswered = memory_of(agent_says(agent, "Koala tea", name="drink", category="food"))
        actions.archive(unanswered.pk, by=Person(alice), now=NOW)
        used = memory_of(person_types(alice, "Blue", name="favourite_colour", category="personal"))
        actions.archive(used.pk, by=Person(alice), now=NOW)
        check_constraints()
    document = FORMATS["complete_json"].read("".join(pieces(alice)))
    assert [entry.label for entry in document.entries if entry.expired] == [used.label]
    assert [reason for _, words, reason in document.unknown if "Koala" in words] == ["It was never in use."]


@with_each("name", WRITTEN)
def test_the_command_writes_each_format(lived: User, browser: Client, tmp_path: Path, name: str) -> None:
    command("export_memory", str(tmp_path / "file"), person=lived.email, name=name)
    assert (tmp_path / "file").read_text() == browser.post(PAGE, {"format": name}).content.decode()


@with_each(
    "content, said",
    [
        ('{"memoryweb": 9, "tables": {"memories": [{}]}}', "It has form 9. This memoryweb reads form 1."),
        ('{"memoryweb": 1, "tables": {"memories": [{}]}}', "memories, row 1: "),
        ('{"memoryweb": 1, "tables": {"memories": [3]}}', "memories: a row is no object."),
        ('{"memoryweb": 1, ', "It is no JSON"),
    ],
)
def test_a_broken_file_is_said_in_one_sentence(alice: User, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "memoryweb.json").write_text(content)
    with pytest.raises(CommandError) as error:
        command("import_memory", str(tmp_path / "memoryweb.json"), person=alice.email)
    assert said in str(error.value)
    assert str(error.value).endswith("Nothing was changed.")


def test_a_passphrase_that_does_not_open_it_changes_nothing(lived: User, bob: User, tmp_path: Path) -> None:
    file, secret = tmp_path / "memoryweb.json", tmp_path / "passphrase"
    secret.write_text(PASSPHRASE)
    command("export_memory", str(file), person=lived.email, passphrase_file=secret)
    file.write_text(on_another_machine(file.read_text()))
    secret.write_text("another passphrase")
    with pytest.raises(CommandError, match="does not open"):
        command("import_memory", str(file), person=bob.email, passphrase_file=secret)
    with scope.acting_as(bob.pk):
        assert not Memory.objects.of(bob).exists()
