"""A transformer that runs in this process, from two files: model.onnx and tokenizer.json."""

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from memoryweb.recall.encoders import ONNX_FILES
from memoryweb.recall.encoders.vectors import NOISE_LEVEL, Vector, Vectors, normalize_rows, without_average


class Transformer:
    """Runs one text at a time on one thread, so that a text always has the same vector, whatever runs beside it."""

    TOKENS_MAX = 256  # of a text; what comes after is not read. The time grows with every token

    def __init__(self, model: Path, tokenizer: Path) -> None:
        os.environ.update(ORT_DISABLE_TELEMETRY="1")  # before it is loaded: it would report its use to Microsoft
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(self.TOKENS_MAX)
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        self._session = InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._inputs = {each.name for each in self._session.get_inputs()}

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = [self._encode(text) for text in texts]
        return normalize_rows(np.array(rows, np.float32)) if rows else np.zeros((0, self.dimensions), np.float32)

    @property
    def dimensions(self) -> int:
        return int(self._session.get_outputs()[0].shape[-1])

    def _encode(self, text: str) -> Vector:
        """Return the mean of the vectors of the text's tokens, as sentence-transformers trains these models."""
        ids = np.array([self._tokenizer.encode(text).ids], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        wanted = {name: value for name, value in given.items() if name in self._inputs}
        mean: Vector = self._session.run(None, wanted)[0][0].mean(axis=0)
        return mean


class OnnxEncoder:
    """A model of the operator's own: a folder with the two files, whose vectors are the mean of its tokens'."""

    word_weight = chinese_word_weight = 1.0
    word_exponent = 1.5
    is_taught = False

    def __init__(self, folder: Path) -> None:
        model, tokenizer = (folder / name for name in ONNX_FILES)
        digest = sha256(model.read_bytes() + tokenizer.read_bytes()).hexdigest()[:12]
        self._transformer = Transformer(model, tokenizer)
        self.dimensions = self._transformer.dimensions
        self.name = f"onnx {folder.name} {self.dimensions} {digest}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        return self._transformer.encode(texts)

    def noise_level(self, question: str) -> float:
        return NOISE_LEVEL

    def encode_question(self, text: str) -> Vector:
        return without_average(self, text)
