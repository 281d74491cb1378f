"""Started as root, web and worker are users of their own. Started by anybody, each has only its own password."""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from memoryweb.embedded import addresses, data_folder, erasure_log, service_user
from memoryweb.embedded.backup import backup_status
from memoryweb.embedded.data_folder import ROOT, SUPERUSER, CannotRunError, Secrets
from memoryweb.embedded.processes import PASSED_ON, PASSED_ON_PREFIXES, Installation
from memoryweb.embedded.service_user import ServiceUser
from memoryweb.rls.roles import APP, BACKUP, OWNER, WORKER
from tests.embedded import installation
from tests.embedded.run import Shared, Start, Up
from tests.rings import thorough
from tests.waiting import wait_for

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start processes as other users")
SET_BY_US = {"DATABASE_POOL", "MEMORYWEB_DATA", "PORT", "DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL"}


def owner_of(pid: int) -> int:
    return Path(f"/proc/{pid}").stat().st_uid


def environ_of(pid: int) -> str:
    return Path(f"/proc/{pid}/environ").read_text()


def reads(user: ServiceUser, path: Path) -> bool:
    command = user.command(["cat", str(path)], on_parent_death="KILL")
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def process_ids(up: Up) -> dict[str, int]:
    parts = {"web": "granian", "worker": "memoryweb worker", "beat": "memoryweb beat", "database": "bin/postgres"}
    return {name: up.main_pid(part) for name, part in parts.items()}


@as_root
def test_no_process_is_root_and_web_reads_nobody_elses_password(shared: Shared) -> None:
    up = shared.up()
    pids = process_ids(up)
    wait_for(lambda: 0 not in map(owner_of, pids.values()))  # they change before they run any of our code
    owners = {name: owner_of(pid) for name, pid in pids.items()}
    assert owners["worker"] == owners["beat"]
    assert len(set(owners.values())) == 3
    web = service_user.service_user("web", up.data)
    worker = service_user.service_user("worker", up.data)
    assert owners["web"] == web.uid
    private = [up.data / name for name in ("secrets.json", "postgres/PG_VERSION", "broker", "beat/schedule")]
    private += [Path(f"/proc/{pids[name]}/environ") for name in ("worker", "beat", "database")]
    assert not [path for path in (*private, *up.data.glob("logs/*")) if reads(web, path)]
    assert not [path for path in private[:3] if reads(worker, path)]
    for name in ("secrets.json", "logs", "beat"):
        assert not (up.data / name).stat().st_mode & 0o077


def test_each_process_has_its_own_password_and_nothing_of_the_shell(shared: Shared) -> None:
    up = shared.up()
    assert environ_of(up.process.pid).count("of the") == 2
    passwords = Secrets.read_or_create(up.data).passwords
    for name, role in (("web", APP), ("worker", WORKER), ("beat", WORKER)):
        environ = environ_of(process_ids(up)[name])
        found = {each for each, password in passwords.items() if password in environ}
        assert found == {role}
        assert "of the" not in environ
    assert {OWNER, BACKUP, SUPERUSER} <= passwords.keys()


def test_every_setting_reaches_the_processes(data: Path) -> None:
    text = (ROOT / "memoryweb" / "settings.py").read_text()
    names = set(re.findall(r'(?:environ\.get\(|environ\[|env_list\(|env_bool\()"([A-Z_]+)"', text))
    assert len(names) > 20
    assert not {name for name in names - PASSED_ON - SET_BY_US if not name.startswith(PASSED_ON_PREFIXES)}


@as_root
def test_what_is_needed_in_a_closed_folder_is_reached_and_the_rest_is_not(tmp_path: Path) -> None:
    """pytest's own folder is closed, and so is this one in it."""
    closed = tmp_path / "closed"
    for folder in (closed / "needed", closed / "other"):
        folder.mkdir(parents=True)
        (folder / "file").write_text("words")
    closed.chmod(0o700)
    user = ServiceUser(65534, 65534)
    assert not reads(user, closed / "needed" / "file")
    user = ServiceUser(65534, 65534, in_closed=(closed / "needed",))
    assert reads(user, closed / "needed" / "file")
    assert not reads(user, closed / "other" / "file")
    assert (closed / "other" / "file").read_text() == "words"


@as_root
def test_a_checkout_that_is_closed_itself_is_reached_by_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir(mode=0o700)
    (checkout / "manage.py").touch()
    (checkout / "memoryweb").symlink_to(ROOT / "memoryweb")
    monkeypatch.setattr(service_user, "ROOT", checkout)
    data_folder.create(data)
    addresses.socket_folder(data).mkdir()
    assert set(service_user.service_user("web", data).in_closed) >= {checkout / "manage.py", data}


@as_root
def test_code_that_nobody_else_may_read_is_one_line_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "memoryweb").mkdir(mode=0o700, parents=True)
    monkeypatch.setattr(service_user, "ROOT", checkout)
    data_folder.create(data)
    addresses.socket_folder(data).mkdir()
    monkeypatch.setattr(service_user, "permitted_capabilities", list[str])
    with pytest.raises(CannotRunError, match="memoryweb-web, who runs a part of memoryweb, cannot read"):
        service_user.service_user("web", data)


WITHOUT_MOUNTS = ("setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin")
READS_ALL = """
import sys
from pathlib import Path
from memoryweb.embedded import service_user
print(service_user.service_user("web", Path(sys.argv[1])).reads_all)
"""


@as_root
def test_where_root_may_make_no_mounts_the_web_process_may_read_all() -> None:
    with TemporaryDirectory(prefix="mw") as closed:  # which nobody else may enter; a short path, for the sockets
        data = Path(closed) / "data"
        data_folder.create(data)
        addresses.socket_folder(data).mkdir()
        command = [sys.executable, "-c", READS_ALL, str(data)]
        run = subprocess.run([*WITHOUT_MOUNTS, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (run.stdout, run.stderr) == ("True\n", "")
        assert not service_user.service_user("web", data).reads_all  # where it may


@thorough
@as_root
def test_where_root_may_make_no_mounts_the_web_process_still_starts_and_says_what_it_can_read(
    first_start: Up, start: Start, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    installation.copy(installation.Folder(first_start.data), closed / "data")
    with start(closed / "data", prefix=WITHOUT_MOUNTS) as up:
        up.read_until("Ctrl-C")
        assert up.get("/healthz")[0] == 200
        assert owner_of(process_ids(up)["web"]) != 0
    assert sum("can read the passwords" in line for line in up.lines) == 1


@as_root
def test_web_adds_to_the_log_of_erasures_and_reads_when_backups_were_made(used_folder: Path) -> None:
    erasure_log.append(used_folder, [])
    backup_status.write(used_folder, backup_status.Status(kept=1))
    for name in ("web", "worker"):
        user = service_user.service_user(name, used_folder)
        test = ["sh", "-c", f"cd {used_folder} && test -w {erasure_log.NAME} && test -r {backup_status.NAME}"]
        assert subprocess.run(user.command(test, on_parent_death="KILL"), check=False).returncode == 0


@as_root
def test_a_link_that_the_worker_left_gives_it_no_other_file(data: Path, tmp_path: Path) -> None:
    data_folder.create(data)
    addresses.socket_folder(data).mkdir()
    ours = tmp_path / "ours"
    ours.touch()
    worker = service_user.service_user("worker", data)
    worker.make_folder(data / "beat")
    (data / "beat" / "link").symlink_to(ours)
    worker.make_folder(data / "beat")
    assert ((data / "beat" / "link").lstat().st_uid, ours.stat().st_uid) == (worker.uid, 0)


@as_root
def test_a_low_port_may_be_bound_by_the_web_process_only(data: Path) -> None:
    data_folder.create(data)
    addresses.socket_folder(data).mkdir()
    installation = Installation(data, 80, {})
    assert service_user.service_user("web", data, port=installation.port).capabilities == "+net_bind_service"
    assert not service_user.service_user("worker", data).capabilities
