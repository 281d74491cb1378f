"""Finds what a message says about the person who wrote it, by rules, without a model (SPEC §9)."""

from memoryweb.learning.extraction.sentences import without_injected
from memoryweb.learning.extraction.types import Find

__all__ = ["Find", "describe", "find", "without_injected"]


def find(message: str) -> list[Find]:
    """Return what a message says. Compiling the patterns takes a sixth of a second, so most commands never do."""
    from memoryweb.learning.extraction import pipeline

    return pipeline.find(message)


def describe(sentence: str) -> Find | None:
    """Return how a conversation would file a sentence, whether or not it would be worth asking about."""
    from memoryweb.learning.extraction import pipeline

    return pipeline.describe(sentence)
