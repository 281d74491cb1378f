"""Which system user the embedded servers run as: PostgreSQL refuses to be root."""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from memoryweb.embedded.endpoints import CannotRunError

NAME = "memoryweb"
# Either lets a process pass through folders closed to it, such as /root. The weaker one first:
# it cannot write; containers often have the second only.
CAPABILITIES = {"dac_read_search": 2, "dac_override": 1}


@dataclass(frozen=True)
class Account:
    """Whoever runs us, unless that is root."""

    uid: int
    gid: int
    capability: str = ""

    @property
    def is_other(self) -> bool:
        return self.uid != os.geteuid()

    def command(self, argv: list[str], *, orphaned: str = "INT") -> list[str]:
        """`argv` run as this account; setpriv asks anew for the signal that a change of user clears."""
        if not self.is_other:
            return argv
        switch = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        if self.capability:
            # Without the securebit the kernel forgets capabilities in access(2), by which
            # PostgreSQL looks for its own binary.
            switch += ["--securebits=+no_setuid_fixup"]
            switch += [f"--inh-caps=+{self.capability}", f"--ambient-caps=+{self.capability}"]
        return [*switch, f"--pdeathsig={orphaned}", "--", *argv]

    def own(self, path: Path) -> None:
        if self.is_other:
            os.chown(path, self.uid, self.gid)

    def make_folder(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        self.own(path)


def account_for(data: Path, binary: Path) -> Account:
    """The account that can run `binary` on `data`. Root's data folder is handed to a user of its own."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    if not shutil.which("setpriv"):
        raise CannotRunError("Running as root needs setpriv (util-linux). Run as an ordinary user instead.")
    account = _account_of(data)
    account.own(data)
    for capability in ("", *_held()):
        able = Account(account.uid, account.gid, capability)
        if _reaches(able, data, binary):
            return able
    raise CannotRunError(f"User {account.uid} cannot reach {data} and {binary}. Run as an ordinary user.")


def _account_of(data: Path) -> Account:
    """An earlier start's owner keeps it; else `memoryweb`, made when missing, else `nobody`."""
    found = data.stat()
    if found.st_uid != 0:
        return Account(found.st_uid, found.st_gid)
    known = _known(NAME) or _made(NAME) or _known("nobody")
    if not known:
        raise CannotRunError("PostgreSQL refuses to run as root. Run as an ordinary user.")
    return Account(known.pw_uid, known.pw_gid)


def _known(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _made(name: str) -> pwd.struct_passwd | None:
    command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]
    if shutil.which(command[0]):
        subprocess.run(command, check=False, capture_output=True)
    return _known(name)  # also when another process was faster


def _held() -> list[str]:
    status = Path("/proc/self/status").read_text()
    bits = int(next(line.split()[1] for line in status.splitlines() if line.startswith("CapPrm")), 16)
    return [name for name, bit in CAPABILITIES.items() if bits & 1 << bit]


def _reaches(account: Account, data: Path, binary: Path) -> bool:
    probe = ["test", "-x", str(binary), "-a", "-w", str(data)]
    return subprocess.run(account.command(probe), check=False, capture_output=True).returncode == 0
