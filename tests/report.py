"""Says after a run what it cost: processor seconds by room, the ten tests that used most, and one line at the end.

A pytest plugin. Processor seconds do not depend on what else the machine does. What a test starts counts where it has
ended by then; the database and the broker are counted for the whole run.
"""

import os
import resource
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

USED = "processor"
SHOWN = 10
TICKS = os.sysconf("SC_CLK_TCK")


def _used() -> float:
    """Return the processor seconds of this process and of what it has waited for."""
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    item.stash[_BEGAN] = _used()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Write on each report what its part of the test used. xdist sends it to the runner."""
    report = yield
    used = _used()
    report.user_properties.append((USED, round(used - item.stash[_BEGAN], 3)))
    item.stash[_BEGAN] = used
    return report


_BEGAN = pytest.StashKey[float]()


class Costs:
    """What the runner adds up from the reports of all workers."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._tests: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._tests[report.nodeid] += sum(float(str(used)) for name, used in report.user_properties if name == USED)

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if not self._tests:
            return
        rooms: defaultdict[str, list[float]] = defaultdict(list)
        for nodeid, used in self._tests.items():
            rooms[_folder(nodeid)].append(used)
        terminalreporter.section("processor seconds")
        for room in sorted(rooms, key=lambda room: -sum(rooms[room])):
            terminalreporter.write_line(f"{sum(rooms[room]):8.1f}  {len(rooms[room]):5}  {room}")
        for nodeid in sorted(self._tests, key=lambda nodeid: -self._tests[nodeid])[:SHOWN]:
            terminalreporter.write_line(f"{self._tests[nodeid]:8.1f}  {nodeid}")
        total = sum(self._tests.values())
        terminalreporter.write_line(
            f"{len(self._tests)} tests, {total:.0f} processor seconds in them, {_servers():.0f} in their servers,"
            f" {monotonic() - self._began:.0f} seconds"
        )


def _folder(nodeid: str) -> str:
    """Return the folder that a test is in, below tests/."""
    parts = Path(nodeid.partition("::")[0]).parts
    return parts[1] if len(parts) > 2 else parts[-1]


def _servers() -> float:
    """Return the processor seconds of the servers that this process started, and of what they have waited for."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    used = 0.0
    for pid in children.read_text().split() if children.exists() else ():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used += sum(map(int, fields[11:15])) / TICKS
    return used


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Costs())
