"""Fetches a client's metadata document: the client id is its address (draft-ietf-oauth-client-id-metadata-document).

The address comes from whoever sends a person here. So one name is looked up once, every address it has must be public,
and the connection goes to the address that was checked: a second lookup cannot lead inside. Nothing is followed, a
proxy is never used, and all of it together has a few seconds and a few kilobytes.
"""

import http.client
import ipaddress
import json
import re
import socket
import ssl
import threading
from dataclasses import dataclass
from io import BytesIO
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from memoryweb.oauth import policy
from memoryweb.oauth.redirects import LOOPBACK, PLAIN

NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the last 32 bits are an IPv4 address
MAX_AGE = re.compile(r"\bmax-age\s*=\s*(\d{1,9})")
slots = threading.BoundedSemaphore(policy.DOCUMENTS_AT_ONCE)


class DocumentError(Exception):
    """The document cannot be had. The text is for logs: it has no part of what was sent."""


@dataclass(frozen=True)
class Document:
    """What the address answered, and for how many seconds it counts."""

    content: Any
    seconds: int


def is_address(client_id: str) -> bool:
    return client_id[:8].lower() == "https://" or client_id[:7].lower() == "http://"


def fetch(client_id: str) -> Document:
    deadline = monotonic() + policy.DOCUMENT_TIMEOUT
    parts = _parsed(client_id)
    if not slots.acquire(blocking=False):
        raise DocumentError("too many at once")
    try:
        answer = _ask(parts, _checked_address(parts), deadline)
    except OSError as error:  # includes TLS, lookups and timeouts
        raise DocumentError(type(error).__name__) from None
    finally:
        slots.release()
    return _read(answer)


def is_public(address: str) -> bool:
    """Return whether an address belongs to the public internet, also the one inside an IPv6 address."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inside = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if ip in NAT64:
            inside.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        return ip.is_global and not ip.is_multicast and all(each is None or _is_public_v4(each) for each in inside)
    return _is_public_v4(ip)


def _is_public_v4(ip: ipaddress.IPv4Address) -> bool:
    return ip.is_global and not ip.is_multicast


def _parsed(client_id: str) -> SplitResult:
    """Return the parts of an address of which there is one spelling."""
    try:
        parts = urlsplit(client_id)
        port = parts.port
    except ValueError:
        raise DocumentError("no address") from None
    path = parts.path.split("/")
    if (
        len(client_id) > policy.CLIENT_ID_MAX or not PLAIN.fullmatch(client_id) or not parts.hostname or port == 0
        or parts.username is not None or parts.password is not None or "#" in client_id or "\\" in client_id
        or len(parts.path) < 2 or "." in path or ".." in path or "%" in parts.netloc
    ):  # fmt: skip
        raise DocumentError("no address of a document")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_own_computer(parts)):
        raise DocumentError("not https")
    return parts


def _is_own_computer(parts: SplitResult) -> bool:
    """Return whether this is a program under development beside memoryweb, which a setting has to allow."""
    return bool(settings.OAUTH_LOOPBACK_CLIENTS) and parts.hostname in LOOPBACK


def _checked_address(parts: SplitResult) -> tuple[str, int]:
    """Look the name up once, and refuse it if any of its addresses is not public."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(parts.hostname, port, proto=socket.IPPROTO_TCP)
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    if not _is_own_computer(parts) and not all(map(is_public, addresses)):
        raise DocumentError("not a public address")
    return addresses[0], port


class _Received:
    """Hands bytes that were received to http.client."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def makefile(self, *_: object) -> BytesIO:
        return BytesIO(self._content)


def _ask(parts: SplitResult, address: tuple[str, int], deadline: float) -> bytes:
    """Send one request to the address and return all that comes back."""
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    request = f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
    with socket.create_connection(address, _left(deadline)) as plain:
        plain.settimeout(_left(deadline))
        with _secured(plain, parts) as connection:
            connection.sendall(request.encode("ascii"))
            received = bytearray()
            while True:
                connection.settimeout(_left(deadline))
                piece = connection.recv(policy.DOCUMENT_MAX)
                received += piece
                if len(received) > policy.DOCUMENT_MAX:
                    raise DocumentError("too long")
                if not piece:
                    return bytes(received)


def _secured(plain: socket.socket, parts: SplitResult) -> socket.socket:
    if parts.scheme != "https":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname)


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise DocumentError("too slow")
    return left


def _read(received: bytes) -> Document:
    response = http.client.HTTPResponse(_Received(received))  # type: ignore[arg-type]
    try:
        response.begin()
        body = response.read()
        content = json.loads(body)
    except (http.client.HTTPException, ValueError, RecursionError):
        raise DocumentError("no JSON") from None
    if response.status != 200:
        raise DocumentError(f"status {response.status}")
    kind = response.headers.get_content_type()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise DocumentError("no JSON")
    return Document(content, _seconds(response.getheader("Cache-Control", "")))


def _seconds(cache_control: str) -> int:
    """Return how long the document counts. Some clients forbid to keep it, so that we would ask again and again."""
    least, most = policy.DOCUMENT_FRESH
    if "no-store" in cache_control or "no-cache" in cache_control:
        return least
    wish = MAX_AGE.search(cache_control)
    return max(least, min(most, int(wish[1]))) if wish else most
