"""HOUSE §9's smells, as far as a walk over the tree can find them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "memoryweb"
NO_ROOMS = {"utils", "helpers", "common", "services", "core", "selectors", "signals", "mixins"}


def files(pattern: str) -> Iterator[Path]:
    return (path for path in CODE.rglob(pattern) if "migrations" not in path.parts)


def lines(paths: Iterator[Path], pattern: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_no_room_is_named_after_nothing() -> None:
    assert [p for p in CODE.rglob("*") if p.stem in NO_ROOMS and "__pycache__" not in p.parts] == []


def test_a_memory_is_saved_by_store_and_by_nothing_else() -> None:
    """QuerySet.update and bulk_ write no version, and save() beside store.save a second one."""
    found = lines(files("*.py"), r"\bMemory\.objects\b.*\.(update|bulk_update|bulk_create|create|get_or_create)\(")
    found += lines(files("*.py"), r"\bmemory\.(save|delete)\(")
    places = sorted(line.split(":")[0] for line in found)
    assert places == ["memoryweb/memories/actions/store.py", "memoryweb/memories/erasure.py"], found


def test_values_are_never_marked_as_safe() -> None:
    templates = (path for path in (ROOT / "templates").rglob("*.html"))
    assert lines(templates, r"\|\s*safe\b|\{%\s*autoescape off") == []
    assert lines(files("*.py"), r"\bmark_safe\(") == []


def test_what_goes_without_csrf_says_why() -> None:
    bare = lines(files("*.py"), r"^\s*@csrf_exempt\s*$")
    assert bare == [], "a comment on its line"


def test_tasks_are_doorbells() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in files("tasks.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > 6
    ]
    assert long == []


@pytest.mark.parametrize("room", ["memories", "people", "agents", "recall", "operations"])
def test_no_noun_knows_a_request(room: str) -> None:
    paths = (path for path in files("*.py") if path.relative_to(CODE).parts[0] == room)
    kept = [
        each
        for each in lines(paths, r"\bHttpRequest\b|\brequest\.(user|GET|POST|session)\b")
        if "people/middleware.py" not in each and "people/adapter.py" not in each
    ]
    assert kept == []


def test_files_are_short_enough_to_read() -> None:
    long = [str(path.relative_to(ROOT)) for path in files("*.py") if len(path.read_text().splitlines()) > 300]
    assert long == []
