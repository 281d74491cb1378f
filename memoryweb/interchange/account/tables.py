"""The tables that make up an account: what goes into a download, what comes back on another machine, what stays out.

What was erased is in no table any more; what the person declined stays out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.database import memory_columns
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope

ROWS = 500  # read at once
MEMORIES, HISTORY, AGENTS, SETTING_CHANGES = "memories", "history", "agents", "setting_changes"
CONVERSATIONS = "conversations"
CONNECT_AGAIN = "It holds keys of this server: connect it again there."
COMMUNITY = "A community belongs to its members, and stays on its server."
OF_THIS_MACHINE = "It is a place on this machine: add the folder again there."
OF_THIS_SERVER = "It says how you sign in on this server."


@dataclass(frozen=True)
class Table:
    """One table of an account. `left_out` are columns; `memory` is the one by which declined memories are left out.

    `whose` is the column that says whose a row is; where there is none, `only` says it. `stays_here` is why its rows
    do not come back on another machine; empty if they do. `added` are columns that files of version 0.12 lack, `gone`
    those that only they have.
    """

    title: str
    name: str
    left_out: tuple[str, ...] = ()
    memory: str = ""
    key: str = "id"
    only: str = "true"
    whose: str = "person_id"
    stays_here: str = ""
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


ADDED_TO_MEMORIES = ("said_under", *memory_columns.later(memory_columns.columns_of(Memory)))
TABLES = (  # what others refer to comes first
    Table("settings", "people_memorysettings", key="person_id", added=("time_zone_chosen",)),
    Table("agents", "agents_agent", ("token_hash", "token_hint")),
    Table("sight", "agents_sight"),
    Table("conversation_grants", "agents_conversationgrant"),
    Table(
        "memories",
        "memories_memory",
        ("fingerprint", "archive_on", "dormant_on"),
        memory="id",
        added=ADDED_TO_MEMORIES,
        gone=("audience",),
    ),
    Table(
        "history",
        "memories_historicalmemory",
        ("fingerprint", "transaction"),
        memory="id",
        key="history_id",
        added=ADDED_TO_MEMORIES,
        gone=("audience",),
    ),
    Table("evidence", "memories_evidence", memory="memory_id", added=("statement", "told_to_wait")),
    # a question that is closed may hold what was turned down
    Table("questions", "memories_proposal", memory="memory_id", only="status IN ('open', 'accepted')"),
    Table("conflicts", "memories_conflict", ("question", "answer")),
    Table("conflict_members", "memories_conflictmember", memory="memory_id"),
    Table("setting_changes", "memories_settingchange"),
    Table("calls", "agents_accesslog"),
    Table("receipts", "recall_receipt", ("question", "asked"), added=("cut",)),
    Table("receipt_items", "recall_receiptitem", memory="memory_id"),
    Table("wanted_cases", "recall_wantedcase", memory="memory_id", added=("beside", "is_wanted")),
    Table("uses", "memories_use", memory="memory_id"),
    Table(
        CONVERSATIONS,
        "learning_conversation",
        ("claimed_at", "erased_id", "topic_digests", "topics_due"),
        added=("titles_removed", "project_removed"),
    ),
    Table("feedback", "learning_feedback", ("digest",)),
    Table("signals", "learning_signal", memory="memory_id"),
    Table("spending", "learning_spend"),
    Table("erasures", "memories_erasure", ("fingerprint", "replay")),
    Table("refusals", "memories_refusal"),
    Table("imports", "interchange_importbatch", ("digest", "acts")),
    Table("import_rows", "interchange_importrow"),
    Table("quiet_hours", "notifications_quiethours", key="person_id"),
    Table("staff_access", "people_staffaccess", ("by_id",)),
    Table("folders", "interchange_folder", stays_here=OF_THIS_MACHINE),
    Table("connections", "oauth_connection", stays_here=CONNECT_AGAIN),
    Table("chats", "telegram_chatidentity", stays_here=CONNECT_AGAIN),
    Table("chat_groups", "telegram_groupchat", stays_here=COMMUNITY),
    Table("communities", "people_membership", stays_here=COMMUNITY),
    Table("contributions", "communities_contribution", ("fingerprint",), memory="memory_id", stays_here=COMMUNITY),
    Table(
        "shared",
        "communities_sharedmemory",
        ("words", "encoder", "vector"),
        whose="",
        only="id IN (SELECT id FROM communities_contribution WHERE person_id = %(person)s)",
        stays_here=COMMUNITY,
    ),
    Table("reports", "communities_report", stays_here=COMMUNITY),
    Table("muted_in_communities", "communities_sharedmute", stays_here=COMMUNITY),
    Table("community_invitations", "communities_communityinvitation", ("token_hash",), stays_here=COMMUNITY),
    Table("invitations", "people_invitation", ("token_hash",), stays_here=OF_THIS_SERVER),
    Table("notifications", "notifications_channel", ("p256dh", "auth", "secret", "session"), stays_here=CONNECT_AGAIN),
    Table("email_addresses", "account_emailaddress", whose="user_id", stays_here=OF_THIS_SERVER),
    Table("sign_in_methods", "mfa_authenticator", ("data",), whose="user_id", stays_here=OF_THIS_SERVER),
    Table("identities", "socialaccount_socialaccount", whose="user_id", stays_here=OF_THIS_SERVER),
    Table("sessions", "usersessions_usersession", ("session_key", "data"), whose="user_id", stays_here=OF_THIS_SERVER),
)
LEFT_OUT = {  # tables with rows of a person that are not in the zip, and why
    "demo_examplemonth": "a mark of the example month",
    "django_admin_log": "nothing writes it",
    "interchange_folderline": "keyed digests of the lines of your folders",
    "memories_act": "for Undo only, and gone after 14 days",
    "memories_actchange": "for Undo only, and gone after 14 days",
    "memories_fingerprintkey": "keys of digests that you brought from another machine",
    "memories_historyhead": "hashes",
    "memories_historylink": "hashes",
    "memories_observationcounter": "a counter",
    "memories_searchdocument": "computed from the memories",
    "memories_tombstone": "keyed digests of what was erased or turned down",
    "notifications_announcement": "ids of questions that you were told about",
    "notifications_delivery": "when messages were sent to you, for 30 days",
    "oauth2_provider_devicegrant": "nothing writes it",
    "oauth2_provider_idtoken": "nothing writes it",
    "oauth_accesstoken": "digests of what opens your memory to an agent",
    "oauth_grant": "digests of what opens your memory to an agent",
    "oauth_refreshtoken": "digests of what opens your memory to an agent",
    "operations_answer": "copies of answers, in case an agent asks again",
    "people_user_groups": "nothing writes it",
    "people_user_user_permissions": "nothing writes it",
    "recall_embedding": "computed from the memories",
    "telegram_chatturn": "ids of what a message said, gone after days",
    "telegram_linkcode": "digests of codes that work for minutes",
    "telegram_outgoingmessage": "answers on their way to your chat, gone when sent",
    "telegram_unreadmessage": "messages on their way to the language model, gone when read",
}


def read_rows(person: User, table: Table, declined: list[UUID]) -> Iterator[list[str]]:
    """Yield the rows of a table as JSON texts, some at a time, in the order of their key.

    Each time is a transaction of its own, so that a slow reader holds no connection.
    """
    tests = [f"{table.whose} = %(person)s" if table.whose else "true", table.only]
    if table.memory:
        tests.append(f"({table.memory} IS NULL OR {table.memory} <> ALL (%(declined)s))")
    values: dict[str, Any] = {
        "person": person.pk,
        "declined": declined,
        "left_out": [table.whose, *table.left_out],
        "rows": ROWS,
    }
    after: Any = None
    while True:
        beyond = [f"{table.key} > %(after)s"] if after is not None else []
        query = (
            f"SELECT {table.key}, (to_jsonb(t) - %(left_out)s::text[])::text FROM {table.name} t"
            f" WHERE {' AND '.join(tests + beyond)} ORDER BY {table.key} LIMIT %(rows)s"
        )
        with scope.acting_as(person.pk), connection.cursor() as cursor:
            cursor.execute(query, values | {"after": after})
            rows = cursor.fetchall()
        if rows:
            yield [text for _, text in rows]
        if len(rows) < ROWS:
            return
        after = rows[-1][0]
