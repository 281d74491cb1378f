"""The clients: one that waits and one for asyncio, with a method for each operation."""

import asyncio
import os
from typing import Any, Self, TypeVar

from memoryweb_client.async_operations import AsyncOperations
from memoryweb_client.operations import Operations
from memoryweb_client.parsing import build
from memoryweb_client.transport import Transport

T = TypeVar("T")
TIMEOUT = 10.0  # seconds for a call with its retries
RETRIES = 2


class _Connected:
    """Where memoryweb is and whose token is used."""

    def __init__(self, url: str, token: str, *, timeout: float = TIMEOUT, retries: int = RETRIES) -> None:
        self._transport = Transport(url, token, timeout=timeout, retries=retries)
        self._token = token

    def with_timeout(self, timeout: float) -> Self:
        """Return a client of the same agent that gives up after this many seconds, without retries."""
        return type(self)(self.url, self._token, timeout=timeout, retries=0)

    @property
    def url(self) -> str:
        return self._transport.url

    @classmethod
    def from_environment(cls, *, timeout: float = TIMEOUT, retries: int = RETRIES) -> Self:
        """Return a client for MEMORYWEB_URL with MEMORYWEB_TOKEN."""
        missing = [name for name in ("MEMORYWEB_URL", "MEMORYWEB_TOKEN") if not os.environ.get(name)]
        if missing:
            raise ValueError(f"Set {' and '.join(missing)}.")
        return cls(os.environ["MEMORYWEB_URL"], os.environ["MEMORYWEB_TOKEN"], timeout=timeout, retries=retries)


class Client(_Connected, Operations):
    """Calls memoryweb and waits for the answer. Threads can share it."""

    def _call(self, name: str, result: type[T], arguments: dict[str, Any], *, writes: bool, key: str) -> T:
        return build(result, self._transport.call(name, arguments, writes=writes, key=key))


class AsyncClient(_Connected, AsyncOperations):
    """Calls memoryweb from asyncio, each call in a thread. A canceled call is not waited for, but may still happen."""

    async def _call(self, name: str, result: type[T], arguments: dict[str, Any], *, writes: bool, key: str) -> T:
        return build(result, await asyncio.to_thread(self._transport.call, name, arguments, writes=writes, key=key))
