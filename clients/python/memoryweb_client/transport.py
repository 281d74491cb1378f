"""Sends calls over HTTP: one deadline for a call and its retries, and every failure as one of our errors."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from datetime import date
from typing import IO, Any

from memoryweb_client.error_codes import ERRORS
from memoryweb_client.errors import BadAnswerError, MemoryWebError, NoAnswerError

ANSWER_MAX = 16 * 1024 * 1024  # bytes; the longest answer of memoryweb is far below it
FIRST_PAUSE = 0.2  # seconds before the first retry; each further one waits twice as long
GATEWAY_STATUSES = (502, 503, 504)  # a proxy in front of memoryweb that starts again


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows nothing: a redirected POST would lose its body, and its token would go to another server."""

    def redirect_request(self, *arguments: Any, **more: Any) -> None:
        return None


class Transport:
    """Calls operations of one memoryweb with one agent's token. Threads can share it."""

    def __init__(self, url: str, token: str, *, timeout: float, retries: int) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("The URL of memoryweb starts with http:// or https://.")
        if not token:
            raise ValueError("memoryweb needs the token of an agent. Create one under Agents.")
        self.url, self.timeout, self.retries = url.rstrip("/"), timeout, retries
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._opener = urllib.request.build_opener(NoRedirects)

    def call(self, name: str, arguments: Mapping[str, Any], *, writes: bool, key: str = "") -> Any:
        """Return the `data` of the answer. A write carries a key, so that a retry cannot happen twice."""
        body = json.dumps(arguments, default=_json_value).encode()
        headers = self._headers | ({"Idempotency-Key": key or str(uuid.uuid4())} if writes else {})
        deadline = time.monotonic() + self.timeout
        for attempt in range(self.retries + 1):
            try:
                return self._send(name, body, headers, deadline)
            except MemoryWebError as error:
                pause = max(error.retry_after, FIRST_PAUSE * 2**attempt)
                is_last = attempt == self.retries or time.monotonic() + pause >= deadline
                if is_last or not error.retryable:
                    raise
                time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def _send(self, name: str, body: bytes, headers: dict[str, str], deadline: float) -> Any:
        address = f"{self.url}/api/v1/tools/{name}"
        request = urllib.request.Request(address, body, headers, method="POST")  # noqa: S310  the scheme is checked
        left = max(deadline - time.monotonic(), 0.001)
        try:
            with self._opener.open(request, timeout=left) as response:
                return _read_data(response.status, _read(response, deadline))
        except urllib.error.HTTPError as error:
            with error:
                return _read_data(error.code, _read(error, deadline), error.headers.get("Location") or "")
        except MemoryWebError:
            raise
        except TimeoutError:
            raise NoAnswerError(f"memoryweb did not answer within {self.timeout:g} seconds.") from None
        except Exception as error:  # urllib lets through many kinds: OSError, HTTPException, ValueError
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError):
                raise NoAnswerError(f"memoryweb did not answer within {self.timeout:g} seconds.") from None
            raise NoAnswerError(f"memoryweb at {self.url} cannot be reached: {reason}") from error


def _read(response: IO[bytes], deadline: float) -> bytes:
    """Read an answer in pieces, so that one that trickles in cannot outlast the deadline."""
    pieces, length = [], 0
    while piece := response.read(64 * 1024):
        length += len(piece)
        pieces.append(piece)
        if length > ANSWER_MAX:
            raise BadAnswerError("The answer is too long to be one of memoryweb.")
        if time.monotonic() > deadline:
            raise TimeoutError
    return b"".join(pieces)


def _read_data(status: int, body: bytes, location: str = "") -> Any:
    """Return the `data` of an envelope, or raise the error that it tells."""
    if 300 <= status < 400:
        raise BadAnswerError(f"The server redirects to {location}. Use that address as the URL.")
    try:
        envelope = json.loads(body)
        if envelope["ok"] is True:
            return envelope["data"]
        error, request_id = envelope["error"], str(envelope["meta"]["requestId"])
        raise ERRORS.get(error["code"], MemoryWebError)(
            error["message"], retryable=error["retryable"], details=error.get("details"), request_id=request_id
        )
    except (ValueError, KeyError, TypeError):
        raise BadAnswerError(
            f"The server answers with status {status}, but not as memoryweb does. Is the URL right?",
            retryable=status in GATEWAY_STATUSES,
        ) from None


def _json_value(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON")
