"""Who may read and write chats, and what upkeep may do."""

from django.db import migrations

from memoryweb.database.apply import Apply
from memoryweb.database.tables import Isolate, MemberOnly, SamePerson


class Migration(migrations.Migration):
    dependencies = [("communities", "0002_database"), ("telegram", "0001_tables")]

    operations = [
        Apply(
            "functions/telegram_community_of_group",
            "functions/telegram_groups_end",
            "functions/telegram_linker_of_group",
            "functions/telegram_person_of_chat",
            "functions/telegram_person_of_code",
        ),
        Isolate("telegram_chatidentity"),
        Isolate("telegram_groupchat"),
        Isolate("telegram_linkcode", clock="DELETE, UPDATE (expires_at)"),
        Isolate("telegram_chatturn", clock="DELETE, UPDATE (at)"),
        SamePerson("telegram_chatidentity", "agent_id", "agents_agent"),
        SamePerson("telegram_unreadmessage", "agent_id", "agents_agent"),
        MemberOnly("telegram_groupchat", "community_id", "chat_id"),
        MemberOnly("telegram_linkcode", "community_id"),
        Apply(
            "policies/telegram_communitytools",
            "policies/telegram_outgoingmessage",
            "policies/telegram_seenupdate",
            "policies/telegram_unreadmessage",
        ),
        Apply("triggers/people_membership_ends_groups"),
    ]
