"""The application as it is served, with a token for callers that send none: the suite has no option for headers."""

import os
from typing import Any

from memoryweb.asgi import application as served

TOKEN = os.environ["CONFORMANCE_TOKEN"].encode()


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http" and scope["path"] == "/mcp":
        scope = {**scope, "headers": [*scope["headers"], (b"authorization", b"Bearer " + TOKEN)]}
    await served(scope, receive, send)
