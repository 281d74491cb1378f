"""Two other memory stores on the same database server, asked line by line: "langgraph find 1000" answers milliseconds.

peers.py runs this in an environment of its own. Both embed with the same static model as memoryweb, so that none is
slower by its model.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "unused"}  # its client is made, and never called

import wordllama
from langchain_core.embeddings import Embeddings
from langgraph.store.postgres import PostgresStore
from mem0 import Memory

DIMENSIONS, BATCH, LIST, FIND = 256, 500, 50, 10
MODEL = wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


class Static(Embeddings):  # type: ignore[misc]  # no types where this is checked
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        vectors: list[list[float]] = MODEL.embed(texts, norm=True).tolist()
        return vectors

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class LangGraph:
    """LangGraph's PostgresStore: one namespace for each size."""

    def __init__(self, url: str) -> None:
        self._context = PostgresStore.from_conn_string(url, index={"dims": DIMENSIONS, "embed": Static()})
        self._store = self._context.__enter__()
        self._store.setup()

    def fill(self, size: str, texts: list[str]) -> None:
        for text in texts:
            self._store.put(("person", size), uuid4().hex, {"text": text})

    def save(self, size: str) -> None:
        self.fill(size, [sentence()])

    def list(self, size: str) -> None:
        assert len(self._store.search(("person", size), limit=LIST)) == LIST

    def find(self, size: str, question: str) -> None:
        self._store.search(("person", size), query=question, limit=FIND)


class Mem0:
    """mem0 with pgvector and without a language model: one user for each size."""

    def __init__(self, url: str) -> None:
        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "pgvector",
                    "config": {"connection_string": url, "embedding_model_dims": DIMENSIONS, "hnsw": True},
                },
                "embedder": {"provider": "langchain", "config": {"model": Static(), "embedding_dims": DIMENSIONS}},
                "history_db_path": ":memory:",
            }
        )

    def fill(self, size: str, texts: list[str]) -> None:
        payloads = [{"data": text, "user_id": size, "hash": "", "created_at": "2026-11-22T00:00:00"} for text in texts]
        vectors = Static().embed_documents(texts)
        self._memory.vector_store.insert(vectors, payloads, [str(uuid4()) for _ in texts])

    def save(self, size: str) -> None:
        self._memory.add(sentence(), user_id=size, infer=False)

    def list(self, size: str) -> None:
        assert len(self._memory.get_all(filters={"user_id": size}, top_k=LIST)["results"]) == LIST

    def find(self, size: str, question: str) -> None:
        self._memory.search(question, filters={"user_id": size}, top_k=FIND)


def sentence() -> str:
    return f"I like {uuid4().hex[:12]} with tea"


def main() -> None:
    stores: dict[str, Any] = {"langgraph": LangGraph(os.environ["PEERS_URL"]), "mem0": Mem0(os.environ["PEERS_URL"])}
    print("ready", flush=True)
    for line in sys.stdin:
        name, what, size, *question = line.rstrip("\n").split(" ", 3)
        store = stores[name]
        started = perf_counter()
        if what == "fill":
            for first in range(0, int(size), BATCH):
                store.fill(size, [sentence() for _ in range(min(BATCH, int(size) - first))])
        else:
            ask: Callable[..., None] = getattr(store, what)
            ask(size, *question)
        print((perf_counter() - started) * 1000, flush=True)


if __name__ == "__main__":
    main()
