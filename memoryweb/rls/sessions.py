"""Ends what a request may have left in its database connection, before the pool gives it to the next request."""

from typing import Any

from psycopg import Connection

# Cursors WITH HOLD keep rows past their transaction, and with them past the person's scope; LISTEN and SET without
# LOCAL last as long. Our own code leaves none of these, so this is for SQL that is not ours. Prepared statements stay:
# they hold the text of a statement and its plan, but no value and no row. Django sets the time zone once for each
# connection.
END_SESSION = "CLOSE ALL; UNLISTEN *; RESET SESSION AUTHORIZATION; RESET ALL; SET TIME ZONE 'UTC'"


def end_session(connection: Connection[Any]) -> None:
    """Reset a connection that comes back to psycopg's pool, in one round trip after the answer was sent."""
    connection.autocommit = True
    connection.execute(END_SESSION)
