"""Calls the Bot API of Telegram, or of a server that speaks it, over HTTP. Never inside a transaction."""

import ssl
from functools import cache
from typing import Any

from django.conf import settings

TIMEOUT = 10.0  # seconds for each step of a call
RETRY_AFTER_MAX = 300  # seconds
GONE = frozenset({400, 401, 403, 404})  # it will not go through later either: blocked, left, no such chat


class BotApiError(Exception):
    """A call failed. It never holds the token or a text.

    `retry_after` is in seconds; None: it would fail again. `status` is what Telegram answered; without an answer None,
    and `may_have_arrived` says whether the call was on its way.
    """

    def __init__(
        self, reason: str, retry_after: int | None = None, *, status: int | None = None, may_have_arrived: bool = False
    ) -> None:
        super().__init__(reason)
        self.retry_after, self.status, self.may_have_arrived = retry_after, status, may_have_arrived


@cache
def _certificates() -> ssl.SSLContext:
    """Read the certificates that we trust once: reading them takes longer than a call, 30 ms."""
    import httpx

    return httpx.create_ssl_context()


def call(method: str, payload: dict[str, Any], *, timeout: float = TIMEOUT) -> Any:
    """Call a method and return its result. Raises BotApiError."""
    import httpx  # here, because every process loads this module, and few of them call

    address = f"{settings.TELEGRAM_API.rstrip('/')}/bot{settings.TELEGRAM_BOT_TOKEN}/{method}"
    try:
        response = httpx.post(address, json=payload, timeout=timeout, follow_redirects=False, verify=_certificates())
        answer = response.json()
    except httpx.HTTPError as error:
        is_sent = not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.UnsupportedProtocol)
        name = type(error).__name__  # its text has the address, and so the token
        raise BotApiError(name, 0, may_have_arrived=is_sent) from None
    except ValueError:
        raise BotApiError("The answer is not JSON.", 0, may_have_arrived=True) from None
    if not isinstance(answer, dict):
        raise BotApiError("The answer is not a JSON object.", 0, may_have_arrived=True)
    if answer.get("ok") is True:
        return answer.get("result")
    raise _failure(answer, response.status_code)


def _failure(answer: dict[str, Any], status: int) -> BotApiError:
    code = answer.get("error_code") if isinstance(answer.get("error_code"), int) else status
    if code in GONE:
        return BotApiError(f"Telegram answers {code}.", status=code)
    parameters = answer.get("parameters")
    seconds = parameters.get("retry_after") if isinstance(parameters, dict) else 0
    after = min(max(int(seconds or 0), 0), RETRY_AFTER_MAX) if isinstance(seconds, int | None) else 0
    return BotApiError(f"Telegram answers {code}.", after, status=code)
