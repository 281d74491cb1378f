"""Chinese statements: which clauses speak of the writer, and what they say."""

from memoryweb.learning.extraction.chinese.clauses import HYPOTHETICAL, statements

__all__ = ["HYPOTHETICAL", "statements"]
