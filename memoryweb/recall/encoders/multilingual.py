"""The default encoder: one of sixteen languages for every text, and MiniLM beside it for English ones."""

import logging
from collections.abc import Sequence

import numpy as np

from memoryweb.language.heads import encoder, english, requests
from memoryweb.language.locales import CHINESE
from memoryweb.language.text import tokens
from memoryweb.recall.encoders import minilm
from memoryweb.recall.encoders.vectors import Vector, Vectors
from memoryweb.recall.encoders.wheel import MissingFileError

log = logging.getLogger(__name__)

# Found on corpora/needs.jsonl: what each lets through beside what is needed is about the same.
ENGLISH_NOISE, CHINESE_NOISE, OTHER_NOISE = 0.18, 0.18, 0.12
ENGLISH_SHARE = 0.6  # of MiniLM's cosine in that of two English texts: found on corpora/needs.jsonl


class MultilingualEncoder:
    """Joins two vectors, so that the inner product of two English texts is the weighted mean of two cosines.

    A text of another language has the multilingual vector alone, so a question finds memories in every language. A
    question is turned towards what it needs (language/heads/requests.py). The memories' vectors stay as the encoders
    make them, so that teaching it anew embeds nothing again.
    """

    word_weight, chinese_word_weight, word_exponent = 1.4, 0.2, 2.0
    is_taught = True
    TEXT_MAX = 1_000  # characters of a text: the time grows with every one

    def __init__(self, *, has_english: bool = True) -> None:
        """Leave MiniLM away where its packages are missing or have other files than ours."""
        try:
            self._english = minilm.load() if has_english else None
        except (ImportError, MissingFileError) as error:
            log.warning("English texts are read by the multilingual encoder alone: %s.", error)
            self._english = None
        self.dimensions = encoder.DIMENSIONS + (minilm.DIMENSIONS if self._english else 0)
        self.name = f"multilingual {'and minilm ' if self._english else ''}{self.dimensions} 1"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode each by itself: in a batch the last decimals would depend on the others."""
        rows = [self._encode(text) for text in texts]
        return np.array(rows, np.float32).reshape(-1, self.dimensions)

    def noise_level(self, question: str) -> float:
        if tokens.detect_language(question) == CHINESE.code:
            return CHINESE_NOISE
        return ENGLISH_NOISE if english.is_english(question) else OTHER_NOISE

    def encode_question(self, text: str) -> Vector:
        turned: Vector = requests.turned(self.encode([text]))[0]
        return turned

    def _encode(self, text: str) -> Vector:
        every: Vector = encoder.encode([text], self.TEXT_MAX)[0]
        if not self._english:
            return every
        if not english.is_english(text):
            return np.concatenate([np.zeros(minilm.DIMENSIONS, np.float32), every])
        own = self._english.encode([text])[0]
        return np.concatenate([own * np.sqrt(ENGLISH_SHARE), every * np.sqrt(1 - ENGLISH_SHARE)], dtype=np.float32)
