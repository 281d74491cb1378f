"""The ASGI application of the web process. It refuses to start on a database that would not keep people apart."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

from typing import Any

import django

django.setup()

from memoryweb.api import mcp
from memoryweb.rls.checks import refuse_unsafe_database
from memoryweb.threads import ThreadedHandler
from memoryweb.web_limits import limited

django_application = ThreadedHandler()
refuse_unsafe_database()


async def _any_application(scope: Any, receive: Any, send: Any) -> None:
    """Hand `/mcp` and the process's start and end to MCP, and everything else to Django."""
    await (mcp.application if mcp.serves(scope) else django_application)(scope, receive, send)


application = limited(_any_application)
