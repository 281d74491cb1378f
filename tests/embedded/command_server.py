"""Runs `manage.py` in forks of one process that has the libraries loaded already: loading them takes most of the time.

Of memoryweb only language/ and the rules are loaded before the fork: they know no settings. Each command begins with
the first line of manage.py, in the environment it was given, and ends as the interpreter ends.
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import sys

REQUEST_MOST = 1_000_000  # bytes
FILES = 3  # of a request: standard output, standard error, and where to write how it ended
LIBRARIES = (
    *("allauth", "cachetools", "celery.app.base", "celery.beat", "celery.schedules", "celery.signals", "csp.constants"),
    *("dateutil.parser", "django.contrib.postgres.fields", "django.contrib.postgres.search", "django.core.management"),
    *("django.core.cache.backends.redis", "django.db.backends.postgresql.base", "django.db.models", "django.forms"),
    *("django.template.loader", "django.test", "django.views.generic", "fido2.server", "jsonschema", "jwt"),
    *(
        "jwcrypto.jwk",
        "kombu.transport.redis",
        "numpy.typing",
        "oauthlib.oauth2",
        "oauthlib.openid",
        "pgvector.django",
        "psycopg.types.json",
        "psycopg_pool",
        "redis",
    ),
    *("requests", "stdnum.iban", "stdnum.luhn", "tokenizers", "urllib3", "uuid_utils", "yaml"),
)


def load_libraries() -> None:
    """Load what every command loads anyway. What is here has to do without the settings."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy's threads would not be in the forks
    for name in LIBRARIES:
        importlib.import_module(name)
    load_language()
    assert "memoryweb.settings" not in sys.modules
    gc.collect()
    gc.freeze()  # so that forks share it


def load_language() -> None:
    """Compile every pattern of language/: of what a command loads after the libraries this takes half the time."""
    from memoryweb import language

    for module in pkgutil.walk_packages(language.__path__, f"{language.__name__}."):
        importlib.import_module(module.name)


def wait_for_request(requests: socket.socket) -> tuple[bytes, list[int]]:
    """Wait for requests, and return in a fork for each."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, files, *_ = socket.recv_fds(requests, REQUEST_MOST, FILES)
        if not message:
            raise SystemExit
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return message, files
        for file in files:
            os.close(file)


def become_command(message: bytes, files: list[int]) -> None:
    """Return in another fork, which has the arguments, the environment and the output of the command."""
    *outputs, status = files
    if pid := os.fork():
        _, ended = os.waitpid(pid, 0)
        os.write(status, str(os.waitstatus_to_exitcode(ended)).encode())
        os._exit(0)
    request = json.loads(message)
    os.environ.clear()
    os.environ.update(request["environ"])
    sys.argv = ["manage.py", *request["arguments"]]
    for number, file in enumerate(outputs, start=1):
        os.dup2(file, number)
    for file in files:
        os.close(file)


if __name__ == "__main__":
    load_libraries()
    with socket.socket(fileno=int(sys.argv[1])) as given:
        command = wait_for_request(given)
    become_command(*command)
    runpy.run_path("manage.py", run_name="__main__")
