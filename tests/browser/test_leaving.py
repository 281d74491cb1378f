"""A person takes their data, deletes their account, and stays after all; the pages are looked at on the way."""

import zipfile
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.test_pages import faults_in_every_window
from tests.rings import thorough


@thorough
def test_a_person_downloads_their_data_leaves_and_stays_after_all(visits: Callable[..., Visitor]) -> None:
    visitor = visits("leaving@example.org")
    visitor.running.manage("demo", "--person", visitor.email)
    page = visitor.goes_to("/settings/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        assert "MEMORY.md" in archive.namelist()
    page.get_by_role("link", name="Delete my account…").press("Enter")
    page.get_by_role("button", name="Delete my account").press("Enter")
    expect(page.get_by_role("heading", name="Your account will be deleted")).to_be_visible()
    faults = faults_in_every_window(page, "deletion-asked")
    page.goto(visitor.running.manage("create_person", visitor.email))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="This account is to be deleted")).to_be_visible()
    faults += faults_in_every_window(page, "stay")
    page.get_by_role("button", name="Stay").press("Enter")
    expect(page.get_by_text("Welcome back.")).to_be_visible()
    assert faults == []
