"""Sets whose rows a transaction may read and write. Row-level security does the rest.

PostgreSQL shows no row of a table with a `person_id` until a person is set here. The setting ends
with the transaction, so a pooled connection never carries one person's scope to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from memoryweb.rls import rows

# SQL for whose rows these are, in policies and statements. The scalar subselect is evaluated once a statement. Unset
# means NULL, and NULL matches no row.
PERSON = "(SELECT NULLIF(current_setting('app.person_id', true), '')::uuid)"
# Whose scope it is: a person's in the browser, where app.agent_community is empty, or that of an agent, where it names
# the agent's one community, or says "none". So an agent moderates nowhere and reads no other community of its person.
AGENT_COMMUNITY = "coalesce(current_setting('app.agent_community', true), '')"
IS_PERSON = f"({AGENT_COMMUNITY} = '')"
NO_COMMUNITY = "none"  # of an agent that works for no community, so that it reads none of its person's


class Scope(NamedTuple):
    """What a transaction is set to. The connection keeps it, for statements to name the person (database.backend)."""

    person_id: UUID | None = None
    agent_community: str = ""
    is_clock: bool = False  # upkeep's role, which sees everyone's rows whatever is set


def current() -> Scope:
    """Return what the transaction is set to."""
    scope: Scope = _database().scope
    return scope


def _database() -> Any:
    return connections[DEFAULT_DB_ALIAS]


@contextmanager
def _known_as(scope: Scope) -> Iterator[None]:
    database, outer = _database(), current()
    database.scope = scope
    try:
        yield
    finally:
        database.scope = outer


def _set(scope: Scope) -> None:
    """Set the scope in the database, until the transaction ends.

    With SET LOCAL, because set_config reaches no other server that tables may be spread over.
    """
    values = [str(scope.person_id or ""), scope.agent_community]
    with connection.cursor() as cursor:  # Django puts the values in itself: SET takes none beside
        cursor.execute("SET LOCAL app.person_id = %s; SET LOCAL app.agent_community = %s", values)


@contextmanager
def acting_as(person_id: UUID, *, agent_community: UUID | str = "") -> Iterator[None]:
    """Run the block in a transaction that sees this person's rows and no others.

    `agent_community` is of the agent that acts for them: its community's id, or NO_COMMUNITY. Empty: the person acts.
    Inside another scope the transaction is a savepoint: a failure rolls the setting back with the
    changes, and a success sets the outer scope again. Otherwise the setting ends with the transaction.
    """
    is_inside, outer = connection.in_atomic_block, current()
    scope = Scope(UUID(str(person_id)), _community(agent_community), outer.is_clock)
    with transaction.atomic():
        _set(scope)
        with _known_as(scope):
            yield
        if is_inside and not connection.needs_rollback:  # otherwise the rollback undoes the setting
            _set(outer)


def _community(given: UUID | str) -> str:
    """Return the text that a scope is set to. Raises ValueError for what is no community's id."""
    return str(given) if given in ("", NO_COMMUNITY) else str(UUID(str(given)))


@contextmanager
def acting_as_found_by(
    function: str, value: bytes, query: str, parameters: Mapping[str, Any]
) -> Iterator[Sequence[Any] | None]:
    """Run the block in a transaction that sees the rows of the person whom this SQL function finds for the value.

    An agent acts, for no community yet. Gives the query's first row, in which %(person)s is that person. Every call of
    an agent begins with this.
    """
    with transaction.atomic():
        with rows.prepared_cursor() as cursor:
            cursor.execute(  # found and set in one round trip, which every call makes
                f"SELECT set_config('app.person_id', coalesce({function}(%s)::text, ''), true),"
                f" set_config('app.agent_community', '{NO_COMMUNITY}', true)",
                [value],
            )
            person, community = cursor.fetchone()
            row: Sequence[Any] | None = None
            if person:
                cursor.execute(query, {**parameters, "person": person})
                row = cursor.fetchone()
        with _known_as(Scope(UUID(person) if person else None, community)):
            yield row


def narrow_to_community(community_id: UUID) -> None:
    """Let the agent whose scope this is read its community, too."""
    narrowed = current()._replace(agent_community=_community(community_id))
    _set(narrowed)
    _database().scope = narrowed


@contextmanager
def acting_as_clock() -> Iterator[None]:
    """Run the block in a transaction as upkeep's role, which sees everyone's rows. The web role cannot do this."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE memoryweb_clock")
        with _known_as(current()._replace(is_clock=True)):
            yield
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def connect_as_worker() -> None:
    """Connect as the worker's role, for an upkeep command that is typed while the embedded servers run."""
    if settings.WORKER_DATABASE:
        connection.close()
        connection.settings_dict.update(settings.WORKER_DATABASE)
