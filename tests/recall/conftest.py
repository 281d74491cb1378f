"""Another encoder: a server on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.recall import endpoint_server


@pytest.fixture
def server(settings: Any) -> Iterator[endpoint_server.Server]:
    """The chosen encoder is an endpoint of its own, which nobody has asked yet."""
    with endpoint_server.running() as (running, address):
        settings.EMBEDDINGS, settings.EMBEDDINGS_MODEL, settings.EMBEDDINGS_KEY = address, "letters", "sesame"
        yield running
