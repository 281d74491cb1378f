"""Sets whose rows a transaction may read and write. Row-level security does the rest.

PostgreSQL shows no row of a table with a `person_id` until a person is set here. The setting ends
with the transaction, so a pooled connection never carries one person's scope to the next.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from memoryweb.rls import rows

# SQL for whose rows these are, in policies and statements. The scalar subselect is evaluated once a statement. Unset
# means NULL, and NULL matches no row.
PERSON = "(SELECT NULLIF(current_setting('app.person_id', true), '')::uuid)"
# Whose scope it is: a person's in the browser, where app.agent_community is empty, or that of an agent, where it names
# the agent's one community, or says "none". So an agent moderates nowhere and reads no other community of its person.
AGENT_COMMUNITY = "coalesce(current_setting('app.agent_community', true), '')"
IS_PERSON = f"({AGENT_COMMUNITY} = '')"
NO_COMMUNITY = "none"  # of an agent that works for no community, so that it reads none of its person's


def _set(person: str, agent_community: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('app.person_id', %s, true), set_config('app.agent_community', %s, true)",
            [person, agent_community],
        )


def _exchange(person: str, agent_community: str) -> tuple[str, str]:
    """Set the scope and return the one before, in one statement: scopes are nested in each action of an import."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person, community,"
            " set_config('app.person_id', %s, true), set_config('app.agent_community', %s, true)"
            " FROM (SELECT coalesce(current_setting('app.person_id', true), '') AS person,"
            " coalesce(current_setting('app.agent_community', true), '') AS community OFFSET 0) AS before",
            [person, agent_community],
        )
        before, community, *_ = cursor.fetchone()
    return before, community


def current_person_id() -> UUID | None:
    """Return the person whose rows this transaction may see, or None."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.person_id', true), '')")
        (person,) = cursor.fetchone()
    return UUID(person) if person else None


@contextmanager
def acting_as(person_id: UUID, *, agent_community: str = "") -> Iterator[None]:
    """Run the block in a transaction that sees this person's rows and no others.

    `agent_community` is of the agent that acts for them: its community's id, or NO_COMMUNITY. Empty: the person acts.
    Inside another scope the transaction is a savepoint: a failure rolls the setting back with the
    changes, and a success sets the outer scope again. Otherwise the setting ends with the transaction.
    """
    is_inside = connection.in_atomic_block
    with transaction.atomic():
        outer = _exchange(str(person_id), agent_community)
        yield
        if is_inside and not connection.needs_rollback:  # otherwise the rollback undoes the setting
            _set(*outer)


def narrow_to_community(community_id: UUID) -> None:
    """Let the agent whose scope this is read its community, too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('app.agent_community', %s, true)", [str(community_id)])


@contextmanager
def acting_as_found_by(
    function: str, value: bytes, query: str, parameters: Sequence[Any]
) -> Iterator[Sequence[Any] | None]:
    """Run the block in a transaction that sees the rows of the person whom this SQL function finds for the value.

    An agent acts, for no community yet. Gives the query's first row. Every call of an agent begins with this.
    """
    with transaction.atomic():
        with rows.prepared_cursor() as cursor:
            cursor.execute(
                f"SELECT set_config('app.person_id', coalesce({function}(%s)::text, ''), true),"
                f" set_config('app.agent_community', '{NO_COMMUNITY}', true)",
                [value],
            )
            cursor.execute(query, parameters)
            row: Sequence[Any] | None = cursor.fetchone()
        yield row


@contextmanager
def acting_as_clock() -> Iterator[None]:
    """Run the block in a transaction as upkeep's role, which sees everyone's rows. The web role cannot do this."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE memoryweb_clock")
        yield
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def connect_as_worker() -> None:
    """Connect as the worker's role, for an upkeep command that is typed while the embedded servers run."""
    if settings.WORKER_DATABASE:
        connection.close()
        connection.settings_dict.update(settings.WORKER_DATABASE)
