"""What adapters let an agent suggest beside a statement is what `save_user_preference` takes, which the person sees."""

import ast
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils import timezone

from memoryweb.memories.models import Memory
from memoryweb.operations.table import OPERATIONS
from memoryweb.rls import scope
from memoryweb_client.suggestions import SCHEMAS, suggested
from tests.clients.conftest import Connected

PACKAGE = Path(__file__).parents[2] / "clients" / "python" / "memoryweb_client"
OPENCLAW = Path(__file__).parents[2] / "clients" / "openclaw" / "index.js"
TAKEN = OPERATIONS["save_user_preference"].schema["properties"]
ALL: dict[str, Any] = {
    "kind": "goal",
    "importance": 7,
    "ttl_days": 30,
    "confidence": 0.6,
    "applies_to": ["code_task"],
    "source": "instruction",
    "valid_until": (timezone.localdate() + timedelta(days=60)).isoformat(),
}


def test_every_adapter_that_saves_offers_all_of_them() -> None:
    """The libraries that they are for are not installed here, so what stands in them is read."""
    assert set(SCHEMAS) == {*ALL, "if_version"}
    assert set(SCHEMAS) <= set(TAKEN)
    (remember,) = (
        each
        for each in ast.walk(ast.parse((PACKAGE / "openai_agents.py").read_text()))
        if isinstance(each, ast.AsyncFunctionDef) and each.name == "remember"
    )
    assert {argument.arg for argument in remember.args.args} == {"statement", "quote", *SCHEMAS}
    documented = ast.get_docstring(remember) or ""
    assert all(f"{name}: " in documented for name in SCHEMAS)
    for module in ("hermes", "langgraph", "openai_agents"):
        assert "suggested(" in (PACKAGE / f"{module}.py").read_text(), module
    script = OPENCLAW.read_text()
    assert [name for name in SCHEMAS if f"{name}:" not in script] == []


def test_nothing_is_not_suggested() -> None:
    nothing: dict[str, Any] = {"kind": None, "importance": None, "applies_to": [], "source": "", "text": "x"}
    assert suggested(nothing) == {}
    assert suggested({"importance": 0, "kind": "goal"}) == {"importance": 0, "kind": "goal"}


def test_the_person_is_asked_about_what_was_suggested(alices: Connected) -> None:
    saved = alices.client.save_user_preference("", "Spanish", "I want to learn Spanish", **suggested(ALL))
    assert saved.outcome == "proposed"
    assert alices.says_yes() == 1
    with scope.acting_as(alices.person.pk):
        memory = Memory.objects.get()
        assert (memory.kind, memory.importance, memory.applies_to) == ("goal", 7, ["code_task"])
