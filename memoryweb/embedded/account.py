"""Chooses the system user that the embedded servers run as: PostgreSQL refuses to run as root."""

import os
import pwd
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from memoryweb.embedded.data_folder import CannotRunError

NAME = "memoryweb"
ATTEMPTS = 5
# Either lets a process pass through folders closed to it, such as /root. The weaker one first:
# it cannot write. Containers often have the second only.
CAPABILITIES = {"dac_read_search": 2, "dac_override": 1}


@dataclass(frozen=True)
class Account:
    """The system user to run as: the starting one, or another if that is root."""

    uid: int
    gid: int
    capability: str = ""

    @property
    def is_other_user(self) -> bool:
        return self.uid != os.geteuid()

    def command(self, arguments: list[str], *, on_parent_death: str = "INT") -> list[str]:
        """Return the command line that runs `arguments` as this account.

        A change of user clears the signal for the parent's death, so setpriv sets it again.
        """
        if not self.is_other_user:
            return arguments
        switch = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        if self.capability:
            # Without the securebit the kernel ignores capabilities in access(2), by which
            # PostgreSQL looks for its own binary.
            switch += ["--securebits=+no_setuid_fixup"]
            switch += [f"--inh-caps=+{self.capability}", f"--ambient-caps=+{self.capability}"]
        return [*switch, f"--pdeathsig={on_parent_death}", "--", *arguments]

    @property
    def socket_mode(self) -> str:
        """Return the mode of the servers' sockets. Users of one group share them, if root started the servers."""
        return "0770" if self.is_other_user else "0700"

    def take_ownership(self, path: Path) -> None:
        if self.is_other_user:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        self.take_ownership(path)


def account_for(data: Path, binary: Path) -> Account:
    """Return the account that can run `binary` on `data`. Started as root, hand the data folder to another user."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if not shutil.which("setpriv"):
        raise CannotRunError("Running as root needs setpriv (util-linux). Run as an ordinary user instead.")
    account = _unprivileged_account(data)
    account.take_ownership(data)
    for capability in ("", *permitted_capabilities()):
        candidate = Account(account.uid, account.gid, capability)
        if _can_use(candidate, data, binary):
            return candidate
    raise CannotRunError(f"User {account.uid} cannot reach {data} and {binary}. Run as an ordinary user.")


def _unprivileged_account(data: Path) -> Account:
    """Return the owner from an earlier start, else the user `memoryweb` (created when missing), else `nobody`."""
    status = data.stat()
    if status.st_uid != 0:
        return Account(status.st_uid, status.st_gid)
    user = find_or_create_user(NAME) or _find_user("nobody")
    if not user:
        raise CannotRunError("PostgreSQL refuses to run as root. Run as an ordinary user.")
    return Account(user.pw_uid, user.pw_gid)


def _find_user(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def find_or_create_user(name: str) -> pwd.struct_passwd | None:
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name]
    for _ in range(ATTEMPTS):
        if user := _find_user(name):
            return user
        if not shutil.which(command[0]):
            break
        if subprocess.run(command, check=False, capture_output=True).returncode:
            time.sleep(0.5)  # another process creates a user just now, perhaps this one
    return _find_user(name)


def permitted_capabilities() -> list[str]:
    """Return the CAPABILITIES this process can pass on."""
    status = Path("/proc/self/status").read_text()
    bits = int(next(line.split()[1] for line in status.splitlines() if line.startswith("CapPrm")), 16)
    return [name for name, bit in CAPABILITIES.items() if bits & 1 << bit]


def _can_use(account: Account, data: Path, binary: Path) -> bool:
    test = ["test", "-x", str(binary), "-a", "-w", str(data)]
    return subprocess.run(account.command(test), check=False, capture_output=True).returncode == 0
