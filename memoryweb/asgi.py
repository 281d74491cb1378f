"""The ASGI application of the web process. It refuses to start on a database that would not keep people apart."""

import gc
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryweb.settings")

from threading import Event, Thread
from typing import Any

import django
from django.urls import get_resolver

django.setup()

from memoryweb.api import mcp
from memoryweb.embedded.child import end_with_parent
from memoryweb.embedded.leftovers import MARK
from memoryweb.language import lazy_pattern
from memoryweb.language.heads import worth_asking
from memoryweb.recall import embed_later, encoders
from memoryweb.review import live
from memoryweb.rls.checks import refuse_unsafe_database
from memoryweb.threads import ThreadedHandler
from memoryweb.web_limits import limited

if MARK in os.environ:  # the supervisor sees only Granian's main process, not this one
    end_with_parent()
django_application = ThreadedHandler()
refuse_unsafe_database()


# After each of its questions to the database a page waits for whatever text is read beside it, at most so long.
sys.setswitchinterval(0.0005)  # seconds
WARM_UP_WITHIN = 5  # seconds
_answered = Event()


def _warm_up() -> None:
    """Load what later calls would wait for, once the first one is answered: beside it, that takes twice as long."""
    _answered.wait(WARM_UP_WITHIN)
    get_resolver().url_patterns  # noqa: B018 - loads the views
    lazy_pattern.compile_all()
    encoders.warm_up()
    worth_asking.warm_up()
    gc.freeze()  # again (embedded/apps.py), with the views and the encoder


Thread(target=_warm_up, name="warm-up", daemon=True).start()
embed_later.start()


async def _any_application(scope: Any, receive: Any, send: Any) -> None:
    """Hand `/mcp` and the process's start and end to MCP, streams to `live`, and everything else to Django."""
    if mcp.serves(scope):
        await mcp.application(scope, receive, send)
    elif live.serves(scope):
        await live.application(scope, receive, send)
    else:
        await django_application(scope, receive, send)


async def _noting_the_first(scope: Any, receive: Any, send: Any) -> None:
    try:
        await _any_application(scope, receive, send)
    finally:
        if scope["type"] == "http":
            _answered.set()


application = limited(_noting_the_first)
