"""The encoder behind an address that speaks OpenAI's embeddings API."""

import json
from collections.abc import Sequence
from functools import cached_property
from http.client import HTTPException
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

import numpy as np

from memoryweb.recall.vectors import UnreachableError, Vectors, normalised

PATIENCE = 5.0  # seconds: a save and a search wait no longer
REST = 30.0  # seconds in which nobody asks again after a failure
AT_ONCE = 64  # texts a request
LONGEST = 8000  # characters of a text: servers refuse what is longer than their model reads


class Endpoint:
    """`{address}/embeddings` with a bearer key. What it says is checked; what fails is UnreachableError."""

    noise, common, words = 0.2, 0.5, 1.0  # every model has its own; these suit the usual ones

    def __init__(self, address: str, model: str, key: str) -> None:
        self._url, self._model, self._key = f"{address.rstrip('/')}/embeddings", model, key
        self._rests_until = 0.0

    @cached_property
    def dimensions(self) -> int:
        """Asked for once a process: the API has no other way to tell."""
        return int(self._ask(["dimensions"]).shape[1])

    @property
    def name(self) -> str:
        return f"endpoint {self._model} {self.dimensions}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        parts = [self._ask(texts[i : i + AT_ONCE]) for i in range(0, len(texts), AT_ONCE)]
        vectors = np.concatenate(parts) if parts else np.zeros((0, self.dimensions), np.float32)
        if vectors.shape[1] != self.dimensions:
            raise UnreachableError(f"{self._url} answered {vectors.shape[1]} numbers, not {self.dimensions}.")
        return normalised(vectors)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        if monotonic() < self._rests_until:
            raise UnreachableError(f"{self._url} failed a moment ago.")
        body = json.dumps({"model": self._model, "input": [text[:LONGEST] or " " for text in texts]}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._key}"}
        call = Request(self._url, data=body, headers=headers)  # noqa: S310  start-up checks the scheme
        try:
            with urlopen(call, timeout=PATIENCE) as answer:  # noqa: S310
                return self._read(json.load(answer), len(texts))
        except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
            self._rests_until = monotonic() + REST
            raise UnreachableError(f"{self._url}: {type(error).__name__}: {str(error)[:200]}") from error

    def _read(self, answer: dict[str, Any], wanted: int) -> Vectors:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = np.array([row["embedding"] for row in rows], np.float32)
        if vectors.ndim != 2 or len(vectors) != wanted or not np.isfinite(vectors).all():
            raise ValueError("not one list of numbers for each text")
        return vectors
