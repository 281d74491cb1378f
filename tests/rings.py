"""Two rings of tests: `make test` for every change, `make test-all` before a release and before an issue ends.

A pytest plugin. Most tests are in both. What is marked `thorough` is in the second one only, and of long lists of
values the first ring takes a third or a ninth, another one with each commit, so that some commits see all of them.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")
ALL = os.environ.get("TEST_ALL") == "1"
MARK = "thorough"
thorough = pytest.mark.thorough
# For tests that name indexes or plans. Each partition has indexes with names of their own.
on_plain_tables = pytest.mark.skipif("TEST_PARTITIONS" in os.environ, reason="tables are partitioned")


@cache
def commit_number() -> int:
    """Return which parts it is the turn of: the number of commits, the same wherever a commit is tested."""
    if given := os.environ.get("TEST_TURN"):
        return int(given)
    counted = subprocess.run(
        ["git", "rev-list", "--count", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return int(counted.stdout or 0)  # without history, as in a copy of the files, it is the first one's


def third(values: Sequence[T]) -> list[T]:
    """Return this commit's third of the values, or all of them in `make test-all`. Of few there is one at least."""
    return _share(values, 3)


def ninth(values: Sequence[T]) -> list[T]:
    """Return this commit's ninth of the values, as `third` does."""
    return _share(values, 9)


def same_part(values: Sequence[T], parts: int) -> list[T]:
    """Return the same part of the values with every commit, or all of them in `make test-all`.

    For figures: on other rows with each commit they would fall below what they are held against by chance.
    """
    return list(values if ALL else values[::parts])


def _share(values: Sequence[T], parts: int) -> list[T]:
    parts = max(1, min(parts, len(values)))
    return list(values if ALL else values[commit_number() % parts :: parts])


def pytest_configure(config: pytest.Config) -> None:
    """Let hypothesis try the same examples each time in `make test`. What only chance finds is for `make test-all`.

    No example has a deadline: the first one may load a model, on a busy machine.
    """
    config.addinivalue_line("markers", f"{MARK}: in make test-all only")
    settings.register_profile("make test", derandomize=True, deadline=None)
    settings.register_profile("make test-all", deadline=None)
    settings.load_profile("make test-all" if ALL else "make test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is thorough, unless all is asked for. What is named by file or more is run as it is named."""
    named = any(".py" in argument for argument in config.args)
    if ALL or named:
        return
    left_out = [item for item in items if item.get_closest_marker(MARK)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker(MARK)]
