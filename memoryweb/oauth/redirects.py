"""Where a client may have people sent back to: its own site, a program on their computer, or an app of theirs."""

import re
from urllib.parse import SplitResult, urlsplit

from memoryweb.oauth import policy

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
APPS = {"cursor", "vscode", "vscode-insiders", "windsurf"}  # schemes of editors; other apps use a reversed domain
REVERSED_DOMAIN = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
PLAIN = re.compile(r"[!-~]+")  # printable ASCII without spaces


def is_allowed(uri: str) -> bool:
    """Return whether a client may name this address."""
    if len(uri) > policy.REDIRECT_MAX or not PLAIN.fullmatch(uri) or "#" in uri or "\\" in uri:
        return False
    parts = _split(uri)
    if parts is None or parts.username is not None or parts.password is not None:
        return False
    if parts.scheme == "https":
        return bool(parts.hostname)
    if parts.scheme == "http":
        return parts.hostname in LOOPBACK
    return parts.scheme in APPS or bool(REVERSED_DOMAIN.fullmatch(parts.scheme))


def is_same(uri: str, registered: str) -> bool:
    """Return whether a request names a registered address: character by character, but for a loopback's port.

    Programs listen on any free port (RFC 8252 §7.3).
    """
    if uri == registered:
        return True
    asked, known = _split(uri), _split(registered)
    if asked is None or known is None or not is_allowed(uri) or not _is_loopback(known):
        return False
    return asked._replace(netloc=asked.hostname or "") == known._replace(netloc=known.hostname or "")


def is_loopback(uri: str) -> bool:
    parts = _split(uri)
    return parts is not None and _is_loopback(parts)


def host_of(uri: str) -> str:
    """Return whom the address belongs to, for people: a host, or the scheme of an app."""
    parts = _split(uri)
    if parts is None:
        return ""
    return parts.hostname or "" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def source_of(uri: str) -> str:
    """Return the address's source for a Content-Security-Policy, which knows no IPv6."""
    parts = _split(uri)
    if parts is None or parts.scheme not in ("http", "https") or ":" in (parts.hostname or ""):
        return f"{parts.scheme if parts else 'https'}:"
    return f"{parts.scheme}://{parts.netloc}"


def _is_loopback(parts: SplitResult) -> bool:
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def _split(uri: str) -> SplitResult | None:
    try:
        parts = urlsplit(uri)
        _ = parts.port  # raises for one that is no number
    except ValueError:
        return None
    return parts
