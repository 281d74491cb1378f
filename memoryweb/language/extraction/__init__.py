"""Finds what a message says about the person who wrote it, by rules, without a model."""

from memoryweb.language import readings
from memoryweb.language.extraction.sentences import without_injected
from memoryweb.language.extraction.types import Find

__all__ = ["Find", "describe", "find", "without_injected"]


def find(message: str) -> list[Find]:
    """Return what a message says. Compiling the patterns takes a sixth of a second, so most commands never do."""
    from memoryweb.language.extraction import pipeline

    return readings.once(("statements", message), lambda: pipeline.find(message))


def is_ready(message: str) -> bool:
    """Return whether a message's reading is kept, or may be made now."""
    return readings.is_ready(("statements", message))


def describe(sentence: str) -> Find | None:
    """Return how a conversation would file a sentence, worth asking about or not; None if unknown."""
    from memoryweb.language.extraction import pipeline

    return pipeline.describe(sentence)
