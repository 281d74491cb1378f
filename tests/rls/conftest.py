"""The database of the row-level-security tests: an embedded PostgreSQL with its roles."""

from tests.embedded_server import admin, embedded

__all__ = ["admin", "embedded"]
