"""Commands for people to type in memoryweb's terminal, and the ways to sign in here."""

import os
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

LOCAL = {"127.0.0.1", "localhost", "::1"}


def is_local() -> bool:
    """Return whether memoryweb runs on the person's own machine."""
    return urlsplit(settings.BASE_URL).hostname in LOCAL


def command(words: str) -> str:
    """Return a management command as it is typed. It needs what a local start had in its environment."""
    names = ("MEMORYWEB_DATA", "PORT") if is_local() else ()
    variables = "".join(f"{name}={os.environ[name]} " for name in names if os.environ.get(name))
    return f"{variables}.venv/bin/python manage.py {words}"


def ways_to_sign_in() -> dict[str, Any]:
    """Return what the sign-in page says: a local start printed a link in a terminal, others send it by mail."""
    return {
        "is_local": is_local(),
        "sends_mail": bool(settings.EMAIL_HOST),
        "new_link_command": command("create_person EMAIL"),
        "identity_provider": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
    }
