"""Download my data: a zip with everything of one person, written while it is sent, some rows at a time.

Each part is read in a transaction of its own, so a slow line holds no connection. What was erased is in no table any
more; what the person declined stays out.
"""

import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from io import RawIOBase
from typing import Any

from django.utils import timezone

from memoryweb.interchange import exporting
from memoryweb.interchange.account import writing
from memoryweb.interchange.formats import WRITTEN
from memoryweb.interchange.formats.own import daily_notes
from memoryweb.interchange.reading import OWN_ZIP, README_FILE
from memoryweb.language.filing import known_fields
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.rls import scope

ROWS = 500  # read at once
File = tuple[str, Iterator[str]]  # its name, and its text in pieces
README = (
    OWN_ZIP
    + """, as of {at}.

MEMORY.md        what is in use and what once was, to read and to import
archive.json     what was archived
observations.md, user_insights.md, response_preferences.md, topic_highlights.md, memories.txt, memory/…
                 what is in use, for other tools; recent_conversations.md: what you said lately
memoryweb.json   all of it, one row a line; the names of the columns are memoryweb's own
  settings         your settings; setting_changes: what you changed there and about agents
  agents           your agents; sight and conversation_grants: what each may see; calls: what each asked for
  memories         all memories, the waiting ones too
  history          every version of every memory
  evidence         why a memory exists: quotes and references
  questions        what you are asked; conflicts and conflict_members: what contradicts what
  receipts         what agents were given; receipt_items: line by line; uses: how often
  wanted_cases     what you said should have been given or not, and for what
  conversations    what agents recorded; feedback, signals, spending: what was learned from it, and at what cost
  erasures         that you erased something; refusals: what was never kept
  folders          the folders that are kept in step
  imports          what you imported; import_rows: what of it waits for your yes, and lines that were not understood
  staff_access     when staff looked at your account; invitations: whom you invited
  connections      the connectors among your agents, and where each is
  chats            the chats that you linked; chat_groups: the groups that you linked to a community
  communities      where you are a member; contributions and shared: what you shared, and what agents suggested;
                   reports and muted_in_communities: what you reported or muted; community_invitations: your links
  notifications    where you are told that something waits, and how often; quiet_hours: when not
  sessions         where you are signed in; sign_in_methods, identities, email_addresses: how you sign in

Not in here: what you erased or turned down, tokens and passwords, and what memoryweb computes from the rest.
memoryweb.json brings the account to another machine: manage.py import_memory memoryweb.json --person EMAIL
"""
)


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
    """Return a zip of everything, piece by piece."""
    return _zip(_everything(person))


def zipped_formats(person: User, names: Iterable[str]) -> Iterator[bytes]:
    """Return a zip of the files of these formats, piece by piece: of WRITTEN or NAMED_BY_CONTENT."""
    return _zip(file for name in names for file in _files(person, name))


def _zip(files: Iterable[File]) -> Iterator[bytes]:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in files:
            entry = zipfile.ZipInfo(name, timezone.localtime().timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as member:
                for piece in pieces:
                    member.write(piece.encode())
                    yield pipe.take()
    yield pipe.take()


def _everything(person: User) -> Iterator[File]:
    yield README_FILE, iter([README.format(at=timezone.localtime().strftime("%Y-%m-%d %H:%M %Z"))])
    for name in (*WRITTEN, *NAMED_BY_CONTENT):
        yield from _files(person, name)
    yield writing.FILE_NAME, writing.pieces(person)


def _files(person: User, name: str) -> Iterator[File]:
    if name in NAMED_BY_CONTENT:
        yield from NAMED_BY_CONTENT[name](person)
    else:
        yield WRITTEN[name].file_name, _exported(person, name)


def _exported(person: User, name: str) -> Iterator[str]:
    with scope.acting_as(person.pk):
        text = WRITTEN[name].export(person)
    yield text


def _days(person: User) -> Iterator[File]:
    """Yield S0's file of each day on which something was learned that is in use, or noted."""
    with scope.acting_as(person.pk):
        in_use, noted = _by_day(exporting.list_in_use(person)), _by_day(exporting.list_notes(person))
    for day in sorted(in_use.keys() | noted.keys()):
        yield f"memory/{day}.md", iter([daily_notes.write(day, in_use[day], noted[day])])


def _by_day(memories: Iterable[Memory]) -> defaultdict[date, list[Memory]]:
    by_day = defaultdict(list)
    for memory in memories:
        by_day[memory.observed_on].append(memory)
    return by_day


def _of_user(person: User) -> Iterator[File]:
    """Yield S0's file of one user, for a workspace that several share: what their MEMORY.md says."""
    user = known_fields.slugify(person.email.partition("@")[0]) or "user"
    yield f"memory/users/{user}.md", _exported(person, "memory_md")


# Formats whose files have names that come from what is in them.
NAMED_BY_CONTENT: dict[str, Callable[[User], Iterator[File]]] = {"days": _days, "user": _of_user}
