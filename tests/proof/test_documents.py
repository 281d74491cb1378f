"""The five design documents' own sentences and table rows, each held against what memoryweb does with it.

documents.jsonl has one row a line: document, words, check, what the check is given, and what must come of it.
Where the consent that memoryweb promises is stricter than a document, the row says what memoryweb does.
"""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.interchange import formats, reading
from memoryweb.language import locales
from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.time import times
from memoryweb.learning import policy as learning_policy
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.operations.errors import STATUSES
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.recall import prompt_block
from memoryweb.rules import decay, policy
from tests.builders import person_types, set_settings
from tests.cases import with_each

NOW = datetime(2026, 2, 22, 12, tzinfo=UTC)
FILE = Path(__file__).with_name("documents.jsonl")
Row = dict[str, Any]


class Account:
    """A person with an agent that asks."""

    def __init__(self, person: User, agent: Agent) -> None:
        self.person, self.agent = person, agent

    def call(self, name: str, *, at: datetime = NOW, **arguments: Any) -> Any:
        """Call an operation as the agent; return the data, or the error."""
        envelope = dispatch.run(dispatch.Call(agent=self.agent, name=name, arguments=arguments, now=at)).envelope
        return envelope["data"] if envelope["ok"] else envelope["error"]

    def save(self, **arguments: Any) -> Any:
        return self.call("save_user_preference", **arguments)

    def type(self, category: str, name: str, details: str, **more: Any) -> Memory:
        memory = person_types(self.person, details, NOW, name=name, category=category, **more).memory
        assert memory
        return memory

    def block(self, **request: Any) -> str:
        return str(self.call("recall_preferences", **request)["block"])

    def tell(self, told: list[tuple[int, str]], titles: list[str] | None = None) -> None:
        """Report one conversation for each: how many days ago it was, and the message."""
        for number, (days, message) in enumerate(told):
            at = NOW - timedelta(days=days)
            title = titles[number] if titles else ""
            self.call("record_conversation", at=at, conversation_id=str(number), messages=[message], topic=title)
            upkeep.run_now("update_long_term", now=at)
            upkeep.run_now("trim_conversations", now=at)


def _classify(words: str) -> classifier.Classification:
    return classifier.classify(category="", name="", details=words, value=None, key="", kind="", label="", quote="")


def _field(category: str, name: str, value: Any) -> list[Any]:
    """Return the key and the value of what an agent says about a field; an option in whatever spelling it is kept."""
    text, other = (value, None) if isinstance(value, str) else ("", value)
    found = classifier.classify(
        category=category, name=name, details=text, value=other, key="", kind="", label="", quote=""
    )
    is_same = known_fields.normalize_value(found.key, found.value) == known_fields.normalize_value(found.key, value)
    return [found.key, value if is_same else found.value]


def _label(category: str, name: str, details: str) -> list[Any]:
    """Return the key and the value of a short label that is the value of a field."""
    found = classifier.classify(
        category=category, name=name, details=details, value=None, key="", kind="", label="", quote=""
    )
    return [found.key, found.value]


def _says(account: Account, before: dict[str, str] | None = None, **said: str) -> str:
    if before:
        account.type(before["category"], before["preference"], before["details"])
    outcome = account.save(**said)["outcome"]
    in_use = Memory.objects.active().count()
    assert in_use == bool(before), "nothing comes into use, and what is in use stays"
    return str(outcome)


def _refused(account: Account, words: str) -> str:
    error = account.save(category="note", preference="note", details=words)
    assert error["code"] == "SENSITIVE_DATA"
    assert not Memory.objects.exists()
    return str(error["details"]["category"])


def _file(_: Account, text: str) -> list[list[str]]:
    document = reading.read_text(text).document
    return [[each.label, each.value, each.source] for each in document.entries]


def _observation(_: Account, text: str) -> dict[str, Any]:
    (entry,) = reading.read_text(text).document.entries
    return {
        "kind": entry.kind,
        "importance": entry.importance,
        "confidence": entry.confidence,
        "source": entry.source,
        "ttl": entry.ttl_days,
        "day": entry.learned and entry.learned.isoformat(),
    }


def _archive(_: Account, text: str) -> list[Any]:
    (entry,) = reading.read_text(text).document.entries
    return [entry.kind, entry.importance, entry.is_archived, entry.reason]


def _untagged(_: Account, text: str) -> list[Any]:
    """Return the kind, the life and the importance of the first observation of a file, as they are taken over."""
    entry = reading.read_text(text).document.entries[0]
    points = policy.IMPORTANCE_UNTAGGED if entry.importance is None else entry.importance
    return [entry.kind, policy.LIVES[policy.Kind(entry.kind)].ttl_days, points]


def _task(account: Account, given: dict[str, Any]) -> int:
    """Return how many of the typed memories the work is given, among others that it does not need."""
    account.type("hobby", "boats", "Restores a wooden boat")
    typed = {str(account.type(*each).pk) for each in given["typed"]}
    items = account.call("recall_preferences", task_type=given["task"])["items"]
    assert "boat" not in str(items)
    return len(typed & {item["id"] for item in items})


def _flow(account: Account, given: dict[str, Any]) -> dict[str, int]:
    """Return how many conversations keep their words, and how many questions there are."""
    set_settings(account.person, **given["settings"])
    account.tell(given["told"], given.get("titles"))
    kept = Conversation.objects.exclude(excerpts=[])
    return {"kept": kept.count(), "asked": Proposal.objects.open().count()}


def _section(account: Account, words: str) -> str:
    account.tell([(0, words)])
    actions.accept(Proposal.objects.open().get().pk, by=Person(account.person), now=NOW)
    return str(Memory.objects.active().get().section)


def _file_of(account: Account, given: dict[str, Any]) -> str:
    account.tell(given["told"], [given["title"]])
    written = next(
        each.written for each in formats.FORMATS.values() if each.written and each.written.file_name == given["name"]
    )
    return written.export(account.person)


def _found(account: Account, given: dict[str, Any]) -> bool:
    """Return whether what the person typed is found as the document asks for it, by a category or by words."""
    memory, by = account.type(*given["typed"]), given["by"]
    name = "get_user_preferences" if "category" in by else "search_user_preferences"
    return str(memory.pk) in {each["id"] for each in account.call(name, **by)["preferences"]}


def _line(_: Account, given: list[Any]) -> str:
    text, confidence, source = given
    row: Any = SimpleNamespace(
        language="zh",
        source=source,
        confidence=confidence,
        community=None,
        value=json.dumps(text),
        label=text,
        key="",
        condition="",
        details="",
        own_details="",
    )
    return prompt_block.format_line(row)


def _steady(account: Account, _: None) -> bool:
    for number in range(5):
        account.type("note", f"n{number}", f"Never use tool {number}")
    return len({account.block(run=str(number)) for number in range(3)}) == 1


def _stopped(account: Account, _: None) -> bool:
    memory = account.type("technical", "tabs", "Never use tabs")
    assert "tabs" in account.block()
    actions.expire(memory.pk, by=Person(account.person), now=NOW)
    return "tabs" not in account.block()


def _kept_explicit(account: Account, _: None) -> bool:
    account.type("technical", "tabs", "Never use tabs")
    set_settings(account.person, learning_enabled=False)
    noticed = account.save(category="technical", preference="spaces", details="Uses spaces", source="inference")
    return noticed["outcome"] == "unchanged" and "tabs" in account.block()


CHECKS: dict[str, Callable[[Account, Any], Any]] = {
    # what a text is taken for
    "kind": lambda _, words: _classify(words).kind,
    "field": lambda _, given: _field(*given),
    "label": lambda _, given: _label(*given),
    "file": _file,
    "observation": _observation,
    "archive": _archive,
    "untagged": _untagged,
    # numbers and names
    "life": lambda _, kind: [policy.LIVES[policy.Kind(kind)].ttl_days, policy.LIVES[policy.Kind(kind)].decay_a_day],
    "band": lambda _, points: policy.band(points),
    "fades": lambda _, given: decay.effective_importance(
        given[0], given[1], date(2026, 2, 22), date(2026, 2, 22) + timedelta(days=given[2]), assumed=False
    ),
    "numbers": lambda _, names: [getattr(policy, name) for name in names],
    "order": lambda _, names: [policy.WEIGHTS[policy.Source(name)] for name in names],
    "weight": lambda _, action: list(learning_policy.verdict_weight(action, named=True)),
    "question": lambda _, name: getattr(locales.ENGLISH, name),
    "times": lambda _, texts: [sorted(times.times_in(text)) for text in texts],
    "error": lambda _, code: STATUSES[code],
    "tool": lambda _, name: OPERATIONS[name].schema.get("required", []),
    "line": _line,
    # from the call to the database and back
    "says": lambda account, given: _says(account, **given),
    "refused": _refused,
    "setting": lambda account, name: name in account.call("get_memory_settings"),
    "found": _found,
    "task": _task,
    "flow": _flow,
    "section": _section,
    "file_of": _file_of,
    "steady": _steady,
    "stopped": _stopped,
    "kept_explicit": _kept_explicit,
}


@cache
def rows_of(document: str) -> list[Row]:
    return [row for line in FILE.read_text().splitlines() if (row := json.loads(line))["document"] == document]


def check(person: User, agent: Agent, row: Row) -> None:
    found, expected = CHECKS[row["check"]](Account(person, agent), row["given"]), row["expected"]
    if isinstance(expected, dict) and isinstance(found, dict):
        found = {name: found[name] for name in expected}
    if isinstance(found, str) and isinstance(expected, list):
        assert all(words in found for words in expected), found
        return
    assert found == expected, f"{found} instead of {expected}"


@with_each("row", lambda: rows_of("Preference Memory Schema Definition"))
def test_preference_memory_schema_definition(as_alice: User, scribe: Agent, row: Row) -> None:
    check(as_alice, scribe, row)


@with_each("row", lambda: rows_of("User Memory Management Flow (Planned)"))
def test_user_memory_management_flow(as_alice: User, scribe: Agent, row: Row) -> None:
    check(as_alice, scribe, row)


@with_each("row", lambda: rows_of("Observation Format — Extended Schema (Phase 2)"))
def test_observation_format(as_alice: User, scribe: Agent, row: Row) -> None:
    check(as_alice, scribe, row)


@with_each("row", lambda: rows_of("用户偏好学习系统（显式 + 隐式）"))
def test_preference_learning(as_alice: User, scribe: Agent, row: Row) -> None:
    check(as_alice, scribe, row)


@with_each("row", lambda: rows_of("User Preferences System Architecture"))
def test_user_preferences_system_architecture(as_alice: User, scribe: Agent, row: Row) -> None:
    check(as_alice, scribe, row)
