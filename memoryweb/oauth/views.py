"""What clients call without a person: exchange a code or a refresh token, end a token, register themselves.

No cookie counts here. Each call runs in the scope of the person whom the secret in it belongs to, and without one it
sees nobody's rows.
"""

import json
from base64 import b64decode
from urllib.parse import unquote_plus
from uuid import UUID

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.http import urlencode
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.oauth2_backends import get_oauthlib_core
from oauthlib.oauth2 import OAuth2Error

from memoryweb.oauth import answers, clients, policy, tokens
from memoryweb.oauth.client_metadata import ClientMetadataError
from memoryweb.oauth.models import Application
from memoryweb.people.signing_in import waits
from memoryweb.rls import scope

SECRETS = ("code", "refresh_token", "token")
NOT_KEPT = {"Content-Type": "application/json", "Cache-Control": "no-store"}


@csrf_exempt  # the secret is in the body, and no cookie counts
def token(request: HttpRequest) -> HttpResponse:
    return _ask_toolkit(request, "create_token_response")


@csrf_exempt  # likewise
def revoke(request: HttpRequest) -> HttpResponse:
    return _ask_toolkit(request, "create_revocation_response")


@csrf_exempt  # it takes JSON of clients, and no cookie counts
def register(request: HttpRequest) -> HttpResponse:
    """Register a client (RFC 7591). Each gets an id and no secret."""
    if not settings.OAUTH_REGISTRATION:
        return answers.failed("access_denied", "Clients cannot register themselves here.", 404)
    if request.method != "POST":
        return answers.only("POST")
    if seconds := waits.consume(request, "oauth_register"):
        text = f"Too many tries. Try again in {seconds} seconds."
        response = answers.failed("temporarily_unavailable", text, 429)
        response["Retry-After"] = str(seconds)
        return response
    try:
        client = clients.register(_read_json(request))
    except ClientMetadataError as error:
        return answers.failed(error.code, str(error), 400)
    except clients.TooManyClientsError:
        return answers.failed("temporarily_unavailable", "Too many clients wait for somebody’s yes. Try later.", 503)
    return answers.answered(_described(client), 201)


def _ask_toolkit(request: HttpRequest, what: str) -> HttpResponse:
    """Let the toolkit answer the form in the request. It is given nothing else: no header, no cookie, no address.

    No client has a secret here. Of one that sends one all the same, or names itself in a header, only the name counts.
    """
    if request.method != "POST":
        return answers.only("POST")
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values if name != "client_secret"]
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError):
        return answers.failed("invalid_request", "The body is no form, or it is too long or cut off.", 400)
    if not request.POST.get("client_id") and (client_id := _client_in_header(request)):
        sent = [*((name, value) for name, value in sent if name != "client_id"), ("client_id", client_id)]
    person = _person_of(next((value for name, value in sent if name in SECRETS), ""))
    with scope.acting_as(person) if person else transaction.atomic():  # the toolkit locks what it looks for
        ask = getattr(get_oauthlib_core().server, what)
        try:
            headers, body, status = ask(request.path, "POST", urlencode(sent), {})
        except OAuth2Error as error:  # those of our own, which the toolkit does not expect there
            headers, body, status = error.headers, error.json, error.status_code
    return HttpResponse(body, status=status, headers=NOT_KEPT | headers)


def _person_of(secret: str) -> UUID | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT oauth_person_of_secret(%s)", [tokens.digest(secret)])
        person: UUID | None = cursor.fetchone()[0]
    return person


def _client_in_header(request: HttpRequest) -> str:
    """Return who a client says it is by HTTP Basic, each part of which is written as in a form (RFC 6749 §2.3.1)."""
    kind, _, value = request.headers.get("Authorization", "").partition(" ")
    try:
        name = b64decode(value, validate=True).decode().partition(":")[0] if kind.lower() == "basic" else ""
    except ValueError:
        return ""
    return unquote_plus(name)


def _read_json(request: HttpRequest) -> object:
    try:
        body = request.read(policy.REGISTRATION_MAX + 1)
        if len(body) > policy.REGISTRATION_MAX:
            raise ClientMetadataError(f"Send at most {policy.REGISTRATION_MAX} bytes.")
        sent: object = json.loads(body)
    except (ValueError, RecursionError, UnreadablePostError):
        raise ClientMetadataError("Send a JSON object in UTF-8.") from None
    return sent


def _described(client: Application) -> dict[str, object]:
    return {
        "client_id": client.client_id,
        "client_id_issued_at": int(client.created.timestamp()),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris.split(),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
