"""What clients read first: which server gives the tokens for /mcp (RFC 9728), and how it is asked (RFC 8414)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from memoryweb.oauth import answers
from memoryweb.oauth.origins import origin_of
from memoryweb.oauth.toolkit import RESOURCE_PATH, SCOPES


def of_resource(request: HttpRequest) -> HttpResponse:
    """Say who gives tokens for /mcp, by the name that the client knows."""
    origin = origin_of(request.get_host())
    return _told(
        request,
        {
            "resource": f"{origin}{RESOURCE_PATH}",
            "authorization_servers": [origin],
            "scopes_supported": sorted(SCOPES),
            "bearer_methods_supported": ["header"],
            "resource_name": "memoryweb",
        },
    )


def of_server(request: HttpRequest) -> HttpResponse:
    """Say where the person is asked and where tokens are given. No client has a secret here."""
    origin = origin_of(request.get_host())
    no_secret = {f"{name}_endpoint_auth_methods_supported": ["none"] for name in ("token", "revocation")}
    registration = {"registration_endpoint": f"{origin}{reverse('oauth2_provider:dcr-register')}"}
    return _told(
        request,
        {
            "issuer": origin,
            "authorization_endpoint": f"{origin}{reverse('oauth2_provider:authorize')}",
            "token_endpoint": f"{origin}{reverse('oauth2_provider:token')}",
            "revocation_endpoint": f"{origin}{reverse('oauth2_provider:revoke-token')}",
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "scopes_supported": sorted(SCOPES),
            "code_challenge_methods_supported": ["S256"],
            "client_id_metadata_document_supported": True,
            "authorization_response_iss_parameter_supported": True,
        }
        | no_secret
        | (registration if settings.OAUTH_REGISTRATION else {}),
    )


def _told(request: HttpRequest, document: dict[str, object]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return answers.only("GET, HEAD")
    response = answers.answered(document, 200)
    response["Access-Control-Allow-Origin"] = "*"  # nothing of a person, and clients in a browser read it
    return response
