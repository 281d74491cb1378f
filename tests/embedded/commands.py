"""Runs `manage.py` as a person at the terminal does, but faster: in a fork of a process (command_server.py)."""

import atexit
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache

from memoryweb.embedded.data_folder import ROOT


@cache
def _requests() -> socket.socket:
    """Start the process that forks, once, and return where it takes requests. It ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "tests.embedded.command_server", str(theirs.fileno())]
        server = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)

    def stop() -> None:
        ours.close()
        server.wait()

    atexit.register(stop)
    return ours


def run(arguments: Sequence[str], environ: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a management command with this environment, from its first line to its end."""
    message = json.dumps({"arguments": arguments, "environ": dict(environ)}).encode()
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        reading, writing = os.pipe()
        socket.send_fds(_requests(), [message], [output.fileno(), errors.fileno(), writing])
        os.close(writing)
        with os.fdopen(reading) as ended:
            status = int(ended.read())
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(["manage.py", *arguments], status, output.read(), errors.read())
