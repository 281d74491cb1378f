"""Waits for what another process or thread does. A test that waits in vain fails, so the one patience may be long."""

from collections.abc import Callable

from memoryweb.embedded.child import until

PATIENCE = 300.0  # seconds; on a busy machine a first start took over 120


def wait_for(happened: Callable[[], bool], said: Callable[[], object] = str, *, step: float = 0.02) -> None:
    """Wait until something happened. `said` tells why it has not."""
    assert until(happened, PATIENCE, step=step), said() or "it did not happen"
