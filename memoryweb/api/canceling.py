"""Cancels a running call whose caller closes the connection or, over MCP, says that it no longer wants the answer."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

from anyio import to_thread
from starlette.types import Message, Receive

from memoryweb.rules.cancellation import CURRENT, Cancellation

Key = tuple[Hashable, ...]
_running: dict[Key, list[Cancellation]] = defaultdict(list)  # in this process; a client's ids may begin anew each time


@asynccontextmanager
async def cancelable(receive: Receive, key: Key | None = None) -> AsyncIterator[Receive]:
    """Let the call in the block be canceled: by the end of its connection, and by its key, if it has one.

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
        _running[key].append(cancellation)
    try:
        yield receive_the_end
    finally:
        CURRENT.reset(token)
        if key:
            _forget(key, cancellation)
        watcher.cancel()


async def cancel(key: Key) -> None:
    """Cancel the running call with this key. If several have it, nobody knows which one is meant, and all go on."""
    if len(running := _running.get(key, [])) == 1:
        await to_thread.run_sync(running[0].cancel)


def _forget(key: Key, cancellation: Cancellation) -> None:
    _running[key].remove(cancellation)
    if not _running[key]:
        del _running[key]
