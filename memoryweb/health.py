"""The health check: tells a load balancer and `manage.py up` whether this process can serve."""

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

TIMEOUT = 2  # seconds for the database to answer; libpq accepts no less
BROKER_TIMEOUT = 0.5  # seconds; redis-py tries three times
OF_DJANGO = {"context", "cursor_factory", "prepare_threshold"}  # how it works on a connection, not where that leads
FREE_BYTES_NEEDED = 64_000_000  # on the embedded servers' disk, or writes will soon fail


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 and `{"ok": true}` when the database answers and can write, else 503 and which part is down.

    Without the broker pages and agents are still served, and beat later finds the work that no task
    announced: 200 and `"degraded": true`. No error text is shown, because it may name hosts.
    """
    parts = {"database": is_up(check_database), "disk": is_up(check_disk), "broker": is_up(check_broker)}
    ok = parts["database"] and parts["disk"]
    body = {
        "ok": ok,
        "degraded": ok and not parts["broker"],
        "parts": {name: "up" if works else "down" for name, works in parts.items()},
    }
    return JsonResponse(body, status=200 if ok else 503)


def is_up(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:  # whatever a driver raises, the answer is "down"
        return False
    return True


def check_database() -> None:
    """Run a query on a new connection. The pool's would wait for a free one, and longer for a dead host."""
    parameters: dict[str, Any] = connection.get_connection_params()
    address = {name: value for name, value in parameters.items() if name not in OF_DJANGO}
    limits = {"connect_timeout": TIMEOUT, "tcp_user_timeout": TIMEOUT * 1000}
    with psycopg.connect(**address | limits, autocommit=True) as new:
        new.execute("SELECT 1")


def check_disk() -> None:
    """Check the disk of the embedded database. Nothing is known of an external one's."""
    data = Path(settings.DATA)
    if data.exists() and shutil.disk_usage(data).free < FREE_BYTES_NEEDED:
        raise OSError("the disk is full")


def check_broker() -> None:
    limits = {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}
    with Connection(  # type: ignore[no-untyped-call]
        settings.CELERY_BROKER_URL, connect_timeout=BROKER_TIMEOUT, transport_options=limits
    ) as link:
        link.connect()
