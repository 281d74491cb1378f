"""128 agents that save at once are all served, and a person's pages stay quick meanwhile."""

import http.client
import itertools
import json
import os
import threading
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
from tests.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("committed")
SAVERS, SAVES = 128, int(os.environ.get("LOAD_SAVES", "4"))  # of each
OVERTAKEN_MOST = SAVERS // 2  # saves that are answered while 95 of 100 pages wait for their turn


class Load:
    """The savers, and one person who looks at pages as long as they save."""

    def __init__(self, address: str) -> None:
        self.address, self.overtaken = address, list[int]()  # by how many saves each page was
        self.statuses, self.page_statuses = Counter[int](), Counter[int]()
        self.saving = SAVERS
        self._lock = threading.Lock()

    def connect(self) -> closing[http.client.HTTPConnection]:
        return closing(http.client.HTTPConnection(self.address, timeout=PATIENCE))

    def save(self, token: str, number: int) -> None:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        with self.connect() as connection:
            for count in range(SAVES):
                label = f"fact{number}_{count}"
                body = {"category": "hobbies", "preference": label, "details": f"Likes place {label}"}
                connection.request("POST", "/api/v1/tools/save_user_preference", json.dumps(body), headers)
                with connection.getresponse() as answer:
                    answer.read()
                    with self._lock:
                        self.statuses[answer.status] += 1
        with self._lock:
            self.saving -= 1

    def open_pages(self, cookie: str) -> None:
        """Open pages again and again. The first two of a new process are not counted: it reads its templates then."""
        with self.connect() as connection:
            for path in itertools.cycle(("/review/", "/memories/")):
                if not self.saving:
                    return
                before = self.statuses.total()
                connection.request("GET", path, headers={"Cookie": cookie})
                with connection.getresponse() as answer:
                    answer.read()
                    self.page_statuses[answer.status] += 1
                self.overtaken.append(self.statuses.total() - before)


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
    pages = sorted(load.overtaken[2:])
    print(f"{load.statuses} saves; {len(pages)} pages, overtaken by {pages}")
    assert (load.statuses, set(load.page_statuses)) == ({200: SAVERS * SAVES}, {200})
    assert pages[int(len(pages) * 0.95)] < OVERTAKEN_MOST
    with scope.acting_as(reader.pk):
        assert Memory.objects.count() == 0
