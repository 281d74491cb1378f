"""Adding a folder, from a shell on its machine, and what its person then says it is, on its page."""

import os
from datetime import datetime
from pathlib import Path

from memoryweb.agents.models import Agent
from memoryweb.folders.models import PATH_MAX, Folder
from memoryweb.people.models import User
from memoryweb.rls import scope


class CannotAddError(Exception):
    """A folder that cannot be kept in step; says why."""


def add(path: Path, person: User, *, host: str, data: Path, now: datetime) -> Folder:
    """Add a folder, or return the one that was added before. Raises CannotAddError."""
    folder = path.expanduser().resolve()
    if not folder.is_dir():
        raise CannotAddError(f"DIR: {path} is no folder.")
    text = str(folder)
    if not text.isprintable() or len(text) > PATH_MAX or os.fsencode(text).decode("utf-8", "replace") != text:
        raise CannotAddError("DIR: its path is too long, or has characters that cannot be shown.")
    if folder == Path(folder.anchor) or folder.is_relative_to(data):
        raise CannotAddError("DIR: choose a folder of notes, not the whole machine or memoryweb’s own data.")
    with scope.acting_as(person.pk):
        row, _ = Folder.objects.get_or_create(person=person, host=host, path=text, defaults={"created_at": now})
    return row


def declare(folder: Folder, kind: Folder.Kind, agent: Agent | None) -> None:
    """Set a folder's kind. Its stored lines are deleted; its files stay."""
    folder.kind, folder.agent = kind, agent if kind in Folder.OF_AGENTS else None
    folder.standing_since, folder.trouble, folder.findings = None, "", []
    folder.writes_again = folder.takes_deletions = False
    folder.lines.all().delete()
    folder.save()


def answer_trouble(folder: Folder, *, writes_again: bool) -> None:
    """Write what is missing again, or take it for deleted: the person's answer, for the next pass."""
    folder.writes_again, folder.takes_deletions = writes_again, not writes_again
    folder.save(update_fields=["writes_again", "takes_deletions"])
