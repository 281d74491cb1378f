"""memoryweb-hook install, remove and check: for people, in a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from memoryweb.api.hooks.hosts import HOSTS
from tests.api.hooks.payloads import STARTS
from tests.api.hooks.test_script import run, unused_address
from tests.api.web_process import WebProcess, person_with_agent

FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "cursor": ".cursor/hooks.json",
}
pytestmark = pytest.mark.usefixtures("committed")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def hook_of(settings: dict[str, Any], event: str) -> dict[str, Any]:
    entry: dict[str, Any] = settings["hooks"][event][-1]
    return dict(entry["hooks"][0]) if "hooks" in entry else entry


@pytest.mark.parametrize("host", HOSTS)
def test_install_adds_hooks_that_work_and_remove_takes_only_them_out(
    host: str, web: WebProcess, tmp_path: Path
) -> None:
    token = person_with_agent("alice")[2]
    path = tmp_path / FILES[host]
    path.parent.mkdir()
    event = STARTS[host]["hook_event_name"]
    mine = {"model": "opus", "hooks": {event: [{"command": "echo mine", "hooks": []}], "Other": [{"hooks": []}]}}
    path.write_text(json.dumps(mine))
    for _ in range(2):  # a second time changes nothing
        done = run("install", host, home=tmp_path, MEMORYWEB_URL=web.url, MEMORYWEB_TOKEN=token)
        assert done.code == 0, done.error
    settings = json.loads(path.read_text())
    assert settings["model"] == "opus"
    assert [len(settings["hooks"][name]) for name in (event, "Other")] == [2, 1]
    assert set(HOSTS[host].moments) <= set(settings["hooks"])
    kept = tmp_path / ".config/memoryweb"
    assert (mode(kept / f"{host}.json"), mode(kept / "memoryweb-hook")) == (0o600, 0o700)
    assert hook_of(settings, event)["command"].endswith(f"{kept}/memoryweb-hook {host}")
    assert token not in path.read_text()
    assert run("check", host, home=tmp_path).out.startswith(b"memoryweb answers at ")
    assert run("remove", host, home=tmp_path).code == 0
    assert json.loads(path.read_text()) == mine | ({"version": 1} if host == "cursor" else {})
    assert not (kept / f"{host}.json").exists()


def test_each_host_keeps_a_token_of_its_own(web: WebProcess, tmp_path: Path) -> None:
    tokens = {host: person_with_agent(host)[2] for host in ("codex", "cursor")}
    for host, token in tokens.items():
        run("install", host, home=tmp_path, MEMORYWEB_URL=web.url, MEMORYWEB_TOKEN=token)
    kept = {host: json.loads((tmp_path / f".config/memoryweb/{host}.json").read_text())["token"] for host in tokens}
    assert kept == tokens


def test_the_file_as_it_was_before_the_first_time_is_kept(web: WebProcess, tmp_path: Path) -> None:
    token = person_with_agent("alice")[2]
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text('{ "theme" : "dark" }')
    for command in ("install", "install", "remove"):
        done = run(command, "claude-code", home=tmp_path, MEMORYWEB_URL=web.url, MEMORYWEB_TOKEN=token)
        assert done.code == 0, done.error
    assert path.with_name("settings.json.before-memoryweb").read_text() == '{ "theme" : "dark" }'


@pytest.mark.parametrize("trouble", ["wrong token", "down", "not set", "not JSON", "a list"])
def test_what_cannot_work_changes_nothing_and_says_why(trouble: str, web: WebProcess, tmp_path: Path) -> None:
    token = person_with_agent("alice")[2]
    path = tmp_path / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text({"not JSON": "{// mine\n}", "a list": "[]"}.get(trouble, "{}"))
    before = path.read_text()
    url = {"down": unused_address(), "not set": ""}.get(trouble, web.url)
    done = run(
        "install",
        "claude-code",
        home=tmp_path,
        MEMORYWEB_URL=url,
        MEMORYWEB_TOKEN="guess" if trouble == "wrong token" else token,
    )
    assert done.code == 1
    assert done.error.startswith("memoryweb-hook: ")
    assert "Traceback" not in done.error
    assert path.read_text() == before
    assert not (tmp_path / ".config").exists()


def test_a_token_that_others_can_read_is_not_used(web: WebProcess, tmp_path: Path) -> None:
    token = person_with_agent("alice")[2]
    run("install", "codex", home=tmp_path, MEMORYWEB_URL=web.url, MEMORYWEB_TOKEN=token)
    (tmp_path / ".config/memoryweb/codex.json").chmod(0o644)
    done = run("codex", event=STARTS["codex"], home=tmp_path)
    assert (done.code, done.out) == (0, b"")
    assert "chmod 600" in done.error
