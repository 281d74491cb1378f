"""What HTTP and MCP share: the token, the length of the body, and how many calls of agents run at once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from anyio import CapacityLimiter, Lock
from starlette.types import Message, Receive

# Of the web process's 8 connections to the database, so that people's pages always get one. Others wait for their turn.
# With 3, 4 and 6 of them 128 agents save equally much, and with 6 a page takes half as long again.
CALLS_AT_ONCE = 4
CHATS_AT_ONCE = 2  # messages of other chat systems, whose answer may wait for a language model
UPDATES_AT_ONCE = 2  # of Telegram, which wait for nobody
agent_calls = CapacityLimiter(CALLS_AT_ONCE)
chat_calls = CapacityLimiter(CHATS_AT_ONCE)
telegram_updates = CapacityLimiter(UPDATES_AT_ONCE)
LONG = 4_000  # bytes of a body whose words take a while to read
_long_call = CapacityLimiter(1)  # of all agents: what is read beside a page takes processor time from it
_long_calls: WeakValueDictionary[str, Lock] = WeakValueDictionary()  # by token: of one agent one stands in line
NO_TOKEN = "none"  # noqa: S105  nobody's
BODY_MAX = 256 * 1024  # bytes; the longest valid arguments are about 60 kB


def bearer_token(header: str) -> str:
    """Return an Authorization header's token; NO_TOKEN if missing."""
    scheme, _, token = header.partition(" ")
    return token.strip() or NO_TOKEN if scheme.lower() == "bearer" else NO_TOKEN


@asynccontextmanager
async def in_turn(token: str, body: bytes) -> AsyncIterator[None]:
    """Wait until a long body may be read: one at a time, and the agents take turns. A short one never waits."""
    if len(body) <= LONG:
        yield
        return
    async with _long_calls.setdefault(token, Lock()), _long_call:
        yield


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body that was read already, and then whatever else comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again
