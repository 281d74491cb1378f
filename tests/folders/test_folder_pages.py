"""Settings → Folders: declaring, the standing yes, pausing, answering what is in the way, and the empty state."""

from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.folders import adding, passes
from memoryweb.folders.models import Folder, Trouble
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import person_types

FOLDERS = "/settings/folders/"


@pytest.fixture
def folder(alice: User, tmp_path: Path) -> Folder:
    with scope.acting_as(alice.pk):
        return adding.add(tmp_path, alice, host="here", data=tmp_path / "none", now=timezone.now())


def stored(folder: Folder) -> Folder:
    with scope.acting_as(folder.person_id):
        return Folder.objects.get(pk=folder.pk)


def page(browser: Client, folder: Folder) -> str:
    return browser.get(f"{FOLDERS}{folder.pk}/").content.decode()


def press(browser: Client, folder: Folder, what: str, **values: str) -> str:
    return browser.post(f"{FOLDERS}{folder.pk}/{what}/", values, follow=True).content.decode()


def test_without_a_folder_the_page_tells_the_command(browser: Client) -> None:
    text = browser.get(FOLDERS).content.decode()
    assert "manage.py sync DIR --person alice@example.org" in text
    assert "No folder is kept in step yet." in text
    assert FOLDERS in browser.get("/settings/").content.decode()


def test_a_folder_is_declared_once_and_gets_a_standing_yes_that_can_be_taken_back(
    browser: Client, folder: Folder
) -> None:
    assert "What is this folder?" in page(browser, folder)
    assert browser.post(f"{FOLDERS}{folder.pk}/declare/", {}).status_code == 422
    assert "kept in step from now on" in press(browser, folder, "declare", kind="own")
    assert stored(folder).kind == Folder.Kind.OWN
    assert "said already" in press(browser, folder, "declare", kind="native")
    assert "count at once" in press(browser, folder, "yes", yes="yes")
    assert stored(folder).standing_since
    assert "your edits count at once" in browser.get(FOLDERS).content.decode()
    assert "asked about each edit" in press(browser, folder, "yes")
    assert stored(folder).standing_since is None
    log = browser.get("/history/").content.decode()
    for line in ("You said what a folder is", "You let your edits in a folder count", "You are asked about edits in a"):
        assert line in log


def test_an_agents_folder_needs_one_of_ones_own_agents(
    browser: Client, folder: Folder, scribe: Agent, bob: User
) -> None:
    with scope.acting_as(bob.pk):
        other = Agent.connect(bob, name="Other")[0]
    for wrong in ("", "x", str(other.pk)):
        answer = browser.post(f"{FOLDERS}{folder.pk}/declare/", {"kind": "agent", "agent": wrong})
        assert answer.status_code == 422
        assert "Choose the agent" in answer.content.decode()
    press(browser, folder, "declare", kind="native", agent=str(scribe.pk))
    assert stored(folder).agent_id == scribe.pk
    assert "It is only watched" in page(browser, folder)
    assert "Only your own folder" in press(browser, folder, "yes", yes="yes")


def test_it_is_paused_resumed_and_stopped_and_the_files_stay(browser: Client, folder: Folder) -> None:
    press(browser, folder, "declare", kind="own")
    file = Path(folder.path) / "MEMORY.md"
    file.write_text("Mine\n")
    assert "Paused." in press(browser, folder, "pause")
    assert stored(folder).paused_at
    press(browser, folder, "resume")
    assert stored(folder).paused_at is None
    assert "no longer kept in step" in press(browser, folder, "stop")
    with scope.acting_as(folder.person_id):
        assert not Folder.objects.exists()
    assert file.read_text() == "Mine\n"


def test_a_file_that_is_gone_is_asked_about_on_the_page(browser: Client, folder: Folder, alice: User) -> None:
    press(browser, folder, "declare", kind="own")
    with scope.acting_as(alice.pk):
        person_types(alice, "PDF")
    passes.run(folder.pk, alice.pk, now=timezone.now())
    (Path(folder.path) / "MEMORY.md").unlink()
    passes.run(folder.pk, alice.pk, now=timezone.now())
    assert "MEMORY.md is gone. Nothing was changed." in page(browser, folder)
    press(browser, folder, "answer", do="delete")
    assert stored(folder).trouble == Trouble.GONE
    press(browser, folder, "answer", do="write")
    passes.run(folder.pk, alice.pk, now=timezone.now())
    assert "PDF" in (Path(folder.path) / "MEMORY.md").read_text()


def test_a_folder_that_may_not_be_written_names_the_user_who_needs_the_right_to(
    browser: Client, folder: Folder
) -> None:
    press(browser, folder, "declare", kind="own")
    for trouble, names in ((Trouble.NOT_WRITABLE, True), (Trouble.UNREADABLE, True), (Trouble.NO_TEXT, False)):
        with scope.acting_as(folder.person_id):
            Folder.objects.update(trouble=trouble)
        assert ("as the user memoryweb-worker" in page(browser, folder)) is names


def test_lines_that_are_not_kept_are_shown_with_file_line_and_reason_and_without_words(
    browser: Client, folder: Folder, alice: User
) -> None:
    press(browser, folder, "declare", kind="own")
    (Path(folder.path) / "MEMORY.md").write_text("- My password is tr0ub4dor&3xyz\n- I like tea\n")
    passes.run(folder.pk, alice.pk, now=timezone.now())
    text = page(browser, folder)
    assert "MEMORY.md, line 1" in text
    assert "This looks like a password" in text
    assert "tr0ub4dor" not in text
    assert "1 waits on Review" in text
