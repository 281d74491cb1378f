"""No module and no function has one of the names that say nothing to a reader who never saw this code."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("memoryweb", "tests")
RETIRED = [
    "heard",
    "known",
    "meet",
    "room",
    "turn",
    "winding",
    "weigh",
    "said",
    "asked",
    "happened",
    "seen",
    "look",
    "give",
    "remembered",
    "lasting",
    "deciding",
    "endpoint",
    "endpoints",
    "shell",
    "mine",
]


@cache
def sources() -> list[Path]:
    return [path for place in PLACES for path in (ROOT / place).rglob("*.py") if "migrations" not in path.parts]


@cache
def text_of(path: Path) -> str:
    return path.read_text()


def files_defining(*names: str) -> list[Path]:
    """Return the files in which a function has one of these names. Parsing all of them would take seconds."""
    definition = re.compile(rf"\bdef _*(?:{'|'.join(names)})_*\(")
    return [path for path in sources() if definition.search(text_of(path))]


def functions(path: Path) -> list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Return each function of a file with the name of its class, which is empty outside of classes."""
    tree = ast.parse(text_of(path))
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
        for path in files_defining(*RETIRED)
        for function, _ in functions(path)
        if function.name.strip("_") in RETIRED
    ]
    assert places == []


def test_of_is_the_name_of_a_queryset_method_about_a_person_only() -> None:
    """A constructor is called from_x, and a function says what it returns."""
    places = [
        f"{path.relative_to(ROOT)}:{function.lineno}"
        for path in files_defining("of")
        for function, owner in functions(path)
        if function.name.strip("_") == "of"
        and not (owner.endswith("QuerySet") and [argument.arg for argument in function.args.args] == ["self", "person"])
    ]
    assert places == []
