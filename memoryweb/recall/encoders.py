"""What turns a text into numbers that say what it means; which one is the operator's choice (README).

The vectors of two encoders cannot be compared, so each has a name that also says its version and dimensions.
"""

import importlib.util
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import numpy as np
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from memoryweb.recall.endpoint import Endpoint
from memoryweb.recall.vectors import Vector, Vectors, normalize_rows
from memoryweb.rules import fields

MINILM = "sentence-transformers/all-MiniLM-L6-v2"


class Encoder(Protocol):
    noise: float  # the cosine up to which a question and a memory may just as well be about different things
    common: float  # how much of what all memories have in common is taken off a question
    words: float  # what saying every word of a question is worth beside a cosine of 1

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Also its version and dimensions. UnreachableError where it has to be asked and does not answer."""

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> Vectors: ...


class WordLlama:
    """The default: a table of word pieces, read from wordllama's wheel; a text is the mean of its pieces.

    Frequent pieces count less (SIF): a tokenizer numbers them roughly by frequency, so by Zipf's law a number tells
    how frequent. The wheel's own loader would import an HTTP client and take three times as long.
    """

    dimensions = 256
    name = "wordllama l2_supercat 256 sif 1"
    noise, common, words = 0.18, 0.25, 1.5
    RARE = 1e-2  # a piece of this frequency counts half
    FIRST_MERGED = 259  # before it: signs and single bytes

    def __init__(self) -> None:
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        found = importlib.util.find_spec("wordllama")
        assert found
        assert found.origin
        wheel = Path(found.origin).parent
        self._pieces = Tokenizer.from_file(str(wheel / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        self._pieces.no_truncation()
        self._pieces.no_padding()
        self._table = load_file(wheel / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
        self._weights = self._rarity(len(self._table))

    def _rarity(self, many: int) -> Vector:
        ranks = np.maximum(np.arange(many) - self.FIRST_MERGED + 1, 1)
        frequency = 1 / (ranks * np.sum(1 / np.arange(1, many + 1)))
        frequency[: self.FIRST_MERGED] = 0.01
        return (self.RARE / (self.RARE + frequency)).astype(np.float32)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for row, said in zip(vectors, self._pieces.encode_batch(list(texts), add_special_tokens=False), strict=True):
            ids = np.minimum(said.ids, len(self._table) - 1).astype(np.intp)
            row[:] = self._weights[ids] @ self._table[ids].astype(np.float32)
        return normalize_rows(vectors)


class Fastembed:
    """A transformer on ONNX: `where` is a folder with the model's files, or its name on the hub."""

    noise, common, words = 0.2, 0.5, 1.0

    def __init__(self, where: str, model: str) -> None:
        from fastembed import TextEmbedding

        folder = Path(where)
        model, version = (model or MINILM, self._version(folder)) if folder.is_dir() else (where, "")
        path = str(folder) if version else None
        self._model = TextEmbedding(model, specific_model_path=path, threads=None)
        self.dimensions = int(self._model.embedding_size)
        self.name = f"fastembed {model} {self.dimensions} {version}".strip()

    def _version(self, folder: Path) -> str:
        models = sorted(folder.rglob("*.onnx"))
        if not models:
            raise ImproperlyConfigured(f"EMBEDDINGS: there is no .onnx file in {folder}.")
        return sha256(models[0].read_bytes()).hexdigest()[:12]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One at a time: a quantised model answers a little differently to a text in other company."""
        found = self._model.embed(list(texts), batch_size=1)
        return normalize_rows(np.array(list(found), np.float32).reshape(len(texts), self.dimensions))


@cache
def _common_vector(encoder: Encoder) -> Vector:
    """The mean of what memories are about, by the registry: that it is a preference of somebody's at all."""
    texts = [f"{each.category.replace('_', ' ')}: {each.label}" for each in fields.FIELDS]
    texts += [
        f"{each.category.replace('_', ' ')}: {each.label}. {option.label}"
        for each in fields.FIELDS
        for option in each.options
    ]
    mean: Vector = np.mean(encoder.encode(texts), axis=0, dtype=np.float32)
    return mean


def encode_question(encoder: Encoder, text: str) -> Vector:
    """A question's vector, from which what would draw it to every memory alike is taken off."""
    rest = encoder.encode([text]) - np.float32(encoder.common) * _common_vector(encoder)
    vector: Vector = normalize_rows(rest)[0]
    return vector


def current_encoder() -> Encoder:
    """Today's encoder, loaded once a process."""
    return _load(settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY)


@cache
def _load(choice: str, model: str, key: str) -> Encoder:
    if choice == "wordllama":
        return WordLlama()
    if choice.startswith("fastembed:"):
        return Fastembed(choice.partition(":")[2], model)
    return Endpoint(choice, model, key)


def refuse_wrong_choice() -> None:
    """At start-up, so that no save finds it out. Nothing is loaded for it."""
    choice: str = settings.EMBEDDINGS
    if choice.startswith("fastembed:"):
        if not importlib.util.find_spec("fastembed"):
            raise ImproperlyConfigured("EMBEDDINGS=fastembed:… needs `pip install -r requirements/embeddings.in`.")
    elif choice.startswith(("http://", "https://")):
        if not settings.EMBEDDINGS_MODEL:
            raise ImproperlyConfigured("EMBEDDINGS is an address: set EMBEDDINGS_MODEL to the model's name there.")
    elif choice != "wordllama":
        raise ImproperlyConfigured("EMBEDDINGS is wordllama, fastembed:FOLDER-OR-NAME, or https://…/v1.")
