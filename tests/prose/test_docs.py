"""README and docs say what is true: their links, paths, commands, variables and tables are compared with the code."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from memoryweb.embedded.processes import ALLOCATOR
from memoryweb.interchange.formats import WRITTEN
from memoryweb.memories.upkeep import SWEEPS
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS
from memoryweb.recall.models import ReceiptItem
from memoryweb.rls.roles import LOGIN_ROLES
from memoryweb.rules import policy
from memoryweb.rules.policy import OutcomeName
from memoryweb.rules.task_types import TASK_TYPES

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "memoryweb"
README = ROOT / "README.md"
OPERATE, AGENTS, RULES = (ROOT / "docs" / f"{name}.md" for name in ("operate", "agents", "rules"))
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
LINES_MAX = 110  # of README: more belongs in docs/

LINK = re.compile(r"\]\(([^)]+)\)")
CODE_SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
FILE_NAME = re.compile(r"\.(py|md|html|css|js|toml|txt|in|cfg)$")
FILES_OF_A_PERSON = {each.file_name for each in WRITTEN.values()} | {
    "memoryweb.json",
    "memory/YYYY-MM-DD.md",
    "memory/users/NAME.md",
    "everything.zip",
}
FILES_OF_AGENTS = {"CLAUDE.md", "AGENTS.md"}
NOT_IN_THE_TREE = FILES_OF_A_PERSON | FILES_OF_AGENTS | {"./data", "/export/account.schema.json"}
COMMAND = re.compile(r"manage\.py (?P<name>[a-z_]+)(?P<rest>[^`\n#]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*[A-Z0-9]")
READ_FROM_ENVIRONMENT = (
    re.compile(r'(?:environ\.get\(|environ\[|env_list\(|env_bool\(|env_int\()"([A-Z][A-Z0-9_]+)"'),
    re.compile(r'"([A-Z][A-Z0-9_]+)" (?:not )?in os\.environ'),
)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def prose(text: str) -> str:
    return FENCE.sub("", text)


def is_there(path: str) -> bool:
    return any((base / path).exists() for base in (ROOT, CODE))


def named_paths(text: str) -> Iterator[str]:
    """Yield what stands in backquotes and looks like a path of the repository."""
    for span in CODE_SPAN.findall(prose(text)):
        for word in span.split():
            if PATH.fullmatch(word) and ("/" in word or FILE_NAME.search(word)):
                yield word


def first_column(text: str, heading: str) -> list[str]:
    """Return the names in backquotes of the first column of the table with this heading."""
    table = text[text.index(f"\n| {heading} |") :].split("\n\n", maxsplit=1)[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [span for cell in cells for span in CODE_SPAN.findall(cell)]


def rows(text: str, heading: str) -> dict[str, list[str]]:
    """Return the cells behind the first one of each row of the table with this heading, by the first."""
    table = text[text.index(f"\n| {heading} |") :].strip().split("\n\n", maxsplit=1)[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {first: rest for first, *rest in cells}


def source() -> str:
    return "\n".join(path.read_text() for path in sorted(CODE.rglob("*.py")))


def test_the_readme_stays_short() -> None:
    assert len(README.read_text().splitlines()) <= LINES_MAX


@each_page
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text()):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if "://" in link or (target.exists() and (not anchor or anchor in anchors(target))):
            continue
        broken.append(link)
    assert broken == []


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub gives the page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@each_page
def test_every_path_exists(page: Path) -> None:
    assert [path for path in named_paths(page.read_text()) if path not in NOT_IN_THE_TREE and not is_there(path)] == []


def test_every_page_of_docs_is_linked_from_the_readme() -> None:
    links = set(LINK.findall(README.read_text()))
    assert [page.name for page in PAGES[1:] if f"docs/{page.name}" not in links] == []


def test_the_tables_of_the_rules_are_those_of_the_code() -> None:
    kinds = {kind: [str(life.ttl_days or ""), f"{life.decay_a_day:g}"] for kind, life in policy.LIVES.items()}
    sources = {
        source: [str(weight), f"{policy.CONFIDENCES[source]:.2f}", f"{policy.IMPORTANCES[source]:.1f}"]
        for source, weight in policy.WEIGHTS.items()
    }
    for name, found in (("kind", kinds), ("source", sources)):
        assert rows(RULES.read_text(), name) == found


def test_the_code_names_no_document_that_is_not_here() -> None:
    lines = [line.strip() for path in CODE.rglob("*.py") for line in path.read_text().splitlines()]
    assert [line for line in lines if re.search(r"\b(?:SPEC|HOUSE)\b", line)] == []


def test_the_map_has_every_folder() -> None:
    folders = {f"{path.parent.name}/" for path in CODE.glob("*/__init__.py")}
    assert set(first_column(README.read_text(), "folder in `memoryweb/`")) == folders


@each_page
def test_every_command_exists_with_its_options(page: Path) -> None:
    apps = get_commands()
    for match in COMMAND.finditer(page.read_text()):
        name = match["name"]
        assert name in apps, name
        app = apps[name]
        command = app if isinstance(app, BaseCommand) else load_command_class(app, name)
        options = set(command.create_parser("manage.py", name)._option_string_actions)
        assert set(OPTION.findall(match["rest"])) <= options, match[0]


def test_every_command_of_ours_is_documented() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith("memoryweb.")}
    text = "\n".join(page.read_text() for page in PAGES)
    assert {name for name in ours if f"manage.py {name}" not in text} == set()


def test_every_variable_that_is_read_is_documented_and_no_other() -> None:
    documented = set(first_column(OPERATE.read_text(), "variable"))
    code = source()
    read = {name for pattern in READ_FROM_ENVIRONMENT for name in pattern.findall(code)}
    passwords = {f"{role.upper()}_PASSWORD" for role in LOGIN_ROLES}
    assert read - documented == set()
    unread = {name for name in documented - read - passwords if f'"{name}"' not in code}
    assert unread == set()
    assert passwords <= documented


@each_page
def test_every_variable_named_elsewhere_is_documented(page: Path) -> None:
    text = page.read_text()
    documented = set(first_column(OPERATE.read_text(), "variable"))
    assigned = set(re.findall(r"\b([A-Z][A-Z0-9_]+)=", text)) | {
        span for span in CODE_SPAN.findall(prose(text)) if VARIABLE.fullmatch(span) and "_" in span
    }
    of_tests = {
        "TEST_POSTGRES",
        "TEST_POOLER",
        "TEST_PARTITIONS",
        "TEST_TURN",
        "TEST",
        "ROOM",
    }  # tests/ and the Makefile read them
    of_agents = {"MEMORYWEB_TOKEN", "MEMORYWEB_URL"}  # set where an agent runs
    known = documented | of_tests | of_agents | set(STATUSES) | set(ALLOCATOR)
    assert assigned - known == set()


def test_the_allocators_values_are_those_that_up_gives() -> None:
    assert dict(re.findall(r"\b(MALLOC_[A-Z_]+)=(\d+)", OPERATE.read_text())) == ALLOCATOR


def test_every_operation_is_documented_and_no_other() -> None:
    rows = first_column(AGENTS.read_text(), "operation")
    assert sorted(row.partition("(")[0] for row in rows) == sorted(OPERATIONS)


def test_every_operation_is_documented_with_its_arguments() -> None:
    for row in first_column(AGENTS.read_text(), "operation"):
        name, _, arguments = row.removesuffix(")").partition("(")
        fields = OPERATIONS[name].arguments_model.model_fields
        expected = [field if info.is_required() else f"{field}?" for field, info in fields.items()]
        assert sorted(filter(None, arguments.split(", "))) == sorted(expected), name


def test_every_outcome_and_every_error_is_documented_and_no_other() -> None:
    text = AGENTS.read_text()
    assert sorted(first_column(text, "outcome")) == sorted(OutcomeName)
    assert sorted(first_column(text, "code")) == sorted(STATUSES)
    for code, status in STATUSES.items():
        assert f"| `{code}` | {status} |" in text


def test_every_sweep_is_documented_and_no_other() -> None:
    assert sorted(first_column(OPERATE.read_text(), "sweep")) == sorted(SWEEPS)


def test_every_task_type_and_every_reason_for_leaving_out_is_documented_and_no_other() -> None:
    text = (ROOT / "docs" / "recall.md").read_text()
    assert first_column(text, "task type") == [task.name for task in TASK_TYPES]
    assert sorted(first_column(text, "left out")) == sorted(ReceiptItem.LeftOut.values)
