"""Who may read and write connections and their tokens."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, SamePerson


class Migration(migrations.Migration):
    dependencies = [("agents", "0002_database"), ("oauth", "0001_tables"), ("oauth2_provider", "tables")]

    operations = [
        Apply("functions/oauth_person_of_secret"),
        Isolate("oauth_connection", clock="SELECT"),  # upkeep deletes clients without one
        Isolate("oauth_grant", clock="DELETE, UPDATE (expires)"),
        Isolate("oauth_accesstoken", clock="DELETE, UPDATE (expires)"),
        Isolate("oauth_refreshtoken", clock="DELETE, UPDATE (created)"),
        SamePerson("oauth_connection", "agent_id", "agents_agent"),
        SamePerson("oauth_grant", "agent_id", "agents_agent"),
        SamePerson("oauth_accesstoken", "agent_id", "agents_agent"),
        SamePerson("oauth_refreshtoken", "agent_id", "agents_agent"),
        SamePerson(
            "oauth_accesstoken",
            "source_refresh_token_id",
            "oauth_refreshtoken",
            on_delete="SET NULL (source_refresh_token_id)",
        ),
        SamePerson(
            "oauth_refreshtoken", "access_token_id", "oauth_accesstoken", on_delete="SET NULL (access_token_id)"
        ),
        Apply(
            "policies/oauth2_provider_devicegrant",
            "policies/oauth2_provider_idtoken",
            "policies/oauth_application",
        ),
    ]
