"""Compiles all tests once before the parallel workers begin: in a fresh clone each of them would do it.

A pytest plugin. pytest rewrites assert statements, which takes some 20 processor seconds for these tests, and keeps the
result beside them. It has no public function for that, so these are its own ones, of the version that is pinned.
"""

import os
import sys
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import PYC_TAIL, _read_pyc, _rewrite_test, _write_pyc, assertstate_key, get_cache_dir

TESTS = Path(__file__).parent


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Compile what has changed, in as many processes as there are processors."""
    if sys.dont_write_bytecode:
        return
    changed = [
        path for path in TESTS.rglob("*.py") if "node_modules" not in path.parts and not _read_pyc(path, _kept(path))
    ]
    count = len(os.sched_getaffinity(0))
    children = [_compile_in_child(config, changed[number::count]) for number in range(count) if changed[number::count]]
    for child in children:
        os.waitpid(child, 0)  # a file that cannot be compiled is told of by the worker that imports it


def _kept(path: Path) -> Path:
    return get_cache_dir(path) / (path.name.removesuffix(".py") + PYC_TAIL)


def _compile_in_child(config: pytest.Config, paths: list[Path]) -> int:
    if child := os.fork():
        return child
    try:
        for path in paths:
            _kept(path).parent.mkdir(exist_ok=True)
            digest, code = _rewrite_test(path, config)
            _write_pyc(config.stash[assertstate_key], code, digest, _kept(path))
    finally:
        os._exit(0)
