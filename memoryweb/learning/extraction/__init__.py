"""What a message says about the person who wrote it, by rules, without any model (SPEC §9)."""

from memoryweb.learning.extraction.finding import Find
from memoryweb.learning.extraction.message import without_injected
from memoryweb.learning.extraction.reading import find

__all__ = ["Find", "find", "without_injected"]
