"""The web process: one address space for both protocols, refused on a database that would not keep people apart."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

from typing import Any

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from memoryweb.api import mcp
from memoryweb.rls.checks import refuse_unsafe_database

refuse_unsafe_database()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """`/mcp`, and the start and end of the process, are MCP's; everything else is Django's."""
    await (mcp.application if mcp.serves(scope) else pages)(scope, receive, send)
