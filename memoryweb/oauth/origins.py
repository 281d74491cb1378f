"""This server's addresses: the configured one, and those of its other hosts.

A client takes only what is said of the very address that it was given, and one computer has several names: localhost,
127.0.0.1, [::1]. The port is never taken from a request: what listens at another one is another server.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from memoryweb.oauth.redirects import LOOPBACK
from memoryweb.oauth.toolkit import RESOURCE_PATH

DEFAULT_PORTS = ("80", "443")  # which an address leaves out


def origins() -> list[str]:
    """Return the addresses of this server, the configured one first."""
    base = urlsplit(settings.BASE_URL.rstrip("/"))
    loopback = [f"[{name}]" if ":" in name else name for name in sorted(LOOPBACK)]
    allowed = [name for name in loopback if validate_host(name, settings.ALLOWED_HOSTS)]
    named = [name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))]
    port = f":{base.port}" if base.port else ""
    found = [f"{base.scheme}://{name}{port}{base.path}" for name in [*named, *allowed]]
    if not settings.SECURE_SSL_REDIRECT:
        found += [f"http://{name}:{settings.PORT}{base.path}" for name in allowed]
    return list(dict.fromkeys([base.geturl(), *found]))


def origin_of(host: str) -> str:
    """Return our address for the host in a request; the configured address for unknown hosts and ports."""
    return _by_name().get(_name(host), origins()[0])


def is_name(host: str) -> bool:
    """Return whether clients may be given the host of a request as an address of this server."""
    return _name(host) in _by_name()


def resource() -> str:
    """Return the resource of all tokens, regardless of the server's name in the request."""
    return f"{settings.BASE_URL}{RESOURCE_PATH}"


def is_our_resource(uri: object) -> bool:
    """Return whether this names our /mcp. Some clients name the server instead, or write its host in capitals."""
    if not isinstance(uri, str):
        return False
    try:
        parts = urlsplit(uri)
    except ValueError:
        return False
    plain = parts._replace(scheme=parts.scheme.lower(), netloc=parts.netloc.lower()).geturl().rstrip("/")
    return plain.removesuffix(RESOURCE_PATH) in origins()


def _by_name() -> dict[str, str]:
    return {urlsplit(origin).netloc.lower(): origin for origin in reversed(origins())}


def _name(host: str) -> str:
    name, _, port = host.lower().rpartition(":")
    return name if port in DEFAULT_PORTS else host.lower()
