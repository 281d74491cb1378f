"""Fixtures for recall: an encoder that is a local server."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.recall import embeddings_server


@pytest.fixture
def server(settings: Any) -> Iterator[embeddings_server.Server]:
    """Selects a fresh local embeddings server as the encoder."""
    with embeddings_server.running() as (server, address):
        settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY = address, "letters", "sesame"
        yield server
