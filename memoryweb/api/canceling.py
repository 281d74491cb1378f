"""Cancels a running call whose caller closes the connection or, over MCP, says that it no longer wants the answer."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from anyio import to_thread
from redis import RedisError
from starlette.types import Message, Receive

from memoryweb.api import other_processes
from memoryweb.rules.cancellation import CURRENT, Cancellation

_running: dict[str, list[Cancellation]] = defaultdict(list)  # in this process; a client's ids may begin anew each time


@asynccontextmanager
async def cancelable(receive: Receive, key: str = "") -> AsyncIterator[Receive]:
    """Make the call in the block cancelable: by closing its connection and, if given, by its key.

    Gives a `receive` for whoever waits for that end, too. The whole body must have been received.
    """
    cancellation, closed = Cancellation(), asyncio.Event()

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        closed.set()
        await to_thread.run_sync(cancellation.cancel)

    async def receive_the_end() -> Message:
        await closed.wait()
        return {"type": "http.disconnect"}

    token, watcher = CURRENT.set(cancellation), asyncio.create_task(watch())
    if key:
        other_processes.listen(_count, _cancel)
        _running[key].append(cancellation)
    try:
        yield receive_the_end
    finally:
        CURRENT.reset(token)
        if key:
            _forget(key, cancellation)
        watcher.cancel()


async def cancel(key: str) -> None:
    """Cancel the running call with this key. If several have it, nobody knows which one is meant, and all go on."""
    await to_thread.run_sync(_cancel_anywhere, key)


def _cancel_anywhere(key: str) -> None:
    """Cancel the call with this key in the process that runs it; without the cache, only in this process."""
    here = _count(key)
    if here <= 1:
        found = here
        with suppress(RedisError):
            found = here + other_processes.count(key)
        if found == 1:
            _cancel(key)
            with suppress(RedisError):
                other_processes.cancel(key)


def _count(key: str) -> int:
    return len(_running.get(key, []))


def _cancel(key: str) -> None:
    """Cancel the call if this process runs it."""
    for cancellation in tuple(_running.get(key, [])):
        cancellation.cancel()


def _forget(key: str, cancellation: Cancellation) -> None:
    _running[key].remove(cancellation)
    if not _running[key]:
        del _running[key]
