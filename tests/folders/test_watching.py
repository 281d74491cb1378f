"""The command: adding a folder, watching all of them in a process of its own, and what stays unread until declared."""

import os
import pwd
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.embedded.data_folder import ROOT
from memoryweb.folders import adding, disk
from memoryweb.folders.models import Folder
from memoryweb.folders.watching import Watcher
from memoryweb.memories.models import Memory, Proposal
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import check_constraints, person_types
from tests.waiting import PATIENCE, wait_for


@pytest.fixture
def printed() -> Callable[..., str]:
    def run(*arguments: str) -> str:
        out = StringIO()
        call_command("sync", *arguments, stdout=out)
        return out.getvalue()

    return run


@pytest.mark.django_db
def test_adding_a_folder_prints_the_page_and_reads_nothing(
    alice: User, tmp_path: Path, printed: Callable[..., str]
) -> None:
    (tmp_path / "MEMORY.md").write_text("- I love tea\n")
    said = printed(str(tmp_path), "--person", alice.email)
    with scope.acting_as(alice.pk):
        folder = Folder.objects.get()
        assert f"/settings/folders/{folder.pk}/" in said
        assert folder.kind == Folder.Kind.UNDECLARED
    assert printed(str(tmp_path), "--person", alice.email.upper()) == said
    assert "1 folder on this machine" in printed("--once")
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("arguments", [["DIR"], ["DIR", "--person", "nobody@example.org"], ["--person", "x@y.z"]])
def test_what_cannot_be_added_is_said(printed: Callable[..., str], tmp_path: Path, arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="--person"):
        printed(*[str(tmp_path) if each == "DIR" else each for each in arguments])


@pytest.mark.django_db
def test_only_a_folder_can_be_added(alice: User, tmp_path: Path) -> None:
    for path in (tmp_path / "none", Path("/")):
        with pytest.raises(adding.CannotAddError):
            adding.add(path, alice, host="here", data=tmp_path, now=timezone.now())


@pytest.mark.django_db
def test_the_watcher_makes_a_pass_only_when_something_changed_on_its_machine(alice: User, tmp_path: Path) -> None:
    with scope.acting_as(alice.pk):
        folder = adding.add(tmp_path, alice, host="here", data=tmp_path / "none", now=timezone.now())
        adding.declare(folder, Folder.Kind.OWN, None)
        person_types(alice, "PDF")
    assert Watcher("elsewhere").check_all(timezone.now()) == 0
    watcher = Watcher("here")
    for _ in range(3):
        assert watcher.check_all(timezone.now()) == 1
    file = tmp_path / "MEMORY.md"
    assert "PDF" in file.read_text()
    with scope.acting_as(alice.pk):
        folder.refresh_from_db()
        passed_at = folder.passed_at
        assert folder.is_watched
    watcher.check_all(timezone.now())
    with scope.acting_as(alice.pk):
        folder.refresh_from_db()
        assert folder.passed_at == passed_at
        person_types(alice, "", name="editor", value="Vim")
        check_constraints()  # links the versions, as a commit does
    watcher.check_all(timezone.now())
    assert "Vim" in file.read_text()


@pytest.mark.django_db
def test_the_watcher_says_who_it_is_where_it_may_not_write(alice: User, tmp_path: Path) -> None:
    said: list[str] = []
    with scope.acting_as(alice.pk):
        folder = adding.add(tmp_path, alice, host="here", data=tmp_path / "none", now=timezone.now())
        adding.declare(folder, Folder.Kind.OWN, None)
        person_types(alice, "PDF")
    (tmp_path / disk.TEMPORARY).mkdir()  # in the way also of root
    Watcher("here", say=said.append).check_all(timezone.now())
    user = pwd.getpwuid(os.geteuid()).pw_name
    assert [line.rpartition(" It ")[2] for line in said] == [f"runs as the user {user}."]


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    """The command as it runs beside the server. Connections of the test's own are not its."""
    started = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    yield started
    started.terminate()
    started.wait(PATIENCE)


@pytest.mark.usefixtures("committed")
def test_a_new_native_line_is_on_review_and_a_change_in_the_file_within_seconds(
    tmp_path: Path, process: subprocess.Popen[bytes]
) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    native, own = tmp_path / "claude", tmp_path / "vault"
    native.mkdir()
    own.mkdir()
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Claude Code")[0]
        for path, kind, whose in ((native, Folder.Kind.NATIVE, agent), (own, Folder.Kind.OWN, None)):
            folder = adding.add(path, alice, host=socket.gethostname(), data=tmp_path / "none", now=timezone.now())
            adding.declare(folder, kind, whose)
        person_types(alice, "PDF")
    file = own / "MEMORY.md"
    wait_for(lambda: file.exists() and "PDF" in file.read_text())

    (native / "CLAUDE.md").write_text("# CLAUDE.md\n\n## About the user\n\n- Prefers tabs over spaces\n")

    def is_asked() -> bool:
        with scope.acting_as(alice.pk):
            return Proposal.objects.of(alice).open().filter(agent=agent).exists()

    wait_for(is_asked)
    with scope.acting_as(alice.pk):
        person_types(alice, "", name="editor", value="Vim")
    wait_for(lambda: "Vim" in file.read_text())
    assert process.poll() is None
    connections.close_all()
