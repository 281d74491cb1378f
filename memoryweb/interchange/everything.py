"""Download my data: a zip with everything of one person, written while it is sent, some rows at a time.

Each part is read in a transaction of its own, so a slow line holds no connection. What was erased is in no table any
more; what the person declined stays out (SPEC §3.4).
"""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import RawIOBase
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

from memoryweb.interchange.formats import WRITTEN
from memoryweb.memories import history
from memoryweb.people.models import User
from memoryweb.rls import scope

ROWS = 500  # read at once
README = """Everything that memoryweb keeps of you, as of {at}.

MEMORY.md        what is in use and what once was, to read and to import
archive.json     what was archived
*.jsonl          one row a line, as JSON; the names of the columns are memoryweb's own
  account          your account and your settings; setting_changes: what you changed there and about agents
  memories         all memories, the waiting ones too
  history          every version of every memory
  evidence         why a memory exists: quotes and references
  questions        what you are asked; conflicts and conflict_members: what contradicts what
  agents           your agents; sight and conversation_grants: what each may see; calls: what each asked for
  connections      the connectors among your agents, and where each is
  chats            the chats that you linked; chat_groups: the groups that you linked to a community
  receipts         what agents were given; receipt_items: line by line; uses: how often
  conversations    what agents recorded; feedback, signals, spending: what was learned from it, and at what cost
  erasures         that you erased something; refusals: what was never kept
  staff_access     when staff looked at your account; invitations: whom you invited
  imports          what you imported; import_rows: what of it waits for your yes, and lines that were not understood
  communities      where you are a member; contributions and shared: what you shared, and what agents suggested;
                   reports and muted_in_communities: what you reported or muted; community_invitations: your links
  notifications    where you are told that something waits, and how often; quiet_hours: when not
  sessions         where you are signed in; sign_in_methods, identities, email_addresses: how you sign in

Not in here: what you erased or turned down, tokens and passwords, and what memoryweb computes from the rest.
"""


@dataclass(frozen=True)
class Table:
    """One table in the zip. `left_out` are columns; `memory` is the column by which declined memories are left out.

    `whose` is the column that says whose a row is; where there is none, `only` says it.
    """

    file: str
    name: str
    left_out: tuple[str, ...] = ()
    memory: str = ""
    key: str = "id"
    only: str = "true"
    whose: str = "person_id"


TABLES = (
    Table("account", "people_memorysettings", key="person_id"),
    Table("memories", "memories_memory", ("fingerprint",), memory="id"),
    Table("history", "memories_historicalmemory", ("fingerprint", "transaction"), memory="id", key="history_id"),
    Table("evidence", "memories_evidence", memory="memory_id"),
    # a question that is closed may hold what was turned down
    Table("questions", "memories_proposal", memory="memory_id", only="status IN ('open', 'accepted')"),
    Table("conflicts", "memories_conflict", ("question", "answer")),
    Table("conflict_members", "memories_conflictmember", memory="memory_id"),
    Table("agents", "agents_agent", ("token_hash",)),
    Table("connections", "oauth_connection"),
    Table("chats", "telegram_chatidentity"),
    Table("chat_groups", "telegram_groupchat"),
    Table("setting_changes", "memories_settingchange"),
    Table("sight", "agents_sight"),
    Table("conversation_grants", "agents_conversationgrant"),
    Table("calls", "agents_accesslog"),
    Table("receipts", "recall_receipt", ("question", "asked")),
    Table("receipt_items", "recall_receiptitem", memory="memory_id"),
    Table("uses", "memories_use", memory="memory_id"),
    Table("conversations", "learning_conversation"),
    Table("feedback", "learning_feedback", ("digest",)),
    Table("signals", "learning_signal", memory="memory_id"),
    Table("spending", "learning_spend"),
    Table("erasures", "memories_erasure", ("fingerprint", "replay")),
    Table("refusals", "memories_refusal"),
    Table("communities", "people_membership"),
    Table("contributions", "communities_contribution", ("fingerprint",), memory="memory_id"),
    Table(
        "shared",
        "communities_sharedmemory",
        ("words", "encoder", "vector"),
        whose="",
        only="id IN (SELECT id FROM communities_contribution WHERE person_id = %(person)s)",
    ),
    Table("reports", "communities_report"),
    Table("muted_in_communities", "communities_sharedmute"),
    Table("community_invitations", "communities_communityinvitation", ("token_hash",)),
    Table("invitations", "people_invitation", ("token_hash",)),
    Table("staff_access", "people_staffaccess"),
    Table("notifications", "notifications_channel", ("p256dh", "auth", "secret")),
    Table("quiet_hours", "notifications_quiethours", key="person_id"),
    Table("email_addresses", "account_emailaddress", whose="user_id"),
    Table("sign_in_methods", "mfa_authenticator", ("data",), whose="user_id"),
    Table("identities", "socialaccount_socialaccount", whose="user_id"),
    Table("imports", "interchange_importbatch", ("digest", "acts")),
    Table("import_rows", "interchange_importrow"),
    Table("sessions", "usersessions_usersession", ("session_key", "data"), whose="user_id"),
)
LEFT_OUT = {  # tables with rows of a person that are not in the zip, and why
    "demo_examplemonth": "a mark of the example month",
    "django_admin_log": "nothing writes it",
    "memories_act": "for Undo only, and gone after 14 days",
    "memories_actchange": "for Undo only, and gone after 14 days",
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


class _Pipe(RawIOBase):
    """A file that is only written, and whose content is taken away piece by piece."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._written += content
        return len(content)

    def take(self) -> bytes:
        taken, self._written = bytes(self._written), bytearray()
        return taken


def zipped(person: User) -> Iterator[bytes]:
    """Return the zip piece by piece."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in _files(person):
            entry = zipfile.ZipInfo(name, timezone.localtime().timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as member:
                for piece in pieces:
                    member.write(piece.encode())
                    yield pipe.take()
    yield pipe.take()


def _files(person: User) -> Iterator[tuple[str, Iterator[str]]]:
    """Return the name of each file and its text in pieces."""
    yield "README.txt", iter([README.format(at=timezone.localtime().strftime("%Y-%m-%d %H:%M %Z"))])
    for name, each in WRITTEN.items():
        yield each.file_name, _exported(person, name)
    with scope.acting_as(person.pk):
        declined = list(history.turned_down(person).values_list("pk", flat=True))
    for table in TABLES:
        yield f"{table.file}.jsonl", _lines(person, table, declined)


def _exported(person: User, name: str) -> Iterator[str]:
    with scope.acting_as(person.pk):
        text = WRITTEN[name].export(person)
    yield text


def _lines(person: User, table: Table, declined: list[UUID]) -> Iterator[str]:
    """Return the rows of a table as lines of JSON, read in the order of their key."""
    if table.file == "account":
        yield json.dumps({"email": person.email, "date_joined": person.date_joined.isoformat()}) + "\n"
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
            yield "".join(f"{line}\n" for _, line in rows)
        if len(rows) < ROWS:
            return
        after = rows[-1][0]
