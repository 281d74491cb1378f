"""Finds what a message says about the person who wrote it, by rules, without a model (SPEC §9)."""

from memoryweb.learning.extraction.pipeline import find
from memoryweb.learning.extraction.sentences import without_injected
from memoryweb.learning.extraction.types import Find

__all__ = ["Find", "find", "without_injected"]
