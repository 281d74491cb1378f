"""One HTTP request to an address that somebody else named.

Its name is looked up once, every address it has must be public, and the connection goes to the address that was
checked: a second lookup cannot lead inside. Nothing is followed, a proxy is never used, and all of it together has a
few seconds and a few kilobytes.
"""

import http.client
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import Message
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import Any
from urllib.parse import SplitResult

from memoryweb.outgoing.addresses import is_public

LOOKUPS_AT_ONCE = 8  # of names; one that nobody answers takes the resolver's own time, and its caller does not wait
lookups = ThreadPoolExecutor(LOOKUPS_AT_ONCE, thread_name_prefix="lookup")


class OutgoingError(Exception):
    """A request without usable answer. The text is for logs: it quotes nothing that was sent."""


class NotPublicError(OutgoingError):
    """The address would lead inside."""


class SentError(OutgoingError):
    """The request may have arrived, although no answer came."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message = field(repr=False)
    body: bytes = field(repr=False)


def ask(
    parts: SplitResult,
    *,
    most: int,
    seconds: float,
    may_be_inside: bool = False,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> Answer:
    """Send one request and return what came back: at most so many bytes, within so many seconds.

    `parts` are of an http or https address whose host is plain ASCII. Nothing outside the public internet is asked,
    except where an address may be inside.
    """
    deadline = monotonic() + seconds
    try:
        address = _checked_address(parts, deadline, may_be_inside=may_be_inside)
        connection = _connect(parts, address, deadline)
    except OSError as error:  # includes TLS, lookups and timeouts
        raise OutgoingError(type(error).__name__) from None
    with connection:
        try:
            connection.sendall(_head(parts, method, headers or {}, body) + body)
            return _read(connection, method, most, deadline)
        except OSError as error:
            raise SentError(type(error).__name__) from None


def _checked_address(parts: SplitResult, deadline: float, *, may_be_inside: bool) -> tuple[str, int]:
    """Look the name up once, and refuse it if any of its addresses is not public."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    looked_up = lookups.submit(socket.getaddrinfo, parts.hostname, port, proto=socket.IPPROTO_TCP)
    try:
        found = looked_up.result(timeout=_left(deadline))
    except UnicodeError:
        raise OutgoingError("no name of a host") from None
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    if not may_be_inside and not all(map(is_public, addresses)):
        raise NotPublicError("not a public address")
    return addresses[0], port


def _connect(parts: SplitResult, address: tuple[str, int], deadline: float) -> socket.socket:
    plain = socket.create_connection(address, _left(deadline))
    if parts.scheme != "https":
        plain.settimeout(_left(deadline))
        return plain
    try:
        plain.settimeout(_left(deadline))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)
    except BaseException:
        plain.close()
        raise


def _head(parts: SplitResult, method: str, headers: Mapping[str, str], body: bytes) -> bytes:
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    all_headers = {"Host": parts.netloc, **headers, "Connection": "close"}
    if body or method == "POST":
        all_headers["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")


class _Received(RawIOBase):
    """Hands the bytes that come to http.client, up to the last second and the last byte that are allowed."""

    def __init__(self, connection: socket.socket, most: int, deadline: float) -> None:
        self._connection, self._left, self._deadline = connection, most, deadline

    def makefile(self, *_: object) -> BufferedReader:
        return BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(_left(self._deadline, SentError))
        count = self._connection.recv_into(buffer)
        self._left -= count
        if self._left < 0:
            raise SentError("too long")
        return count


def _read(connection: socket.socket, method: str, most: int, deadline: float) -> Answer:
    received = _Received(connection, most, deadline)
    response = http.client.HTTPResponse(received, method=method)  # type: ignore[arg-type]
    try:
        response.begin()
        return Answer(response.status, response.headers, response.read())
    except (http.client.HTTPException, ValueError):
        raise SentError("no HTTP") from None


def _left(deadline: float, error: type[OutgoingError] = OutgoingError) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise error("too slow")
    return left
