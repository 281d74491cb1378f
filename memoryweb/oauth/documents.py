"""Fetches a client's metadata document: the client id is its address (draft-ietf-oauth-client-id-metadata-document).

The address comes from whoever sends a person here, so only public ones are asked (outgoing/requests.py).
"""

import json
import re
import threading
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from memoryweb import outgoing
from memoryweb.oauth import policy, redirects
from memoryweb.oauth.redirects import LOOPBACK

PLAIN = re.compile(r"[!-~]+")  # printable ASCII without spaces
MAX_AGE = re.compile(r"\bmax-age\s*=\s*(\d{1,9})")
slots = threading.BoundedSemaphore(policy.DOCUMENTS_AT_ONCE)


class DocumentError(Exception):
    """The document is unavailable. The text is for logs: it quotes nothing that was sent."""


@dataclass(frozen=True)
class Document:
    """A client's document, and the seconds it stays valid."""

    content: Any
    seconds: int


def is_address(client_id: str) -> bool:
    return client_id[:8].lower() == "https://" or client_id[:7].lower() == "http://"


def fetch(client_id: str) -> Document:
    parts = _parsed(client_id)
    if not slots.acquire(blocking=False):
        raise DocumentError("too many at once")
    try:
        answer = outgoing.ask(
            parts,
            most=policy.DOCUMENT_MAX,
            seconds=policy.DOCUMENT_TIMEOUT,
            may_be_inside=_is_own_computer(parts),
            headers={"Accept": "application/json"},
        )
    except outgoing.OutgoingError as error:
        raise DocumentError(str(error)) from None
    finally:
        slots.release()
    return _read(answer)


def _parsed(client_id: str) -> SplitResult:
    """Return the address's parts. Raises DocumentError for an ambiguous, too long or unsafe address."""
    try:
        parts = urlsplit(client_id)
    except ValueError:
        raise DocumentError("no address") from None
    path = parts.path.split("/")
    if (
        len(client_id) > policy.CLIENT_ID_MAX
        or not PLAIN.fullmatch(client_id)
        or not redirects.is_site(parts.netloc)
        or "#" in client_id
        or "\\" in client_id
        or len(parts.path) < 2
        or "." in path
        or ".." in path
    ):
        raise DocumentError("no address of a document")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_own_computer(parts)):
        raise DocumentError("not https")
    return parts


def _is_own_computer(parts: SplitResult) -> bool:
    """Return whether this is a program under development beside memoryweb, which a setting has to allow."""
    return bool(settings.OAUTH_LOOPBACK_CLIENTS) and parts.hostname in LOOPBACK


def _read(answer: outgoing.Answer) -> Document:
    if answer.status != 200:
        raise DocumentError(f"status {answer.status}")
    kind = answer.headers.get_content_type()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise DocumentError("no JSON")
    try:
        content = json.loads(answer.body)
    except (ValueError, RecursionError):
        raise DocumentError("no JSON") from None
    return Document(content, _seconds(answer.headers.get("Cache-Control", "")))


def _seconds(cache_control: str) -> int:
    """Return how long the document counts. Some clients forbid to keep it, so that we would ask again and again."""
    least, most = policy.DOCUMENT_FRESH
    if "no-store" in cache_control or "no-cache" in cache_control:
        return least
    wish = MAX_AGE.search(cache_control)
    return max(least, min(most, int(wish[1]))) if wish else most
