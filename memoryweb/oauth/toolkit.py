"""The configuration of django-oauth-toolkit. Read by the settings, so it may import no model."""

from memoryweb.oauth import policy

RESOURCE_PATH = "/mcp"
METADATA_PATH = "/.well-known/oauth-protected-resource"
SCOPES = {  # agents.models.Scope; a test compares them
    "memories:read": "Read what the person lets this agent read.",
    "memories:write": "Suggest what to remember. Nothing counts before the person agrees.",
}
GATES = (
    "IMPLICIT_GRANT",
    "PASSWORD_GRANT",
    "PKCE_METHOD",
    "ACCESS_TOKEN_TRANSPORT",
    "AUTHZ_RESPONSE_ISS",
    "TOKEN_STORAGE",
    "REFRESH_TOKEN",
    "REDIRECT_URI_SCHEME",
    "REDIRECT_URI_MATCHING",
    "PKCE_REQUIRED",
)


def configuration() -> dict[str, object]:
    """Return the toolkit's settings. Its metadata is not used (oauth.metadata), nor how it fetches and registers."""
    return {f"COMPLIANT_BCP_RFC9700_{gate}": True for gate in GATES} | {
        "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",  # codes and refresh tokens, and nothing else
        "OAUTH2_VALIDATOR_CLASS": "memoryweb.oauth.validator.Validator",
        "ACCESS_TOKEN_GENERATOR": "memoryweb.oauth.tokens.new_access_token",
        "REFRESH_TOKEN_GENERATOR": "memoryweb.oauth.tokens.new_refresh_token",
        "SCOPES": SCOPES,
        "PKCE_REQUIRED": True,
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": policy.CODE_SECONDS,
        "ACCESS_TOKEN_EXPIRE_SECONDS": policy.ACCESS_SECONDS,
        "REFRESH_TOKEN_EXPIRE_SECONDS": policy.REFRESH_DAYS * 24 * 3600,
        "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0,  # it would give the same tokens again, of which we keep only digests
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "ROTATE_REFRESH_TOKEN": True,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],  # and programs on one's computer, by oauth.redirects
        "ALLOW_URI_WILDCARDS": False,
    }
