"""The users that web, worker and beat run as when root starts memoryweb. Started by others, they run as these.

Each has its own: web must not read the worker's password, and neither may read the file with all of them.
"""

import compileall
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from memoryweb.embedded import addresses, open_folders
from memoryweb.embedded.account import find_or_create_user, permitted_capabilities
from memoryweb.embedded.data_folder import ROOT, CannotRunError

LOWEST_FREE_PORT = 1024  # lower ones are for root, and for who has this capability
BIND_LOW_PORTS = "+net_bind_service"
WHICH_PYTHON = """
import importlib.util, os, sys
assert importlib.util.find_spec("django")
with open(os.path.join("memoryweb", "embedded", "account.py")) as ours:  # importing it would load Celery
    ours.read()
sys.stdout.write(sys.version + sys.base_prefix)
sys.exit(not os.access(sys.argv[1], os.X_OK))
"""


@dataclass(frozen=True)
class ServiceUser:
    """Who a process runs as. `in_closed` are the folders it needs that lie in folders closed to it, such as /root.

    Where it can have no mounts of its own, it may read every file instead (`reads_all`), the passwords too.
    """

    uid: int
    gid: int
    socket_group: int = 0
    in_closed: tuple[Path, ...] = ()
    capabilities: str = ""
    reads_all: bool = False

    @property
    def is_other_user(self) -> bool:
        return self.uid != os.geteuid()

    def command(self, arguments: list[str], *, on_parent_death: str) -> list[str]:
        """Return the command line that runs `arguments` as this user. The process keeps its id."""
        if not self.is_other_user:
            return arguments
        switch = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", f"--groups={self.socket_group}"]
        if self.reads_all:  # as in account.py: else Python could read files, and would not find them
            switch += ["--securebits=+no_setuid_fixup"]
        if self.capabilities:
            switch += [f"--inh-caps={self.capabilities}", f"--ambient-caps={self.capabilities}"]
        switched = [*switch, "--no-new-privs", f"--pdeathsig={on_parent_death}", "--", *arguments]
        if not self.in_closed:
            return switched
        return [sys.executable, open_folders.__file__, *map(str, self.in_closed), "--", *switched]

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        if self.is_other_user:
            for each in (path, *path.iterdir()):
                os.chown(each, self.uid, self.gid, follow_symlinks=False)  # this user may have made the link


@cache
def service_user(name: str, data: Path, *, port: int = LOWEST_FREE_PORT) -> ServiceUser:
    """Return the user of this process. Started as root, let that user reach the servers' sockets in the data folder."""
    if os.geteuid() != 0:
        return ServiceUser(os.geteuid(), os.getegid())
    found = find_or_create_user(f"memoryweb-{name}")
    if not found:
        raise CannotRunError("Running as root needs useradd, for users of its own. Run as an ordinary user instead.")
    data.chmod(0o710)
    addresses.socket_folder(data).chmod(0o750)
    user = ServiceUser(
        found.pw_uid,
        found.pw_gid,
        socket_group=data.stat().st_gid,
        in_closed=_in_closed_folders([*_parts(ROOT), Path(sys.prefix), Path(sys.base_prefix), data]),
        capabilities=BIND_LOW_PORTS if port < LOWEST_FREE_PORT else "",
    )
    for candidate in (user, *_users_that_read_all(user)):
        if _can_work(candidate, data):
            compileall.compile_dir(ROOT / "memoryweb", quiet=2)  # the user may not write there, and would at each start
            return candidate
    raise CannotRunError(
        f"The user {found.pw_name}, who runs a part of memoryweb, cannot read {ROOT} or {data}."
        " Move them out of folders that are closed to others, or run as an ordinary user."
    )


def _users_that_read_all(user: ServiceUser) -> Iterator[ServiceUser]:
    """Yield this user with a capability to read the files of others, for a container that allows no mounts."""
    for name in permitted_capabilities():
        capabilities = ",".join(filter(None, (user.capabilities, f"+{name}")))
        yield replace(user, in_closed=(), capabilities=capabilities, reads_all=True)


def _parts(folder: Path) -> list[Path]:
    """Return the folder, or its entries if the folder itself is closed."""
    return [folder] if folder.stat().st_mode & 0o005 == 0o005 else [*folder.iterdir()]


def _in_closed_folders(needed: Iterable[Path]) -> tuple[Path, ...]:
    """Return the needed paths in closed folders, once each, without paths inside another one."""
    closed = [each for each in dict.fromkeys(needed) if open_folders.closed_ancestor(each)]
    return tuple(each for each in closed if not any(each != other and each.is_relative_to(other) for other in closed))


def _can_work(user: ServiceUser, data: Path) -> bool:
    """Return whether the user can run our code with our Python, and pass through the data folder to the sockets.

    A Python whose library is out of reach may start with that of another version, so it is asked which it is.
    """
    command = user.command([sys.executable, "-c", WHICH_PYTHON, str(data)], on_parent_death="KILL")
    result = subprocess.run(command, check=False, capture_output=True, cwd=ROOT, text=True)
    return result.returncode == 0 and result.stdout == sys.version + sys.base_prefix
