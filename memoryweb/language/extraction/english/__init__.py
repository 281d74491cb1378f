"""English statements: which clauses speak of the writer, and what they say."""

from memoryweb.language.extraction.english.clauses import HYPOTHETICAL, statements

__all__ = ["HYPOTHETICAL", "statements"]
