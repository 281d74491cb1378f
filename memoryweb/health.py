"""Whether this process can serve: what a load balancer, or `manage.py up`, asks."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.connection import Connection

TIMEOUT = 2  # seconds the database may take to answer; libpq takes no less
BROKER_TIMEOUT = 0.5  # seconds; redis-py tries three times
ROOM_NEEDED = 64_000_000  # bytes free on the embedded servers' disk, or writes will soon fail


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 and `{"ok": true}` when the database answers and can write, else 503 and which part is down.

    Without the broker pages and agents are still served, and beat finds later what was not
    announced: `"degraded": true`, 200. No part's error text is shown: it may name hosts.
    """
    parts = {"database": works(database), "disk": works(disk), "broker": works(broker)}
    ok = parts["database"] and parts["disk"]
    body = {
        "ok": ok,
        "degraded": ok and not parts["broker"],
        "parts": {name: "up" if up else "down" for name, up in parts.items()},
    }
    return JsonResponse(body, status=200 if ok else 503)


def works(part: Callable[[], None]) -> bool:
    try:
        part()
    except Exception:  # whatever a driver raises, the answer is "down"
        return False
    return True


def database() -> None:
    """By a connection of its own: the pool's would wait for a busy one, and longer for a dead host."""
    parameters: dict[str, Any] = connection.get_connection_params()
    known = {"host", "port", "user", "password", "dbname", "sslmode", "sslrootcert"}
    address = {name: value for name, value in parameters.items() if name in known}
    with psycopg.connect(**address, connect_timeout=TIMEOUT, tcp_user_timeout=TIMEOUT * 1000, autocommit=True) as own:
        own.execute("SELECT 1")


def disk() -> None:
    """The embedded database's; one elsewhere is watched there."""
    data = Path(settings.DATA)
    if data.exists() and shutil.disk_usage(data).free < ROOM_NEEDED:
        raise OSError("the disk is full")


def broker() -> None:
    limits = {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}
    with Connection(  # type: ignore[no-untyped-call]
        settings.CELERY_BROKER_URL, connect_timeout=BROKER_TIMEOUT, transport_options=limits
    ) as link:
        link.connect()
