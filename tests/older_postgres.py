"""A cluster of an older PostgreSQL, made by its own programs."""

import subprocess
from pathlib import Path

from memoryweb.embedded import data_folder
from memoryweb.embedded.account import account_for
from memoryweb.embedded.data_folder import SUPERUSER, Secrets
from memoryweb.embedded.postgres import binary_folder


def create_cluster(data: Path, version: str) -> None:
    """Run that version's initdb, which knows fewer options than today's."""
    data_folder.create(data)
    initdb = binary_folder(version) / "initdb"
    account = account_for(data, initdb)
    account.make_folder(data / "postgres")
    password = data / "password"
    password.write_text(Secrets.read_or_create(data).passwords[SUPERUSER])
    account.take_ownership(password)
    options = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", f"--username={SUPERUSER}"]
    command = [str(initdb), f"--pgdata={data / 'postgres'}", f"--pwfile={password}", *options]
    subprocess.run(account.command(command), cwd=data, check=True, capture_output=True)
    password.unlink()
