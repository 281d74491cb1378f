"""Servers in folders of their own: one for the tests that only ask it something, one for each that harms it."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from memoryweb.embedded.postgres import Postgres


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with Postgres(tmp_path_factory.mktemp("embedded")) as server:
        yield server


@pytest.fixture
def admin(embedded: Postgres) -> Iterator[psycopg.Connection]:
    """Rolled back, so that the next test meets what promise and prepare left."""
    with psycopg.connect(embedded.superuser_url()) as connection:
        yield connection
        connection.rollback()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
