"""A command of the clock on a machine with the embedded servers: it signs in as the worker, not as the web."""

import os

from django.conf import settings
from django.db import connection

from memoryweb.local.endpoints import WORKER, database_url


def become_worker() -> None:
    """Where DATABASE_URL names the role, that one stays."""
    if "DATABASE_URL" in os.environ:
        return
    from memoryweb.settings import database

    connection.close()
    connection.settings_dict.update(database(database_url(settings.DATA, WORKER)))
