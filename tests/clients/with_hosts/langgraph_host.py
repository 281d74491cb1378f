"""Runs MemoryWebStore below LangGraph: the store's own methods, and a graph whose node reads and writes it."""

import asyncio
from typing import Any, TypedDict

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime

from memoryweb_client import Client
from memoryweb_client.langgraph import MemoryWebStore
from tests.clients.with_hosts.lines import serve

store = MemoryWebStore(Client.from_environment())


class State(TypedDict):
    said: str
    found: list[dict[str, Any]]


def remember(state: State, runtime: Runtime[None]) -> dict[str, Any]:
    """Put what was said, and find what is known, as a node of a graph does."""
    assert runtime.store is not None
    if state["said"]:
        runtime.store.put(("food",), "favourite", {"text": state["said"]})
    return {"found": [item.value for item in runtime.store.search(("food",))]}


def handle(do: str, args: list[Any] | None = None, **more: Any) -> Any:
    args = args or []
    if do == "graph":
        graph = StateGraph(State).add_node(remember).add_edge(START, "remember").compile(store=store)
        return graph.invoke({"said": args[0], "found": []})["found"]
    if do.startswith("a"):
        return plain(asyncio.run(getattr(store, do)(*map(tuples, args), **more)))
    return plain(getattr(store, do)(*map(tuples, args), **more))


def tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def plain(value: Any) -> Any:
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {name: part for name, part in value.dict().items() if name != "score"} if hasattr(value, "dict") else value


if __name__ == "__main__":
    serve(handle)
