"""Compares two statements: the same words, the same subject, or a contradiction."""
