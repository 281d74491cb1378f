"""No module and no function has one of the names that say nothing to a reader who never saw this code."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("memoryweb", "tests")
RETIRED = [
    "heard", "known", "meet", "room", "turn", "winding", "weigh", "said", "asked", "happened", "seen", "look", "give",
    "remembered", "lasting", "deciding", "endpoint", "endpoints", "shell", "mine",
]  # fmt: skip


@cache
def sources() -> list[Path]:
    return [path for place in PLACES for path in (ROOT / place).rglob("*.py") if "migrations" not in path.parts]


@cache
def functions(path: Path) -> list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Return each function of a file with the name of its class, which is empty outside of classes."""
    tree = ast.parse(path.read_text())
    classes = {id(child): node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for child in node.body}
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [(node, classes.get(id(node), "")) for node in found]


def modules_named(name: str) -> list[str]:
    """Return the modules and packages with this name."""
    names = (name, f"_{name}")
    return [str(path.relative_to(ROOT)) for path in sources() if path.stem in names or path.parent.name in names]


def test_no_module_is_called_new() -> None:
    assert modules_named("new") == []


def test_no_module_and_no_function_has_a_retired_name() -> None:
    places = [place for name in RETIRED for place in modules_named(name)]
    places += [
        f"{path.relative_to(ROOT)}:{function.lineno}"
        for path in sources()
        for function, _ in functions(path)
        if function.name.strip("_") in RETIRED
    ]
    assert places == []


def test_of_is_the_name_of_a_queryset_method_about_a_person_only() -> None:
    """A constructor is called from_x, and a function says what it returns."""
    places = [
        f"{path.relative_to(ROOT)}:{function.lineno}"
        for path in sources()
        for function, owner in functions(path)
        if function.name.strip("_") == "of"
        and not (owner.endswith("QuerySet") and [argument.arg for argument in function.args.args] == ["self", "person"])
    ]
    assert places == []
