"""A test that starts one process of each kind and waits: test_guard.py runs it and ends the run meanwhile.

The file's name keeps it out of every other run.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.api.web_process import start_web_process
from tests.browser.conftest import Running, chrome, running
from tests.embedded import commands
from tests.waiting import wait_for

__all__ = ["chrome", "running"]
FOLDER = "ONE_OF_EACH"
STARTED, FAIL = "started", "fail"


def test_it_waits_to_be_ended_or_to_be_told_to_fail(running: Running, chrome: Browser) -> None:
    folder = Path(os.environ[FOLDER])
    chrome.new_page().goto(running.url)
    with start_web_process():
        assert commands.run(["check", "--help"], os.environ).returncode == 0
        (folder / STARTED).touch()
        wait_for((folder / FAIL).exists)
        pytest.fail("as asked")
