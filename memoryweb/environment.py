"""Reads settings from the environment."""

import os
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from memoryweb.rls.sessions import end_session


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def env_bool(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def env_int(name: str, default: int) -> int:
    """Return a number from 0. Raises ImproperlyConfigured."""
    value = os.environ.get(name) or str(default)
    if not value.isascii() or not value.isdigit():
        raise ImproperlyConfigured(f"{name} is {value!r}. It must be a whole number.")
    return int(value)


def database(url: str) -> dict[str, object]:
    """Return Django's settings for a postgresql:// URL. Query parameters become libpq options."""
    parts = urlsplit(url)
    options: dict[str, object] = {name: values[0] for name, values in parse_qs(parts.query).items()}
    host = options.pop("host", None) or unquote(parts.hostname or "")
    if size := env_int("DATABASE_POOL", 0):
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 5, "reset": end_session}
    if env_bool("DATABASE_PREPARES"):  # what goes through rls.rows.prepared_cursor; Django prepares nothing
        options["prepare_threshold"] = 0
    if "connect_timeout" not in options:
        options["connect_timeout"] = "5"
    return {
        "ENGINE": "memoryweb.database.backend",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,  # PgBouncer in transaction mode
    }
