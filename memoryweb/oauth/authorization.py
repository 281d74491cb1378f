"""A client's question to a person, and the person's answer to the client (RFC 6749 §4.1, RFC 9207).

Nothing is ever sent to a client before the person presses a button: whoever could register an address here could
otherwise lead people there from ours (RFC 9700 §4.11.2).
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils import timezone
from oauth2_provider.oauth2_backends import get_oauthlib_core
from oauthlib.oauth2 import FatalClientError, OAuth2Error
from oauthlib.oauth2.rfc6749 import errors

from memoryweb.agents.models import Agent
from memoryweb.oauth import clients, pkce, redirects
from memoryweb.oauth.models import Application, Connection
from memoryweb.oauth.origins import is_our_resource
from memoryweb.people.models import User


class UnanswerableError(Exception):
    """The question cannot be put to the person. `back` is where the client learns why, if it may be told."""

    def __init__(self, back: str = "", client: Application | None = None) -> None:
        super().__init__()
        self.back, self.client = back, client


@dataclass(frozen=True)
class Question:
    """Which client asks for what, and where the answer goes."""

    client: Application
    redirect_uri: str
    scopes: list[str]
    issuer: str
    credentials: dict[str, Any]

    @property
    def host(self) -> str:
        return redirects.host_of(self.redirect_uri)

    @property
    def is_on_own_computer(self) -> bool:
        return redirects.is_loopback(self.redirect_uri)

    @property
    def form_target(self) -> str:
        return redirects.source_of(self.redirect_uri)


def read(query: QueryDict, *, issuer: str) -> Question:
    """Return the question that an address asks, by this one of our names. Raises UnanswerableError.

    The same address is read again with the answer, so no field of the form can change the question.
    """
    client = clients.resolve(query.get("client_id", ""))
    if client is None:
        raise UnanswerableError
    try:
        scopes, credentials = get_oauthlib_core().server.validate_authorization_request(_address(query), "GET")
        _check(query, credentials)
    except FatalClientError:
        raise UnanswerableError(client=client) from None
    except OAuth2Error as error:
        back = _back(error.redirect_uri, error.twotuples, issuer) if error.redirect_uri else ""
        raise UnanswerableError(back, client) from None
    return Question(client, credentials["redirect_uri"], list(scopes), issuer, credentials)


def _address(query: QueryDict) -> str:
    return f"/?{query.urlencode()}"


def _check(query: QueryDict, credentials: dict[str, Any]) -> None:
    """Check what the toolkit leaves to us: the strong kind of PKCE, and that the tokens are wanted for here."""
    request = credentials["request"]
    if any(len(query.getlist(name)) > 1 for name in ("code_challenge", "code_challenge_method")):
        raise errors.InvalidRequestError("Send code_challenge once.", request=request)
    if credentials.get("code_challenge_method") != "S256":
        raise errors.InvalidRequestError("Use code_challenge_method=S256.", request=request)
    if not pkce.is_challenge(credentials.get("code_challenge")):
        raise errors.InvalidRequestError("code_challenge has 43 to 128 characters of base64url.", request=request)
    if not all(is_our_resource(uri) for uri in query.getlist("resource") if uri):
        raise errors.CustomOAuth2Error("invalid_target", "Tokens are for this server’s /mcp only.", request=request)


def agent_of(question: Question, person: User) -> Agent | None:
    """Return the agent that this client already is, if its answers go to the same place and it still stands."""
    same = Agent.objects.of(person).filter(
        revoked_at=None, connection__application=question.client, connection__host=question.host
    )
    now = timezone.now()
    return next((agent for agent in same.order_by("-created_at") if agent.is_usable(now)), None)


def accept(question: Question, agent: Agent, *, person: User) -> str:
    """Note the person's yes. Returns where the client gets its code. Needs the person's scope."""
    told = {"person": person, "application": question.client, "host": question.host}
    Connection.objects.get_or_create(agent=agent, defaults=told)
    credentials = {name: value for name, value in question.credentials.items() if name != "request"}
    credentials |= {"user": person, "agent": agent}
    headers, _, _ = get_oauthlib_core().server.create_authorization_response(
        _address(QueryDict()), "GET", scopes=list(agent.scopes), credentials=credentials
    )
    return _with(str(headers["Location"]), [("iss", question.issuer)])


def decline(question: Question) -> str:
    error = errors.AccessDeniedError(state=question.credentials["state"])
    return _back(question.redirect_uri, error.twotuples, question.issuer)


def _back(redirect_uri: str, told: list[tuple[str, str]], issuer: str) -> str:
    return _with(redirect_uri, [*told, ("iss", issuer)])


def _with(uri: str, told: list[tuple[str, str]]) -> str:
    """Add to an address what the client is told. It has no parameter of these names itself (redirects)."""
    return f"{uri}{'&' if '?' in uri else '?'}{urlencode(told)}"
