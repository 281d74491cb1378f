"""What the page of a new agent tells to paste works as it is."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.test.utils import override_settings

from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.embedded.data_folder import ROOT
from memoryweb.people.models import User
from tests.api.hooks.payloads import STARTS
from tests.api.hooks.test_script import patient, run
from tests.api.web_process import WebProcess


def snippets(page: str) -> dict[str, str]:
    found = re.findall(r'id="snippet-([\w-]+)"><code>(.*?)</code>', page, re.DOTALL)
    return {name: html.unescape(text) for name, text in found}


def connect(tool: str, web: WebProcess) -> dict[str, str]:
    """Return what alice is told to paste for a new agent."""
    browser = Client()
    browser.force_login(User.objects.create_user("alice@example.org"))
    with override_settings(BASE_URL=web.url):
        return snippets(browser.post("/agents/connect/", {"tool": tool, "trust": "ask"}).content.decode())


@pytest.mark.usefixtures("committed")
@pytest.mark.parametrize("host", HOSTS)
def test_what_to_paste_adds_hooks_that_work(host: str, web: WebProcess, tmp_path: Path) -> None:
    shown = connect(host, web)
    assert web.url in shown[f"{host}-new"]
    assert {f"hook{each}" for each in HOSTS} <= set(shown)
    done = subprocess.run(
        ["bash", "-ec", shown[f"hook{host}"]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr
    assert "It works from the next session on." in done.stdout
    assert run("check", host, home=tmp_path).code == 0
    said = run(host, event=STARTS[host], home=tmp_path, script=patient(tmp_path))
    assert said.out == b"{}\n"  # nothing is remembered yet


@pytest.mark.usefixtures("committed")
def test_the_python_program_and_the_calls_over_http_work_as_they_are(web: WebProcess, tmp_path: Path) -> None:
    shown = connect("other", web)
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "clients" / "python")}
    done = subprocess.run(
        [sys.executable, "-c", shown["python"]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.stdout.splitlines()[-1].startswith("proposed http"), done.stderr
    for name, answer in (("save", '"outcome": "proposed"'), ("ask", '"preferences": []'), ("schemas", '"openapi"')):
        done = subprocess.run(["bash", "-ec", shown[name]], capture_output=True, text=True, check=True, env=environment)
        assert answer in done.stdout
