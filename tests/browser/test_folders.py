"""Folders from end to end: named in a shell, declared in the browser, written by the process that watches them."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import faults_in_every_window
from tests.rings import thorough
from tests.waiting import wait_for


@pytest.fixture
def vault() -> Iterator[Path]:
    """A folder that the process may write whichever user it runs as."""
    with tempfile.TemporaryDirectory(prefix="mwvault") as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


def sees(page: Page, text: str) -> bool:
    page.reload()
    return text in page.locator("main").inner_text()


@thorough
def test_a_folder_is_declared_kept_in_step_and_says_what_is_in_the_way(
    visits: Callable[..., Visitor], vault: Path
) -> None:
    visitor = visits("folders@example.org")
    page = visitor.goes_to("/settings/folders/")
    faults = faults_in_every_window(page, "folders-none")
    visitor.running.manage("demo", "--person", visitor.email)
    address = visitor.running.manage("sync", str(vault), "--person", visitor.email)
    page.goto(address)
    faults += faults_in_every_window(page, "folder-undeclared")
    page.get_by_role("button", name="Keep it in step").click()
    expect(page.get_by_role("alert")).to_have_text("Choose what this folder is.")
    faults += faults_in_every_window(page, "folder-error")
    page.get_by_label("This is my own folder").check()
    page.get_by_role("button", name="Keep it in step").click()
    page.wait_for_url(address)  # before it is loaded again: the file may be written sooner than the answer is here
    file = vault / "MEMORY.md"
    wait_for(file.exists, step=0.2)
    wait_for(lambda: sees(page, "entries in step"), step=0.3)
    written = file.read_text()
    file.chmod(0o666)
    file.unlink()
    file.touch(0o666)
    file.chmod(0o666)  # the service is another user, and the test the owner
    file.write_text(written + "\n- I like my coffee black\n- My password is tr0ub4dor&3xyz\n")
    wait_for(lambda: sees(page, "waits on Review"), step=0.3)
    page.get_by_role("button", name="Let my edits count").click()
    expect(page.get_by_text("Your edits count at once")).to_be_visible()
    faults += faults_in_every_window(page, "folder-own")
    file.write_text("")
    wait_for(lambda: sees(page, "Most of MEMORY.md was deleted"), step=0.3)
    faults += faults_in_every_window(page, "folder-trouble")
    page.get_by_role("button", name="Write it again").click()
    wait_for(lambda: written.splitlines()[-1] in file.read_text(), step=0.3)
    faults += faults_in_every_window(visitor.goes_to("/settings/folders/"), "folders")
    faults += faults_in_every_window(visitor.goes_to("/review/"), "review-with-folder")
    assert faults == []
