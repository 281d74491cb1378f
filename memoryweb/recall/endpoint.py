"""The encoder behind an address that speaks OpenAI's embeddings API."""

from collections.abc import Sequence
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from memoryweb.recall.vectors import UnreachableError, Vectors, normalize_rows

if TYPE_CHECKING:
    from openai import OpenAI

TIMEOUT = 5.0  # seconds: a save and a search wait no longer
REST = 30.0  # seconds without a request after a failure
AT_ONCE = 64  # texts a request
LONGEST = 8000  # characters of a text: servers refuse what is longer than their model reads


class Endpoint:
    """Asks `{address}/embeddings` for vectors and checks them. Every failure is an UnreachableError."""

    noise, common, words = 0.2, 0.5, 1.0  # every model has its own; these suit the usual ones

    def __init__(self, address: str, model: str, key: str) -> None:
        self._address, self._model, self._key = address, model, key
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
            raise UnreachableError(f"{self._address} answered {vectors.shape[1]} numbers, not {self.dimensions}.")
        return normalize_rows(vectors)

    @cached_property
    def _client(self) -> "OpenAI":
        """Imported here: it takes half a second, and most processes never ask an endpoint.

        No retries: a person waits for a search, which goes on by words at once. The clock fills what is missing.
        """
        from openai import OpenAI

        return OpenAI(base_url=self._address, api_key=self._key or "none", timeout=TIMEOUT, max_retries=0)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        """One request. The error names no answer of the server: it may repeat the texts, and errors are logged."""
        from openai import OpenAIError

        if monotonic() < self._rests_until:
            raise UnreachableError(f"{self._address} failed a moment ago.")
        try:
            return self._vectors([text[:LONGEST] or " " for text in texts])
        except (OpenAIError, ValueError, TypeError, AttributeError) as error:
            self._rests_until = monotonic() + REST
            raise UnreachableError(f"{self._address}: {type(error).__name__}") from None

    def _vectors(self, texts: list[str]) -> Vectors:
        """The client checks no answer, so we do. Not every server knows its default format, base64."""
        answer = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float")
        rows = sorted(answer.data, key=lambda row: row.index)
        vectors = np.array([row.embedding for row in rows], np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise ValueError("not one list of numbers for each text")
        return vectors
