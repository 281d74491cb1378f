"""A data folder of its own for each test that starts or harms a server."""

from pathlib import Path

import pytest

from tests.embedded_server import admin, embedded

__all__ = ["admin", "embedded"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
