"""A complete running memoryweb (`manage.py up`: web, worker, beat, PostgreSQL, Valkey) and a real Chromium.

All tests here share one of each, so they run in one parallel worker (tests.servers.Scheduling). Both end with
this package: while Playwright runs, Django takes the whole process for asynchronous.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests import migrated, servers
from tests.learning import model_server
from tests.people import identity_server
from tests.waiting import PATIENCE, wait_for

ROOT = Path(__file__).resolve().parents[2]
WAITS = PATIENCE * 1000  # milliseconds for a click and for what it shows, of a worker and an example month too
expect.set_options(timeout=WAITS)
LOGGED = 60  # lines of the web process's log that tell why a request failed
NO_CHROMIUM = "Chromium is needed for the browser tests. Install it (Debian: apt-get install chromium)."


def chromium() -> str:
    """Return where Chromium is, after installing it where that is allowed. Without it the run ends, never skips."""
    names = ("chromium", "chromium-browser", "google-chrome")
    if path := next(filter(None, map(shutil.which, names)), None):
        return path
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "chromium"]):
            subprocess.run(["apt-get", "-qq", *command], capture_output=True, check=False)
    path = next(filter(None, map(shutil.which, names)), None)
    return path or pytest.exit(NO_CHROMIUM, returncode=1)


RUN_COMMANDS = """
import contextlib, io, json, sys, traceback
from django.core.management import execute_from_command_line
from django.db import close_old_connections
for line in sys.stdin:
    output, error = io.StringIO(), ""
    with contextlib.redirect_stdout(output):
        try:
            execute_from_command_line(["manage.py", *json.loads(line)])
        except (Exception, SystemExit):
            error = traceback.format_exc()
    close_old_connections()
    print(json.dumps({"output": output.getvalue(), "error": error}), flush=True)
"""


SIGN_IN = """
from allauth.account.internal.flows.login import record_authentication
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from memoryweb.people.models import User
from tests.builders import give_second_factor
person, client = User.objects.get(email="{email}"), Client()
client.force_login(person)
request = HttpRequest()
request.session = client.session
record_authentication(request, person, method="link")  # as views/sign_in.py of settings/: who leaves just signed in
request.session.save()
if person.is_staff:
    give_second_factor(person)
print(client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


@dataclass(frozen=True)
class Running:
    """The running memoryweb: its address, its data folder and its management commands."""

    url: str
    data: Path
    model: model_server.Model  # the language model that reads conversations here
    provider: identity_server.Provider  # the OpenID Connect provider that signs people in here
    commands: "subprocess.Popen[str]"

    def manage(self, *arguments: str) -> str:
        """Run a management command and return its last line. One process runs all of them: starting costs most."""
        assert self.commands.stdin
        assert self.commands.stdout
        self.commands.stdin.write(json.dumps(arguments) + "\n")
        self.commands.stdin.flush()
        answer = json.loads(self.commands.stdout.readline())
        assert answer["error"] == "", answer["error"]
        return str(answer["output"]).strip().splitlines()[-1]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="package")
def running() -> Iterator[Running]:
    """Start memoryweb as `make run` does, with its own port, data folder, language model and identity provider."""
    with (
        tempfile.TemporaryDirectory(prefix="mwrun") as folder,
        model_server.running() as (model, address),
        identity_server.running() as provider,
    ):
        model.honest, model.items = True, [model_server.TEA, model_server.TRAIN]
        Path(folder).chmod(0o711)
        port, data = free_port(), Path(folder) / "data"
        if made := os.environ.get(servers.MIGRATED):
            migrated.copy(Path(made), data)  # a first start but for the migrations (embedded/test_up.py)
        own = ("DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")
        environment = {name: value for name, value in os.environ.items() if name not in own}
        environment |= {"PORT": str(port), "MEMORYWEB_DATA": str(data)}
        environment |= {"EXTRACTION": address, "EXTRACTION_MODEL": "small", "EXTRACTION_PRICES": "100,400"}
        environment |= {"NOTIFY_PRIVATE_ADDRESSES": "true"}  # a push service stands in on this machine
        environment |= {"OIDC_ISSUER": provider.issuer, "OIDC_NAME": "Example Ltd"}
        environment |= {"OIDC_CLIENT_ID": identity_server.CLIENT, "OIDC_CLIENT_SECRET": identity_server.SECRET}
        up = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(lambda: is_up(f"{url}/healthz") or up.poll() is not None, step=0.2)
            assert up.poll() is None, "memoryweb stopped while starting"
            commands = subprocess.Popen(
                [sys.executable, "-c", RUN_COMMANDS],
                cwd=ROOT,
                env=environment | {"DJANGO_SETTINGS_MODULE": "memoryweb.settings"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            with commands:
                yield Running(url, data, model, provider, commands)
                assert commands.stdin
                commands.stdin.close()
        finally:
            up.send_signal(signal.SIGINT)
            up.wait(PATIENCE)


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]  # nobody looks at the screen
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments, timeout=WAITS)
        yield browser
        browser.close()


class Windows:
    """Lends browser windows. One that nothing was asked of is lent again: a new one costs as much as five pages."""

    DESK: ClassVar[dict[str, object]] = {"viewport": {"width": 1280, "height": 860}}

    def __init__(self, browser: Browser) -> None:
        self._browser, self._free = browser, list[BrowserContext]()

    def lend(self, *, is_own: bool, **options: object) -> BrowserContext:
        if self._free and not is_own and not options:
            return self._free.pop()
        return self._browser.new_context(**(self.DESK | options))  # type: ignore[arg-type]

    def take_back(self, context: BrowserContext, site: str, *, is_own: bool, **options: object) -> None:
        """Close its tabs and forget what the site keeps in it. What is set for the window itself would stay."""
        if is_own or options:
            context.close()
            return
        empty = context.new_page()
        for page in context.pages:
            if page is not empty:
                page.close()
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(empty)
        session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
        session.detach()
        self._free.append(context)


@pytest.fixture(scope="package")
def windows(chrome: Browser) -> Windows:
    return Windows(chrome)


@dataclass(frozen=True)
class Visitor:
    """A person with a browser window."""

    page: Page
    email: str
    running: Running

    def goes_to(self, path: str) -> Page:
        self.page.goto(self.running.url + path)
        return self.page


def _with_place(message: ConsoleMessage) -> str:
    return f"{message.text} at {message.location['url']}"


@pytest.fixture
def visits(running: Running, windows: Windows) -> Iterator[Callable[..., Visitor]]:
    """Sign in a new person. The test fails on any script error or blocked resource.

    They bring their session along: the link that `make run` prints is in test_sign_in.py. From one address no more than
    30 people may sign in within a minute.
    `may_fail` is for a test that lets a request fail: the browser logs that too. Script errors still count.
    `own_window` is for a test that sets the window's clock or its permissions.
    """
    lent, errors = [], []

    def new(
        email: str, *, may_fail: bool = False, is_staff: bool = False, own_window: bool = False, **options: object
    ) -> Visitor:
        running.manage("create_person", email, *(["--staff"] if is_staff else []))
        session = running.manage("shell", "--no-imports", "-c", SIGN_IN.format(email=email))
        cookie = {"name": f"memoryweb_{running.url.rpartition(':')[2]}", "value": session, "url": running.url}
        context = windows.lend(is_own=own_window, **options)
        lent.append((context, own_window, options))
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.pages[0] if context.pages else context.new_page()
        page.set_default_timeout(WAITS)
        if not may_fail:
            page.on("console", lambda message: errors.append(_with_place(message)) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return Visitor(page, email, running)

    yield new
    for context, is_own, options in lent:
        windows.take_back(context, running.url, is_own=is_own, **options)
    # htmx logs a request that was called off, by a newer one or because the page was left, under these two names.
    expected = ("status of 422", "status of 404", "htmx:sendAbort", "htmx:afterRequest")
    unexpected = [error for error in errors if not any(word in error for word in expected)]
    if any("status of 5" in error for error in unexpected):
        unexpected += (running.data / "logs" / "web.log").read_text().splitlines()[-LOGGED:]
    assert not unexpected, "\n".join(unexpected)


@pytest.fixture(scope="package")
def example_month(running: Running) -> str:
    """The address of a person with the example month, for the tests that leave it as it is but for an undone change."""
    running.manage("create_person", "example-month@example.org")
    running.manage("demo", "--person", "example-month@example.org")
    return "example-month@example.org"


def call(visitor: Visitor, token: str, operation: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Call an operation as an agent and return its data."""
    request = urllib.request.Request(
        f"{visitor.running.url}/api/v1/tools/{operation}",
        json.dumps(arguments).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        return dict(json.load(response)["data"])
