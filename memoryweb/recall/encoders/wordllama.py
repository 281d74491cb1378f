"""An encoder of word vectors, from the table in wordllama's wheel. It needs numpy only."""

from collections.abc import Sequence

import numpy as np

from memoryweb.recall.encoders.vectors import Vector, Vectors, normalize_rows
from memoryweb.recall.encoders.wheel import tokenizer, wheel_file


class WordLlamaEncoder:
    """Averages the vectors of a text's word pieces, from the table in wordllama's wheel.

    Frequent pieces count less (SIF weighting). The tokenizer numbers pieces roughly by frequency, so Zipf's law
    estimates a piece's frequency from its number. We read the files ourselves because the wheel's own loader imports
    an HTTP client and takes three times as long.
    """

    dimensions = 256
    name = "wordllama l2_supercat 256 sif 2"
    noise_level, chinese_noise_level = 0.18, 0.4
    shared_part, word_weight, word_exponent = 0.5, 1.5, 1.5
    HALF_WEIGHT_FREQUENCY = 1e-2  # a piece of this frequency counts half
    FIRST_MERGED = 259  # smaller numbers are special tokens and single bytes

    def __init__(self) -> None:
        from safetensors.numpy import load_file

        self._tokenizer = tokenizer()
        self._table = load_file(wheel_file("wordllama", "weights/l2_supercat_256.safetensors"))["embedding.weight"]
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
