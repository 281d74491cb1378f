"""Reads addresses of the web for the guard: decoded, and word for word."""

import re
from urllib.parse import unquote, unquote_plus

from memoryweb.language.lazy_pattern import Beginning

ADDRESS = Beginning(r"([a-z][a-z0-9+.-]*:/{1,2}[^/?\s]*)([^?\s]*)\??(\S*)", re.IGNORECASE)


def read_address(text: str) -> str:
    """Return an address split into words, path and query decoded; any other text unchanged.

    The parts of its path are words. The guard would read them as one, which looks random as soon as one part is an id:
    ChatGPT has people sent back to /connector/oauth/OUbdUMlL15Ct.
    """
    match = ADDRESS.fullmatch(text)
    if match is None:
        return text
    place, path, query = match.groups()
    return " ".join([place, *map(unquote, path.split("/")), unquote_plus(query)])
