"""Which rows upkeep's purge_logs deletes."""

from memoryweb.memories.upkeep import purge
from memoryweb.oauth import policy

NEVER_LET_IN = (
    "registration_source = 'dcr'"
    " AND NOT EXISTS (SELECT FROM oauth_connection WHERE application_id = oauth_application.id)"
)


def register() -> None:
    purge.register("codes of connectors", purge.Log("oauth_grant", "expires", policy.KEPT_DAYS))
    purge.register("access tokens", purge.Log("oauth_accesstoken", "expires", policy.REFRESH_DAYS))
    purge.register("refresh tokens", purge.Log("oauth_refreshtoken", "created", policy.REFRESH_DAYS))
    clients = purge.Log("oauth_application", "created", policy.UNUSED_CLIENT_DAYS, only=NEVER_LET_IN, key="id")
    purge.register("connectors that nobody let in", clients)
