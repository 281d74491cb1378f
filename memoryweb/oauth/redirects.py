"""Where a client may have people sent back to: its own site, a program on their computer, or an app of theirs.

An address is read strictly, because browsers, clients and headers would each read an odd one in their own way.
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from urllib.parse import SplitResult, unquote_plus, urlsplit

from memoryweb.oauth import policy

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
APPS = {"cursor", "vscode", "vscode-insiders", "windsurf"}  # schemes of editors; other apps use a reversed domain
# What other schemes may not begin with, whatever stands between the letters: "java.script" is no domain.
OF_BROWSERS_AND_SYSTEMS = (
    "about",
    "blob",
    "callto",
    "chrome",
    "content",
    "data",
    "facetime",
    "file",
    "ftp",
    "gopher",
    "http",
    "imap",
    "intent",
    "irc",
    "jar",
    "javascript",
    "jscript",
    "ldap",
    "livescript",
    "magnet",
    "mailto",
    "mhtml",
    "mocha",
    "nntp",
    "resource",
    "rtsp",
    "sftp",
    "shell",
    "sip",
    "sms",
    "ssh",
    "tel",
    "urn",
    "vbscript",
    "viewsource",
    "ws",
    "xmpp",
)
# What the answer says. A client that reads the first of two would take what its address says for the answer.
OF_THE_ANSWER = frozenset(
    (
        "access_token",
        "code",
        "error",
        "error_description",
        "error_uri",
        "expires_in",
        "id_token",
        "iss",
        "refresh_token",
        "response",
        "scope",
        "session_state",
        "state",
        "token_type",
    )
)
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"  # of a domain, also of an international one (xn--…)
DOMAIN = re.compile(rf"{LABEL}(?:\.{LABEL})*", re.IGNORECASE)
REVERSED_DOMAIN = re.compile(rf"(?:[a-z]{{2,63}}|xn--[a-z0-9-]{{1,59}})(?:\.{LABEL})+")
NUMBER = re.compile(r"\d+|0x[0-9a-f]*", re.IGNORECASE)  # by which browsers take a host for an IPv4 address
SITE = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::([1-9]\d{0,4}))?", re.IGNORECASE)
PLACE_IN_APP = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE)
URI = re.compile(r"(?:[A-Za-z0-9._~:/?@!$&'()*+,;=\[\]-]|%[0-9A-Fa-f]{2})+")  # RFC 3986, without a fragment
SOURCE = re.compile(r"[a-z][a-z0-9+.-]*:(?://[a-z0-9.-]+(?::\d{1,5})?)?")


def is_allowed(uri: str) -> bool:
    """Return whether a client may name this address."""
    return not fault(uri)


def fault(uri: str) -> str:
    """Return what is wrong with an address, for the client's developer; an empty text if a client may name it."""
    parts = _split(uri)
    is_short = len(uri) <= policy.REDIRECT_MAX
    if not is_short or not URI.fullmatch(uri) or parts is None or re.search(r"[\[\]]", parts.path + parts.query):
        return f"send addresses of at most {policy.REDIRECT_MAX} characters as RFC 3986 writes them, without a fragment"
    if parts.scheme in ("http", "https"):
        if not is_site(parts.netloc):
            return "send addresses with a plain host name or IP address, and no user name"
        if parts.scheme == "http" and parts.hostname not in LOOPBACK:
            return "use https, or http for localhost"
    elif not _is_of_app(parts):
        return "use https, or http for localhost, or the scheme of an app, which is its domain reversed"
    if any(_name(each) in OF_THE_ANSWER for each in re.split("[&;]", parts.query)):
        return "send addresses without parameters that the answer has, such as code and state"
    return ""


def is_site(netloc: str) -> bool:
    """Return whether the text is a host with optional port, in a form all programs read alike."""
    match = SITE.fullmatch(netloc)
    if match is None or int(match[2] or 1) > 65_535:
        return False
    host = match[1]
    try:
        if host.startswith("["):
            return bool(IPv6Address(host[1:-1]))
        if NUMBER.fullmatch(host.rpartition(".")[2]):
            return bool(IPv4Address(host))
    except AddressValueError:
        return False
    return len(host) <= policy.HOST_MAX and bool(DOMAIN.fullmatch(host))


def is_same(uri: str, registered: str) -> bool:
    """Return whether a request names a registered address: character by character, but for a loopback's port.

    Programs listen on any free port (RFC 8252 §7.3). What was registered when less was refused is not taken now.
    """
    if not is_allowed(uri):
        return False
    if uri == registered:
        return True
    asked, known = _split(uri), _split(registered)
    if asked is None or known is None or not _is_loopback(known):
        return False
    return asked._replace(netloc=asked.hostname or "") == known._replace(netloc=known.hostname or "")


def is_loopback(uri: str) -> bool:
    parts = _split(uri)
    return parts is not None and _is_loopback(parts)


def host_of(uri: str) -> str:
    """Return the address's owner for people to read: a host, or an app's scheme."""
    parts = _split(uri)
    if parts is None:
        return ""
    return parts.hostname or "" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def source_of(uri: str) -> str:
    """Return the address's source for a Content-Security-Policy, which knows no IPv6.

    Whatever could end the source and begin another one adds nothing to the policy.
    """
    parts = _split(uri)
    if parts is None:
        return "'self'"
    has_host = parts.scheme in ("http", "https") and not parts.netloc.startswith("[")
    source = f"{parts.scheme}://{parts.netloc.lower()}" if has_host else f"{parts.scheme}:"
    return source if SOURCE.fullmatch(source) else "'self'"


def _is_of_app(parts: SplitResult) -> bool:
    letters = re.sub(r"[^a-z]", "", parts.scheme)
    is_domain = REVERSED_DOMAIN.fullmatch(parts.scheme) and not letters.startswith(OF_BROWSERS_AND_SYSTEMS)
    is_place = PLACE_IN_APP.fullmatch(parts.netloc) if parts.netloc else parts.path.startswith("/")
    return bool((is_domain or parts.scheme in APPS) and is_place)


def _name(parameter: str) -> str:
    """Return the name of a parameter, as servers read it that take "code[]" for a list of codes."""
    return unquote_plus(parameter.partition("=")[0]).strip().casefold().partition("[")[0]


def _is_loopback(parts: SplitResult) -> bool:
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def _split(uri: str) -> SplitResult | None:
    try:
        parts = urlsplit(uri)
        _ = parts.port  # raises for one that is no number
    except ValueError:
        return None
    return parts
