"""Encoders turn a text into a vector that stands for its meaning. The operator chooses one (docs/operate.md).

The vectors of two encoders cannot be compared, so an encoder's name contains its version and dimensions. Each has a
module of its own, imported when it is chosen: numpy alone takes a tenth of a second, and most commands need none.
"""

import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from memoryweb.recall.encoders.vectors import Vector, Vectors


class UnreachableError(Exception):
    """The encoder cannot answer now. Callers go on without it: search uses words only, reembed fills the gap later."""


def vector_literal(vector: "Vector") -> str:
    """Return the vector as a pgvector literal. Six decimals are more than half precision holds."""
    return "[" + ",".join([f"{number:.6f}" for number in vector.tolist()]) + "]"


class Encoder(Protocol):
    noise_level: float  # a question and a memory with a cosine up to this may be unrelated
    shared_part: float  # share of the average memory's vector that is subtracted from a question's vector
    word_weight: float  # score of a text that contains every word of the question, where a cosine scores up to 1

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Name, version and dimensions. Raises UnreachableError where a server has to be asked and fails."""

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> "Vectors": ...


def current_encoder() -> Encoder:
    """Return the encoder chosen in the settings, loaded once per process."""
    return _load(settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY)


@cache
def _load(choice: str, model: str, key: str) -> Encoder:
    if choice == "wordllama":
        from memoryweb.recall.encoders.wordllama import WordLlamaEncoder

        return WordLlamaEncoder()
    if choice.startswith("fastembed:"):
        from memoryweb.recall.encoders.onnx import FastembedEncoder

        return FastembedEncoder(choice.partition(":")[2], model)
    from memoryweb.recall.encoders.remote import ApiEncoder

    return ApiEncoder(choice, model, key)


def check_settings() -> None:
    """Raise ImproperlyConfigured for a wrong choice, at start-up rather than at the first save. Loads no model."""
    choice: str = settings.EMBEDDINGS
    if choice.startswith("fastembed:"):
        if not importlib.util.find_spec("fastembed"):
            raise ImproperlyConfigured("EMBEDDINGS=fastembed:… needs `pip install -r requirements/embeddings.in`.")
    elif choice.startswith(("http://", "https://")):
        if not settings.EMBEDDINGS_MODEL:
            raise ImproperlyConfigured("EMBEDDINGS is an address: set EMBEDDINGS_MODEL to the model's name there.")
    elif choice != "wordllama":
        raise ImproperlyConfigured("EMBEDDINGS is wordllama, fastembed:FOLDER-OR-NAME, or https://…/v1.")
