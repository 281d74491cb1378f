"""An encoder that asks a server."""

from collections.abc import Sequence
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from memoryweb.recall.encoders import UnreachableError
from memoryweb.recall.encoders.vectors import NOISE_LEVEL, Vector, Vectors, normalize_rows, without_average

if TYPE_CHECKING:
    from openai import OpenAI


class ApiEncoder:
    """Requests vectors from a server that speaks OpenAI's embeddings API. Every failure is an UnreachableError."""

    word_weight = chinese_word_weight = 1.0
    word_exponent = 1.5
    is_taught = False
    TIMEOUT = 5.0  # seconds a save or a search waits at most
    PAUSE = 30.0  # seconds without a request after a failure
    BATCH = 64  # texts per request
    TEXT_MAX = 8000  # characters of a text: servers reject texts longer than their model reads

    def __init__(self, address: str, model: str, key: str) -> None:
        self._address, self._model, self._key = address, model, key
        self._paused_until = 0.0

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector, learned from a trial request: the API has no other way to tell."""
        return int(self._request(["dimensions"]).shape[1])

    @property
    def name(self) -> str:
        return f"endpoint {self._model} {self.dimensions}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        batches = [self._request(texts[i : i + self.BATCH]) for i in range(0, len(texts), self.BATCH)]
        vectors = np.concatenate(batches) if batches else np.zeros((0, self.dimensions), np.float32)
        if vectors.shape[1] != self.dimensions:
            raise UnreachableError(f"{self._address} answered {vectors.shape[1]} numbers, not {self.dimensions}.")
        return normalize_rows(vectors)

    def noise_level(self, question: str) -> float:
        return NOISE_LEVEL

    def encode_question(self, text: str) -> Vector:
        return without_average(self, text)

    @cached_property
    def _client(self) -> "OpenAI":
        """Imported here, because the import takes half a second and most processes never need it.

        No retries: a person waits for the search, which can use words only. The clock fills in missing vectors.
        """
        from openai import OpenAI

        return OpenAI(base_url=self._address, api_key=self._key or "none", timeout=self.TIMEOUT, max_retries=0)

    def _request(self, texts: Sequence[str]) -> Vectors:
        """Send one request. Its error leaves out the server's answer, which may repeat the texts: errors are logged."""
        from openai import OpenAIError

        if monotonic() < self._paused_until:
            raise UnreachableError(f"{self._address} failed a moment ago.")
        try:
            return self._vectors([text[: self.TEXT_MAX] or " " for text in texts])
        except (OpenAIError, ValueError, TypeError, AttributeError) as error:
            self._paused_until = monotonic() + self.PAUSE
            raise UnreachableError(f"{self._address}: {type(error).__name__}") from None

    def _vectors(self, texts: list[str]) -> Vectors:
        """Check the answer, because the client does not. Not every server knows the default format, base64."""
        answer = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float")
        rows = sorted(answer.data, key=lambda row: row.index)
        vectors = np.array([row.embedding for row in rows], np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise ValueError("not one list of numbers for each text")
        return vectors
