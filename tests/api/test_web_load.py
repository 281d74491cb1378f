"""128 agents that save at once are all served, and a person's pages stay quick meanwhile."""

import http.client
import itertools
import json
import os
import threading
import time
from collections import Counter
from contextlib import closing

import pytest
from django.conf import settings
from django.test import Client

from memoryweb.agents.models import Trust
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.web_process import WebProcess, person_with_agent

pytestmark = pytest.mark.usefixtures("committed")
SAVERS, SECONDS = 128, float(os.environ.get("LOAD_SECONDS", "8"))
PAGE_LIMIT = 1.0  # seconds that 95 of 100 pages may take


class Load:
    """The savers, and one person who looks at pages as long as they save."""

    def __init__(self, address: str) -> None:
        self.address, self.pages = address, list[float]()
        self.statuses, self.page_statuses = Counter[int](), Counter[int]()
        self.end = time.monotonic() + SECONDS

    def connect(self) -> closing[http.client.HTTPConnection]:
        return closing(http.client.HTTPConnection(self.address, timeout=60))

    def save(self, token: str, number: int) -> None:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        with self.connect() as connection:
            for count in itertools.count():
                if time.monotonic() > self.end:
                    return
                label = f"fact{number}_{count}"
                body = {"category": "hobbies", "preference": label, "details": f"Likes place {label}"}
                connection.request("POST", "/api/v1/tools/save_user_preference", json.dumps(body), headers)
                with connection.getresponse() as answer:
                    answer.read()
                    self.statuses[answer.status] += 1

    def open_pages(self, cookie: str) -> None:
        """Open pages again and again. The first two of a new process are not counted: it reads its templates then."""
        with self.connect() as connection:
            for path in itertools.cycle(("/review/", "/memories/")):
                if time.monotonic() > self.end:
                    return
                started = time.monotonic()
                connection.request("GET", path, headers={"Cookie": cookie})
                with connection.getresponse() as answer:
                    answer.read()
                    self.page_statuses[answer.status] += 1
                self.pages.append(time.monotonic() - started)
                time.sleep(0.1)


def signed_in(person: User, address: str) -> str:
    """Return the cookie of a session as the web process names it, which is by its port."""
    browser = Client()
    browser.force_login(person)
    return f"memoryweb_{address.rpartition(':')[2]}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


def test_128_savers_get_no_error_and_pages_stay_quick(web: WebProcess) -> None:
    tokens = [person_with_agent(f"saver{number}", trust=Trust.TRUSTED)[2] for number in range(SAVERS)]
    reader, _, _ = person_with_agent("reader")
    load = Load(web.url.removeprefix("http://"))
    threads = [threading.Thread(target=load.save, args=[token, number]) for number, token in enumerate(tokens)]
    threads.append(threading.Thread(target=load.open_pages, args=[signed_in(reader, load.address)]))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pages = sorted(load.pages[2:])
    p95 = pages[int(len(pages) * 0.95)]
    print(
        f"{load.statuses} saves in {SECONDS} s; {len(pages)} pages, p50 {pages[len(pages) // 2]:.2f} s, p95 {p95:.2f} s"
    )
    assert (set(load.statuses), set(load.page_statuses)) == ({200}, {200})
    assert p95 < PAGE_LIMIT
    with scope.acting_as(reader.pk):
        assert Memory.objects.count() == 0
