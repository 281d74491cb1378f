"""A connection that knows whose rows its transaction reads and writes."""

from uuid import UUID

from django.db.backends.postgresql import base, operations

from memoryweb.rls.scope import Scope


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "memoryweb.database.backend.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper, with what rls.scope has set in the database for the transaction."""

    ops_class = DatabaseOperations
    scope = Scope()

    @property
    def person_id(self) -> UUID | None:
        """The person whom statements name."""
        return None if self.scope.is_clock else self.scope.person_id
