"""The supervisor restarts what dies, stops everything, and leaves no process behind."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb.embedded import addresses, data_folder, folder_watch
from memoryweb.embedded.child import LOG_LIMIT, Child, trim_log
from memoryweb.embedded.leftovers import MARK, end_marked
from memoryweb.embedded.processes import Installation
from memoryweb.embedded.supervisor import Supervisor
from tests.embedded.conftest import checked
from tests.waiting import wait_for

ENDLESS = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {ENDLESS}"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {ENDLESS!r}]); {ENDLESS}"


made: list[Child] = []


@pytest.fixture(autouse=True)
def end_children() -> Iterator[None]:
    """Leave no child behind a test that fails."""
    yield
    while made:
        made.pop().kill()


def child(folder: Path, name: str, code: str, stop_timeout: float = 10) -> Child:
    made.append(Child(name, [sys.executable, "-c", code], log=folder / f"{name}.log", stop_timeout=stop_timeout))
    return made[-1]


def gone(pid: int) -> bool:
    """Return whether the process has ended. A zombie counts as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def group(pid: int) -> set[int]:
    output = subprocess.run(["pgrep", "-g", str(pid)], check=False, capture_output=True, text=True).stdout
    return {int(line) for line in output.split()}


class Answered:
    """A check of a process that has answered, or never does."""

    def __init__(self, *, has_answered: bool) -> None:
        self.has_answered = has_answered

    def restart(self) -> None: ...
    def stop(self) -> None: ...
    def has_failed(self) -> bool:
        return False


def kill(web: Child) -> None:
    os.kill(web.pid, signal.SIGKILL)
    wait_for(lambda: not web.alive())


def test_a_dead_child_is_started_again_at_once(supervisor: Supervisor, messages: list[str], tmp_path: Path) -> None:
    web = child(tmp_path, "web", ENDLESS)
    supervisor.start(web)
    kill(web)
    supervisor.check_services()
    assert web.alive()
    assert messages == [f"web stopped. Starting it again. See {tmp_path / 'web.log'}."]


@pytest.mark.parametrize("has_answered", [True, False])
def test_one_that_served_never_waits_however_often_it_is_killed(
    supervisor: Supervisor, messages: list[str], tmp_path: Path, has_answered: bool
) -> None:
    web = child(tmp_path, "web", ENDLESS)
    supervisor.start(web, Answered(has_answered=has_answered))
    for _ in range(4):
        kill(web)
        supervisor.check_services()
        assert web.alive() or not has_answered
        wait_for(checked(supervisor, web.alive))
    waits = [line.split("again")[1].split(". See")[0] for line in messages]
    assert waits == ([""] * 4 if has_answered else ["", " in 0.5 s", " in 1 s", " in 2 s"])


def test_each_restart_of_a_child_that_keeps_dying_waits_longer(
    supervisor: Supervisor, messages: list[str], tmp_path: Path
) -> None:
    supervisor.start(child(tmp_path, "web", "raise SystemExit('no')"))
    wait_for(checked(supervisor, lambda: len(messages) == 4))
    waits = [line.split("again")[1].split(". See")[0] for line in messages]
    assert waits == ["", " in 0.5 s", " in 1 s", " in 2 s"]


def test_all_are_asked_to_stop_before_the_first_is_waited_for(messages: list[str], tmp_path: Path) -> None:
    supervisor = Supervisor(messages.append)
    asked: list[str] = []
    stopped: list[tuple[str, list[str]]] = []

    class RecordingChild(Child):
        def ask_to_stop(self) -> None:
            asked.append(self.name)
            super().ask_to_stop()

        def stop(self) -> None:
            stopped.append((self.name, asked[:3]))
            super().stop()

    for name in ("web", "worker", "beat"):
        supervisor.start(RecordingChild(name, [sys.executable, "-c", ENDLESS], log=tmp_path / name))
    supervisor.stop()
    everybody = ["beat", "worker", "web"]
    assert stopped == [(name, everybody) for name in everybody]


def test_ctrl_c_ends_the_watch_though_its_exception_was_dropped(supervisor: Supervisor) -> None:
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        supervisor.listen()
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            supervisor.watch()
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def test_a_child_is_asked_once(tmp_path: Path) -> None:
    counting = "import signal, time\n" + textwrap.dedent("""
        signal.signal(signal.SIGTERM, lambda *_: print("asked", flush=True))
        print("up", flush=True)
        for _ in range(600): time.sleep(0.1)
    """)
    web = child(tmp_path, "web", counting, stop_timeout=0.5)
    web.start()
    wait_for(lambda: web.log.read_text() == "up\n")
    web.ask_to_stop()
    wait_for(lambda: web.log.read_text() == "up\nasked\n")
    web.stop()
    assert web.log.read_text() == "up\nasked\n"


def test_a_child_that_ignores_stop_is_killed(tmp_path: Path) -> None:
    web = child(tmp_path, "web", STUBBORN, stop_timeout=0.3)
    web.start()
    wait_for(lambda: web.log.read_text() == "up\n")
    web.stop()
    assert not web.alive()


def test_processes_of_a_killed_child_are_ended_before_it_starts_again(tmp_path: Path) -> None:
    web = child(tmp_path, "web", PARENT)
    web.start()
    wait_for(lambda: len(group(web.pid)) == 2)
    leftovers = group(web.pid) - {web.pid}
    os.kill(web.pid, signal.SIGKILL)
    wait_for(lambda: not web.alive())
    web.start()
    wait_for(lambda: all(map(gone, leftovers)))
    web.stop()


def test_children_die_with_a_killed_supervisor(tmp_path: Path) -> None:
    script = f"""
        import sys, time
        from pathlib import Path
        from memoryweb.embedded.child import Child
        web = Child("web", [sys.executable, "-c", {ENDLESS!r}], log=Path({str(tmp_path / "log")!r}))
        web.start()
        print(web.pid, flush=True)
        time.sleep(60)
    """
    command = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
    wait_for(lambda: gone(pid))


def test_marked_processes_of_another_folder_stay(tmp_path: Path) -> None:
    ours, others = tmp_path / "ours", tmp_path / "others"
    children = [
        Child("web", [sys.executable, "-c", ENDLESS], log=tmp_path / "log", env={**os.environ, MARK: str(folder)})
        for folder in (ours, others)
    ]
    for child_process in children:
        child_process.start()
    end_marked(ours)
    try:
        wait_for(lambda: not children[0].alive())  # killed, but it may not be collected yet
        assert children[1].alive()
    finally:
        for child_process in children:
            child_process.stop()


def test_a_log_is_capped_while_it_is_written(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    with log.open("a") as writer:
        writer.write("x" * (LOG_LIMIT + 1))
        writer.flush()
        trim_log(log)
        writer.write("after")
    assert log.read_text() == "after"
    assert (tmp_path / "web.log.1").stat().st_size == LOG_LIMIT + 1


def test_a_job_that_fails_is_said_once_and_asked_again(supervisor: Supervisor, messages: list[str]) -> None:
    class FullDisk:
        tries = 0

        def tick(self) -> None:
            self.tries += 1
            if self.tries < 3:
                raise OSError(28, "No space left on device")

        def stop(self) -> None:
            pass

    job = FullDisk()
    supervisor.add_job(job)
    for _ in range(4):
        supervisor.do_jobs()
    assert job.tries == 4
    assert messages == ["[Errno 28] No space left on device"]


def test_folders_that_cannot_be_watched_yet_are_asked_for_again(
    supervisor: Supervisor, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_watch, "LOOK_EVERY", -1)
    data_folder.create(data)
    addresses.socket_folder(data).mkdir()
    folder_watch.ask_for(data)
    watch = folder_watch.FolderWatch(Installation(data, 8000, {}), supervisor)
    (data / "beat").touch()
    with pytest.raises(FileExistsError):
        watch.tick()
    (data / "beat").unlink()
    with pytest.raises(FileNotFoundError, match=r"folders\.log"):  # there is no folder for it
        watch.tick()
    watch.tick()  # from now on the supervisor tries
