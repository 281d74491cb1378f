"""Encoders turn a text into a vector that stands for its meaning. The operator chooses one (docs/operate.md).

The vectors of two encoders cannot be compared, so an encoder's name contains its version and dimensions. Each has a
module of its own, imported when it is chosen: numpy alone takes a tenth of a second, and most commands need none.
"""

import logging
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from memoryweb.recall.encoders.vectors import Vector, Vectors

log = logging.getLogger(__name__)

MULTILINGUAL = "multilingual"
ONNX, ONNX_FILES = "onnx:", ("model.onnx", "tokenizer.json")  # before a folder that has these files
ONNX_PACKAGES = ("onnxruntime", "tokenizers")  # pinned where they have a build
GONE = ("minilm", "wordllama")  # encoders of earlier versions
_loading = Lock()  # a request that comes while the process starts waits for the model instead of loading it again


class UnreachableError(Exception):
    """The encoder cannot answer now. Callers go on without it: search uses words only, reembed fills the gap later."""


def vector_literal(vector: "Vector") -> str:
    """Return the vector as a pgvector literal. Six decimals are more than half precision holds."""
    return "[" + ",".join([f"{number:.6f}" for number in vector.tolist()]) + "]"


class Encoder(Protocol):
    word_weight: float  # score of a text that contains every word of the question, where a cosine scores up to 1
    chinese_word_weight: float  # the same for a question in Chinese, whose words are pairs of characters
    word_exponent: float  # of the share of the question's words in a text: above 1, a few words count little
    is_taught: bool  # whether requests were taught what they need with its scores (language/heads/needs.py)

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Name, version and dimensions. Raises UnreachableError where a server has to be asked and fails."""

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> "Vectors": ...

    def noise_level(self, question: str) -> float:
        """Return the highest score that a memory unrelated to the question may have."""

    def encode_question(self, text: str) -> "Vector":
        """Return the vector to compare memories with for a question or request."""


def current_encoder() -> Encoder:
    """Return the encoder chosen in the settings, loaded once per process."""
    with _loading:
        return _load(settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY)


@cache
def _load(choice: str, model: str, key: str) -> Encoder:
    if choice == MULTILINGUAL:
        from memoryweb.recall.encoders.multilingual import MultilingualEncoder

        return MultilingualEncoder()
    if choice.startswith(ONNX):
        from memoryweb.recall.encoders.onnx import OnnxEncoder

        return OnnxEncoder(Path(choice.removeprefix(ONNX)))
    from memoryweb.recall.encoders.remote import ApiEncoder

    return ApiEncoder(choice, model, key)


def warm_up() -> None:
    """Load the encoder and what a question needs, so that the first request does not wait for it."""
    try:
        current_encoder().encode_question("")
    except UnreachableError as error:
        log.warning("The encoder does not answer yet: %s", error)


def check_settings() -> None:
    """Raise ImproperlyConfigured for a wrong choice, at start-up rather than at the first save. Loads no model."""
    choice: str = settings.EMBEDDINGS
    if choice.startswith(ONNX):
        _check_folder(Path(choice.removeprefix(ONNX)))
    elif choice.startswith(("http://", "https://")):
        if not settings.EMBEDDINGS_MODEL:
            raise ImproperlyConfigured("EMBEDDINGS is an address: set EMBEDDINGS_MODEL to the model's name there.")
    elif choice in GONE or choice.startswith("fastembed:"):
        raise ImproperlyConfigured(
            f"EMBEDDINGS={choice} is gone. Remove it for the multilingual encoder, or set onnx:FOLDER to a folder with "
            f"{' and '.join(ONNX_FILES)}."
        )
    elif choice != MULTILINGUAL:
        raise ImproperlyConfigured("EMBEDDINGS is multilingual, onnx:FOLDER, or https://…/v1.")


def _check_folder(folder: Path) -> None:
    for package in ONNX_PACKAGES:
        if not find_spec(package):
            raise ImproperlyConfigured(
                f"EMBEDDINGS: {package} is not installed: it has no build for this platform, or was removed."
            )
    for name in ONNX_FILES:
        if not (folder / name).is_file():
            raise ImproperlyConfigured(f"EMBEDDINGS: there is no {name} in {folder}.")
