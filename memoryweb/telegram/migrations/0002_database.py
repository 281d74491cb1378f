"""Row-level security of the chats, and the functions that find whose a message is before a person is set."""

from django.db import migrations

from memoryweb.rls.policies import Isolate, MemberOnly, SamePerson

# Upkeep deletes old rows. To lock a row a role needs the right to update some column of it.
BY_AGE = "DELETE, UPDATE (at)"
# Each takes what a chat sends and returns one id. An account that is to be deleted, or was stopped, has no chats.
ACTIVE = "JOIN people_user u ON u.id = c.person_id AND u.is_active AND u.deletion_asked_at IS NULL"
MEMBER = "JOIN people_membership m ON m.person_id = c.person_id AND m.community_id = c.community_id"
LOOKUPS = {
    "telegram_person_of_chat(chat_system text, chat_user text)": f"""
        SELECT c.person_id FROM telegram_chatidentity c {ACTIVE}
        WHERE c.system = chat_system AND c.user_id = chat_user AND c.community_id IS NULL
    """,
    "telegram_person_of_code(code bytea)": f"""
        SELECT c.person_id FROM telegram_linkcode c {ACTIVE}
        WHERE c.digest = code AND c.community_id IS NULL AND c.expires_at > now()
    """,
    "telegram_community_of_group(chat bigint)": f"""
        SELECT c.community_id FROM telegram_groupchat c {ACTIVE} {MEMBER} WHERE c.chat_id = chat
    """,
    "telegram_linker_of_group(chat bigint)": f"""
        SELECT c.person_id FROM telegram_groupchat c {ACTIVE} WHERE c.chat_id = chat
    """,
}


def lookup(signature: str, query: str) -> migrations.RunSQL:
    name = signature.partition("(")[0]
    sql = (
        f"CREATE FUNCTION {signature} RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER"
        f" SET search_path = public, pg_temp AS $$ {query} $$;"
        f" REVOKE ALL ON FUNCTION {name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION {name} TO memoryweb_app"
    )
    return migrations.RunSQL(sql, f"DROP FUNCTION {name}")


# Members read what the bot may do for their community, its moderators switch it.
READERS = "community_id = ANY ((SELECT people_my_communities())::uuid[])"
SWITCHERS = "community_id = ANY ((SELECT people_moderated_communities())::uuid[])"
TOOLS = f"""
ALTER TABLE telegram_communitytools ENABLE ROW LEVEL SECURITY;
ALTER TABLE telegram_communitytools FORCE ROW LEVEL SECURITY;
CREATE POLICY telegram_communitytools_read ON telegram_communitytools FOR SELECT TO memoryweb_app USING ({READERS});
CREATE POLICY telegram_communitytools_add ON telegram_communitytools FOR INSERT TO memoryweb_app
    WITH CHECK ({SWITCHERS});
CREATE POLICY telegram_communitytools_change ON telegram_communitytools FOR UPDATE TO memoryweb_app
    USING ({SWITCHERS}) WITH CHECK ({SWITCHERS});
REVOKE DELETE ON telegram_communitytools FROM memoryweb_app
"""
BEFORE_TOOLS = """
DROP POLICY telegram_communitytools_read ON telegram_communitytools;
DROP POLICY telegram_communitytools_add ON telegram_communitytools;
DROP POLICY telegram_communitytools_change ON telegram_communitytools;
ALTER TABLE telegram_communitytools NO FORCE ROW LEVEL SECURITY;
ALTER TABLE telegram_communitytools DISABLE ROW LEVEL SECURITY
"""
# Numbers and times only, of updates that are about nobody yet: the web process adds one, upkeep deletes old ones.
SEEN = f"""
REVOKE UPDATE, DELETE ON telegram_seenupdate FROM memoryweb_app;
GRANT {BY_AGE} ON telegram_seenupdate TO memoryweb_clock
"""


class Migration(migrations.Migration):
    dependencies = [("telegram", "0001_tables"), ("people", "0014_community_overview_moderation")]

    operations = [
        Isolate("telegram_chatidentity"),
        Isolate("telegram_groupchat"),
        Isolate("telegram_linkcode", clock="DELETE, UPDATE (expires_at)"),
        Isolate("telegram_chatturn", clock=BY_AGE),
        Isolate("telegram_unreadmessage", clock=BY_AGE),
        Isolate("telegram_outgoingmessage", clock=BY_AGE),
        SamePerson("telegram_chatidentity", "agent_id", "agents_agent"),
        SamePerson("telegram_unreadmessage", "agent_id", "agents_agent"),
        MemberOnly("telegram_groupchat", "community_id", "chat_id"),
        MemberOnly("telegram_linkcode", "community_id"),
        migrations.RunSQL(TOOLS, BEFORE_TOOLS),
        migrations.RunSQL(SEEN, migrations.RunSQL.noop),
        *(lookup(signature, query) for signature, query in LOOKUPS.items()),
    ]
