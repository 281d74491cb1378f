"""Rules of the house that a walk over the source tree can check."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb.review.templatetags import memory as memory_words

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "memoryweb"
EMPTY_NAMES = {"utils", "helpers", "common", "services", "core", "selectors", "signals", "mixins"}


def files(pattern: str) -> Iterator[Path]:
    return (path for path in CODE.rglob(pattern) if "migrations" not in path.parts)


def lines(paths: Iterator[Path], pattern: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [p for p in CODE.rglob("*") if p.stem in EMPTY_NAMES and "__pycache__" not in p.parts] == []


def test_a_memory_is_saved_by_store_and_by_nothing_else() -> None:
    """QuerySet.update and bulk_create write no version, and a second save() writes one too many."""
    matches = lines(files("*.py"), r"\bMemory\.objects\b.*\.(update|bulk_update|bulk_create|create|get_or_create)\(")
    matches += lines(files("*.py"), r"\bmemory\.(save|delete)\(|\brows\.update_statement\(Memory\)")
    places = sorted(line.split(":")[0] for line in matches)
    assert places == ["memoryweb/memories/actions/store.py", "memoryweb/memories/erasing/erasure.py"], matches


def test_every_change_that_the_code_writes_has_words_for_people() -> None:
    """Activity and a memory's history show what happened in these words, never as the stored name."""
    written = {
        verb
        for path in (CODE / "memories").rglob("*.py")
        if "migrations" not in path.parts
        for groups in re.findall(
            r"""\bverb="(\w+)"|\bchanged_verb = '(\w+)'|create\.insert\(.*, "(\w+)"\)""", path.read_text()
        )
        for verb in groups
        if verb
    }
    assert {"suggest", "withdraw", "archive"} <= written <= set(memory_words.VERBS)


def test_values_are_never_marked_as_safe() -> None:
    templates = (path for path in (ROOT / "templates").rglob("*.html"))
    assert lines(templates, r"\|\s*safe\b|\{%\s*autoescape off") == []
    assert lines(files("*.py"), r"\bmark_safe\(") == []


def test_each_view_without_csrf_protection_says_why() -> None:
    unexplained = lines(files("*.py"), r"^\s*@csrf_exempt\s*$")
    assert unexplained == [], "a comment on its line"


def test_tasks_are_a_few_lines() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in files("tasks.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > 6
    ]
    assert long == []


# They configure allauth, whose hooks and views take requests.
SIGNING_IN = ("memoryweb/people/signing_in/", "memoryweb/people/middleware.py:")


@pytest.mark.parametrize("room", ["memories", "people", "agents", "recall", "operations"])
def test_no_domain_package_uses_a_request(room: str) -> None:
    paths = (path for path in files("*.py") if path.relative_to(CODE).parts[0] == room)
    uses = [
        line
        for line in lines(paths, r"\bHttpRequest\b|\brequest\.(user|GET|POST|session)\b")
        if not line.startswith(SIGNING_IN)
    ]
    assert uses == []
