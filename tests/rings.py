"""Two rings of tests: `make test` for every change, `make test-all` before a release and before an issue ends.

A pytest plugin. Most tests are in both. What is marked `thorough` is in the second one only, and of long lists of
values the first ring takes a third, another one with each commit, so that three commits see all of them.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
ALL = os.environ.get("TEST_ALL") == "1"
PARTS = 3
MARK = "thorough"
thorough = pytest.mark.thorough


@cache
def this_third() -> int:
    """Return which third it is: the number of commits, so that it is the same for a commit wherever it is tested."""
    if given := os.environ.get("TEST_THIRD"):
        return int(given) % PARTS
    counted = subprocess.run(
        ["git", "rev-list", "--count", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return int(counted.stdout or 0) % PARTS  # without history, as in a copy of the files, it is the first one


def third(values: Sequence[T]) -> list[T]:
    """Return this commit's third of the values, or all of them in `make test-all`. Of few there is one at least."""
    if ALL:
        return list(values)
    return list(values[this_third() % max(1, min(PARTS, len(values))) :: PARTS])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: in make test-all only")


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
