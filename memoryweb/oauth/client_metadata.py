"""Reads what a client says of itself: the same fields in its document as in a registration (RFC 7591).

Anybody can register, and what they say is kept and shown to people. So the guard reads it too.
"""

import unicodedata
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from memoryweb.language import sensitive
from memoryweb.language.text import invisible, signs
from memoryweb.memories.refusals import REASONS
from memoryweb.oauth import policy, redirects

FIELDS = frozenset(
    (  # that an error may name: what else a client sends may be a secret itself
        "client_id",
        "client_name",
        "client_uri",
        "contacts",
        "jwks_uri",
        "logo_uri",
        "policy_uri",
        "redirect_uris",
        "software_id",
        "software_version",
        "tos_uri",
    )
)
# Words of the protocol, and public keys, which look like secrets. Nothing of them is kept.
OF_THE_PROTOCOL = frozenset(
    (
        "client_secret_expires_at",
        "grant_types",
        "jwks",
        "response_types",
        "scope",
        "software_statement",
        "token_endpoint_auth_method",
    )
)


class ClientMetadataError(Exception):
    """`code` is one of RFC 7591; the text is for the client's developer."""

    def __init__(self, text: str, code: str = "invalid_client_metadata") -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class ClientMetadata:
    name: str
    redirect_uris: list[str]


def read(sent: Any) -> ClientMetadata:
    if not isinstance(sent, dict):
        raise ClientMetadataError("Send a JSON object.")
    sent = {name: value for name, value in sent.items() if value is not None}
    grant_types, response_types = sent.get("grant_types", ["authorization_code"]), sent.get("response_types", ["code"])
    if not _is_list_of_texts(grant_types) or not _is_list_of_texts(response_types):
        raise ClientMetadataError("grant_types and response_types are lists of texts.")
    if "authorization_code" not in grant_types or "code" not in response_types:
        raise ClientMetadataError("Clients here use the grant type authorization_code and the response type code.")
    told = ClientMetadata(_name(sent.get("client_name", "")), _redirect_uris(sent.get("redirect_uris")))
    fields = {name: value for name, value in sent.items() if name not in OF_THE_PROTOCOL}
    _ask_guard({name: [*map(sensitive.read_address, sensitive.iter_strings(value))] for name, value in fields.items()})
    return told


def _redirect_uris(sent: Any) -> list[str]:
    if not _is_list_of_texts(sent) or not 0 < len(sent) <= policy.REDIRECTS_MAX:
        raise ClientMetadataError(f"redirect_uris: send 1 to {policy.REDIRECTS_MAX} addresses.", "invalid_redirect_uri")
    if fault := next(filter(None, map(redirects.fault, sent)), ""):
        raise ClientMetadataError(f"redirect_uris: {fault}.", "invalid_redirect_uri")
    return list(dict.fromkeys(sent))


def _name(sent: Any) -> str:
    """Return the name in one line, without characters that hide or turn text."""
    if not isinstance(sent, str):
        raise ClientMetadataError("client_name is a text.")
    seen = invisible.ANY.sub(" ", sent[:1000])
    kept = "".join(letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in seen)
    return signs.cut(" ".join(kept.split()), policy.NAME_SHOWN_MAX).strip() or gettext("An unnamed app")


def _ask_guard(texts: dict[str, list[str]]) -> None:
    """Raise if the guard refuses any field, or several together: a label in one and its secret in the next."""
    finding = sensitive.inspect(texts)
    if finding is None:
        return
    field = next((name for name, value in texts.items() if sensitive.inspect({name: value})), None)
    known = (field or "").partition("#")[0]  # client_name#de is the name in German
    where = known if known in FIELDS else "another field" if field is not None else "several fields together"
    code = "invalid_redirect_uri" if known == "redirect_uris" else "invalid_client_metadata"
    raise ClientMetadataError(f"{where}: {REASONS[finding.category]}", code)


def _is_list_of_texts(sent: Any) -> bool:
    return isinstance(sent, list) and all(isinstance(each, str) for each in sent)
