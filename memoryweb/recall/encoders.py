"""Encoders turn a text into a vector that stands for its meaning. The operator chooses one (docs/operate.md).

The vectors of two encoders cannot be compared, so an encoder's name contains its version and dimensions.
"""

import importlib.util
from collections.abc import Sequence
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import numpy as np
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from numpy.typing import NDArray

from memoryweb.rules import fields

if TYPE_CHECKING:
    from openai import OpenAI
    from tokenizers import Tokenizer

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]  # one row per text, each of length 1, or all zeros for a text without content

MINILM = "sentence-transformers/all-MiniLM-L6-v2"


class UnreachableError(Exception):
    """The encoder cannot answer now. Callers go on without it: search uses words only, reembed fills the gap later."""


def vector_literal(vector: Vector) -> str:
    """Return the vector as a pgvector literal. Six decimals are more than half precision holds."""
    return "[" + ",".join([f"{number:.6f}" for number in vector.tolist()]) + "]"


def normalize_rows(vectors: Vectors) -> Vectors:
    """Scale every row to length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


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

    def encode(self, texts: Sequence[str]) -> Vectors: ...


def _wordllama_file(path: str) -> Path:
    """Return a file of wordllama's wheel, without importing the package, which takes a fifth of a second."""
    spec = importlib.util.find_spec("wordllama")
    assert spec
    assert spec.origin
    return Path(spec.origin).parent / path


@cache
def tokenizer() -> "Tokenizer":
    """Return the tokenizer in wordllama’s wheel. The default encoder uses it; a block’s tokens are counted by it."""
    from tokenizers import Tokenizer

    loaded = Tokenizer.from_file(str(_wordllama_file("tokenizers/l2_supercat_tokenizer_config.json")))
    loaded.no_truncation()
    loaded.no_padding()
    return loaded


class WordLlamaEncoder:
    """The default: averages the vectors of a text's word pieces, from the table in wordllama's wheel.

    Frequent pieces count less (SIF weighting). The tokenizer numbers pieces roughly by frequency, so Zipf's law
    estimates a piece's frequency from its number. We read the files ourselves because the wheel's own loader imports
    an HTTP client and takes three times as long.
    """

    dimensions = 256
    name = "wordllama l2_supercat 256 sif 1"
    noise_level, shared_part, word_weight = 0.18, 0.25, 1.5
    HALF_WEIGHT_FREQUENCY = 1e-2  # a piece of this frequency counts half
    FIRST_MERGED = 259  # smaller numbers are special tokens and single bytes

    def __init__(self) -> None:
        from safetensors.numpy import load_file

        self._tokenizer = tokenizer()
        self._table = load_file(_wordllama_file("weights/l2_supercat_256.safetensors"))["embedding.weight"]
        self._weights = self._piece_weights(len(self._table))

    def _piece_weights(self, count: int) -> Vector:
        ranks = np.maximum(np.arange(count) - self.FIRST_MERGED + 1, 1)
        frequency = 1 / (ranks * np.sum(1 / np.arange(1, count + 1)))
        frequency[: self.FIRST_MERGED] = 0.01
        return (self.HALF_WEIGHT_FREQUENCY / (self.HALF_WEIGHT_FREQUENCY + frequency)).astype(np.float32)

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        for row, encoding in zip(vectors, encodings, strict=True):
            ids = np.minimum(encoding.ids, len(self._table) - 1).astype(np.intp)
            row[:] = self._weights[ids] @ self._table[ids].astype(np.float32)
        return normalize_rows(vectors)


class FastembedEncoder:
    """Runs a transformer with ONNX. `source` is a folder with the model's files, or the model's name on the hub."""

    noise_level, shared_part, word_weight = 0.2, 0.5, 1.0

    def __init__(self, source: str, model: str) -> None:
        from fastembed import TextEmbedding

        folder = Path(source)
        model, version = (model or MINILM, self._version(folder)) if folder.is_dir() else (source, "")
        path = str(folder) if version else None
        self._model = TextEmbedding(model, specific_model_path=path, threads=None)
        self.dimensions = int(self._model.embedding_size)
        self.name = f"fastembed {model} {self.dimensions} {version}".strip()

    def _version(self, folder: Path) -> str:
        model_files = sorted(folder.rglob("*.onnx"))
        if not model_files:
            raise ImproperlyConfigured(f"EMBEDDINGS: there is no .onnx file in {folder}.")
        return sha256(model_files[0].read_bytes()).hexdigest()[:12]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode one text at a time: in a batch, a quantized model returns slightly different numbers."""
        rows = list(self._model.embed(list(texts), batch_size=1))
        return normalize_rows(np.array(rows, np.float32).reshape(len(texts), self.dimensions))


class ApiEncoder:
    """Requests vectors from a server that speaks OpenAI's embeddings API. Every failure is an UnreachableError."""

    noise_level, shared_part, word_weight = 0.2, 0.5, 1.0  # models differ; these values suit the usual ones
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


@cache
def _average_memory(encoder: Encoder) -> Vector:
    """Return the mean vector of the registry's fields and options: what any two memories have in common."""
    texts = [f"{field.category.replace('_', ' ')}: {field.label}" for field in fields.FIELDS]
    texts += [
        f"{field.category.replace('_', ' ')}: {field.label}. {option.label}"
        for field in fields.FIELDS
        for option in field.options
    ]
    mean: Vector = np.mean(encoder.encode(texts), axis=0, dtype=np.float32)
    return mean


def encode_question(encoder: Encoder, text: str) -> Vector:
    """Return a question's vector, without the part that would bring it equally close to every memory."""
    difference = encoder.encode([text]) - np.float32(encoder.shared_part) * _average_memory(encoder)
    vector: Vector = normalize_rows(difference)[0]
    return vector


def current_encoder() -> Encoder:
    """Return the encoder chosen in the settings, loaded once per process."""
    return _load(settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY)


@cache
def _load(choice: str, model: str, key: str) -> Encoder:
    if choice == "wordllama":
        return WordLlamaEncoder()
    if choice.startswith("fastembed:"):
        return FastembedEncoder(choice.partition(":")[2], model)
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
