"""Long calls are read one at a time, and the agents take turns."""

from anyio import create_task_group, run
from anyio.lowlevel import checkpoint

from memoryweb.api.request import LONG, in_turn

LONG_BODY, SHORT_BODY = b"x" * (LONG + 1), b"x" * LONG


def test_an_agent_with_many_long_calls_lets_another_go_before_its_second() -> None:
    """The first agent sends four at once, the other one after them; a short call overtakes them all."""
    order: list[str] = []
    running = 0

    async def call(name: str, token: str, body: bytes) -> None:
        nonlocal running
        async with in_turn(token, body):
            running += len(body) > LONG
            assert running <= 1
            order.append(name)
            for _ in range(3):
                await checkpoint()
            running -= len(body) > LONG

    async def all_at_once() -> None:
        async with create_task_group() as calls:
            for number in range(4):
                calls.start_soon(call, f"first {number}", "first", LONG_BODY)
            calls.start_soon(call, "second", "second", LONG_BODY)
            calls.start_soon(call, "short", "first", SHORT_BODY)

    run(all_at_once)
    longs = [name for name in order if name != "short"]
    assert longs[:2] == ["first 0", "second"]
    assert sorted(longs[2:]) == ["first 1", "first 2", "first 3"]
    assert order.index("short") <= 1
