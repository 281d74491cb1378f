"""Agents that save one statement after the other over HTTP, and repeat each with its key until it is saved."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from tests.waiting import PATIENCE, wait_for

THREADS = 4


def post(port: int, token: str, operation: str, arguments: dict[str, Any], key: str = "") -> tuple[int, dict[str, Any]]:
    """Call an operation. Status 0 means that there was no answer."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
    address = f"http://127.0.0.1:{port}/api/v1/tools/{operation}"
    request = urllib.request.Request(address, json.dumps(arguments).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)
    except (OSError, ValueError):
        return 0, {}


class Savers:
    """`acknowledged` is what an agent was told is saved; `failures` counts the tries that were not.

    Of several web processes each try asks the next one.
    """

    def __init__(self, token: str, *ports: int) -> None:
        self._ports, self.token = cycle(ports), token
        self.acknowledged: set[str] = set()
        self.failures, self.failed_reads = Counter[int](), Counter[int]()
        self._lock = threading.Lock()

    @contextmanager
    def saving(self, name: str, count: int) -> Iterator[None]:
        """Save `count` statements while the block runs, and wait until all of them are. Reads run beside them."""
        self.failures, self.failed_reads = Counter(), Counter()
        numbers, done = iter(range(count)), threading.Event()
        threads = [threading.Thread(target=self._save_all, args=[name, numbers]) for _ in range(THREADS)]
        reader = threading.Thread(target=self._read_until, args=[done])
        for thread in (*threads, reader):
            thread.start()
        try:
            yield
        finally:
            for thread in threads:
                thread.join()
            done.set()
            reader.join()

    def wait_for(self, name: str, count: int) -> None:
        """Wait until so many statements of this name are acknowledged."""
        wait_for(
            lambda: sum(label.startswith(name) for label in list(self.acknowledged)) >= count, lambda: self.failures
        )

    def _save_all(self, name: str, numbers: Iterator[int]) -> None:
        while True:
            with self._lock:
                number = next(numbers, None)
            if number is None:
                return
            self._save(f"{name}_{number}")

    def _save(self, label: str) -> None:
        arguments = {"category": "hobbies", "preference": label, "details": f"Likes place {label}"}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, envelope = post(next(self._ports), self.token, "save_user_preference", arguments, key=label)
            if status == 200 and envelope["data"]["outcome"] == "saved":
                with self._lock:
                    self.acknowledged.add(label)
                return
            self.failures[status] += 1
            time.sleep(0.1)

    def _read_until(self, done: threading.Event) -> None:
        while not done.wait(0.2):
            status, _ = post(next(self._ports), self.token, "get_user_preferences", {"limit": 1})
            if status != 200:
                self.failed_reads[status] += 1
