"""Fixtures of an embedded PostgreSQL for the tests that only read it or roll back what they change."""

from collections.abc import Iterator

import psycopg
import pytest

from memoryweb.embedded.postgres import Postgres


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A running server in a folder of its own. A test that harms its server starts another one."""
    with Postgres(tmp_path_factory.mktemp("embedded")) as server:
        yield server


@pytest.fixture
def admin(embedded: Postgres) -> Iterator[psycopg.Connection]:
    """A superuser's connection, rolled back after the test."""
    with psycopg.connect(embedded.superuser_url()) as connection:
        yield connection
        connection.rollback()
