"""LangGraph's BaseStore on memoryweb: what a graph puts is a statement, and what it gets is in use.

An item is found by its namespace and key, which stand in the memory's `metadata`. What the person, or another agent,
told memoryweb is found too, in the namespace ("memoryweb", its category), under its id.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from memoryweb_client.client import Client
from memoryweb_client.error_codes import NotFoundError
from memoryweb_client.notes import LABEL_MAX, WAITING
from memoryweb_client.results import Preference
from memoryweb_client.suggestions import suggested

OTHERS = "memoryweb"  # the first name of the namespaces with what this agent did not put
PLACE = "langgraph"  # the name in the metadata
TEXT_FIELDS = ("text", "content", "memory", "data")
KEY_MAX, DIGEST_LENGTH = 160, 16  # characters
PLAIN = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")  # what memoryweb takes as a part of a key as it is
SEARCHED = 50  # memories that one search asks for
COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda value, other: bool(value == other),
    "$ne": lambda value, other: bool(value != other),
    "$gt": lambda value, other: float(value) > float(other),
    "$gte": lambda value, other: float(value) >= float(other),
    "$lt": lambda value, other: float(value) < float(other),
    "$lte": lambda value, other: float(value) <= float(other),
}
Slot = tuple[tuple[str, ...], str]  # namespace and key


def describe_value(key: str, value: Mapping[str, Any]) -> str:
    """Return what the person is asked to remember: the value's text if it has one, else all of it."""
    inner = value.get("content")
    for fields in (value, inner if isinstance(inner, Mapping) else {}):
        for name in TEXT_FIELDS:
            if isinstance(fields.get(name), str):
                return str(fields[name])
    if len(value) == 1 and isinstance(only := next(iter(value.values())), str):
        return only
    return f"{key}: {json.dumps(value, ensure_ascii=False)}"


def suggested_in_value(key: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a value suggests for memoryweb, apart from its own fields, which may have the same names."""
    beside = value.get(OTHERS)
    return beside if isinstance(beside, Mapping) else {}


class MemoryWebStore(BaseStore):
    """`graph.compile(store=MemoryWebStore(Client(url, token)))`.

    A get or a search finds what is in use: with the default trust, not what was just put, until the person says yes.
    `describe` writes the sentence that the person is asked about. `suggest` returns what is suggested beside it, such
    as {"kind": "goal", "importance": 7}; without it, that is what a value has under "memoryweb".
    """

    def __init__(
        self,
        client: Client,
        *,
        project: str = "",
        describe: Callable[[str, Mapping[str, Any]], str] = describe_value,
        suggest: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = suggested_in_value,
    ) -> None:
        self._client, self._project, self._describe, self._suggest = client, project, describe, suggest
        # own statements that may wait, with the id of what was in use when they were made
        self._waiting: dict[Slot, tuple[str, str]] = {}

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out the reads on what is in use now, and then the writes; of several to one key, the last."""
        wanted, results, puts = list(ops), list[Result](), dict[Slot, PutOp]()
        for op in wanted:
            validate_op_namespace(op)
        in_use = self._read() if wanted else {}
        for op in wanted:
            match op:
                case GetOp():
                    found = in_use.get((op.namespace, op.key))
                    results.append(_item(op.namespace, op.key, found) if found else None)
                case SearchOp():
                    results.append(self._search(op, in_use))
                case ListNamespacesOp():
                    results.append(_namespaces(op, in_use))
                case PutOp():
                    puts[op.namespace, op.key] = op
                    results.append(None)
                case _:
                    raise ValueError(f"Unknown operation type: {type(op)}")
        for slot, put in puts.items():
            self._put(slot, put.value, in_use.get(slot))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self) -> dict[Slot, Preference]:
        in_use, cursor = dict[Slot, Preference](), ""
        while True:
            page = self._client.get_user_preferences(project=self._project, limit=200, cursor=cursor)
            for each in page.preferences:
                in_use.setdefault(_slot(each), each)
            cursor = page.next_cursor
            if not cursor:
                return in_use

    def _search(self, op: SearchOp, in_use: dict[Slot, Preference]) -> list[SearchItem]:
        """Return the items below a namespace, the best match first if there is a query."""
        found = list(in_use.values())
        if op.query:
            found = self._client.search_user_preferences(op.query, project=self._project, limit=SEARCHED).preferences
        items = []
        for each in found:
            namespace, key = _slot(each)
            if namespace[: len(op.namespace_prefix)] == op.namespace_prefix:
                item = _item(namespace, key, each)
                if all(_fits(item.value.get(name), wanted) for name, wanted in (op.filter or {}).items()):
                    items.append(SearchItem(namespace, key, item.value, item.created_at, item.updated_at))
        return items[op.offset : op.offset + op.limit]

    def _put(self, slot: Slot, value: Mapping[str, Any] | None, found: Preference | None) -> None:
        """Save, change or stop an item. What waits from an earlier put of the same key is taken back first."""
        namespace, key = slot
        if found and value is not None and dict(value) == _value(found):
            return
        before = found.id if found else ""
        statement, met = self._waiting.pop(slot, ("", ""))
        if statement and met == before:  # else the person has said yes to it
            self._take_back(statement)
        if value is None:
            if found:
                self._client.forget_user_preference(found.id)
            return
        text = self._describe(key, value)
        if namespace[:1] == (OTHERS,):
            if found is None:
                raise ValueError(f"{namespace} holds what others said. Put new items into a namespace of your own.")
            result = self._client.update_user_preference(found.id, text)
        else:
            result = self._client.save_user_preference(
                namespace[0] if namespace else "",
                key[:LABEL_MAX],
                text,
                key=found.key if found else _key(slot),
                project=self._project,
                metadata={PLACE: {"namespace": list(namespace), "key": key, "value": dict(value)}},
                **({"source": "correction"} if found else {}) | suggested(self._suggest(key, value)),
            )
        if result.outcome in WAITING:
            self._waiting[slot] = (result.id, before)

    def _take_back(self, statement: str) -> None:
        """Withdraw an own statement, unless the person has said no to it."""
        try:
            self._client.forget_user_preference(statement)
        except NotFoundError:
            return


def _key(slot: Slot) -> str:
    """Return a key of its own for each slot: memoryweb's keys know no capitals, and a dot parts them."""
    parts = [*slot[0], slot[1]]
    key = ".".join((PLACE, *(part.replace(".", "_") for part in parts)))
    if len(key) <= KEY_MAX and all(map(PLAIN.fullmatch, parts)):
        return key
    digest = sha256(json.dumps(parts).encode()).hexdigest()[:DIGEST_LENGTH]
    return f"{key[: KEY_MAX - DIGEST_LENGTH - 1]}_{digest}"


def _slot(memory: Preference) -> Slot:
    place = memory.metadata.get(PLACE)
    if isinstance(place, dict):
        return tuple(place["namespace"]), place["key"]
    return (OTHERS, memory.category.replace(".", "_") or "other"), memory.id


def _value(memory: Preference) -> dict[str, Any]:
    """Return the value that was put; of what others said, its text."""
    place = memory.metadata.get(PLACE)
    if isinstance(place, dict):
        return dict(place["value"])
    return {"text": memory.details, "preference": memory.preference, "category": memory.category}


def _item(namespace: tuple[str, ...], key: str, memory: Preference) -> Item:
    updated = datetime.fromtimestamp(memory.version / 1_000_000, UTC)
    learned = memory.learned_on or memory.updated_on
    created = min(datetime.fromisoformat(learned).replace(tzinfo=UTC), updated) if learned else updated
    return Item(value=_value(memory), key=key, namespace=namespace, created_at=created, updated_at=updated)


def _fits(value: Any, wanted: Any) -> bool:
    """Return whether a value fits a filter, as LangGraph's own stores compare."""
    if isinstance(wanted, dict):
        if any(name.startswith("$") for name in wanted):
            return all(COMPARE[name](value, other) for name, other in wanted.items())
        return isinstance(value, dict) and all(_fits(value.get(name), part) for name, part in wanted.items())
    return bool(value == wanted)


def _namespaces(op: ListNamespacesOp, in_use: Iterable[Slot]) -> list[tuple[str, ...]]:
    found = {namespace for namespace, _ in in_use}
    found = {each for each in found if all(_matches(condition, each) for condition in op.match_conditions or ())}
    cut = {each[: op.max_depth] if op.max_depth is not None else each for each in found}
    return sorted(cut)[op.offset : op.offset + op.limit]


def _matches(condition: MatchCondition, namespace: tuple[str, ...]) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", name) for wanted, name in zip(path, part, strict=True))
