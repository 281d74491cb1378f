"""Folders that are kept in step: which, whose, of what kind; and of each line the digest, never the words."""

from datetime import timedelta
from pathlib import Path
from typing import ClassVar, Self
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.language import sensitive
from memoryweb.memories.actions import Actor, AgentOf, FolderOf
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User

PATH_MAX = 1024  # characters
WATCHED_FOR = timedelta(minutes=3)  # without a sign of the watching process, the page says that nobody watches


class Trouble(models.TextChoices):
    """Why a folder is not kept in step, in words for its page."""

    NO_FOLDER = "no_folder", _("The folder is not there. Nothing was changed.")
    GONE = "gone", _("MEMORY.md is gone. Nothing was changed.")
    MANY_GONE = "many_gone", _("Most of MEMORY.md was deleted. Nothing was changed.")
    UNREADABLE = "unreadable", _("memoryweb may not read it. Nothing was changed.")
    NO_FILE = "no_file", _("MEMORY.md is no ordinary file, or a link. It is not read.")
    TOO_LARGE = "too_large", _("MEMORY.md is or would be larger than 4 MB. Nothing was changed.")
    NO_TEXT = "no_text", _("MEMORY.md is not UTF-8 text. It is not read.")
    CHANGING = "changing", _("MEMORY.md changes all the time. It is read when that stops.")
    NOT_WRITABLE = "not_writable", _("memoryweb may not write there, or the disk is full. Your edits are read.")
    MEMORY_OFF = "memory_off", _("Memory is off in Settings, so nothing is kept in step.")
    AGENT_OFF = "agent_off", _("The agent is paused or disconnected. It is given nothing, and nothing is read.")
    GIVEN_OFF = "given_off", _("Agents are given nothing automatically, by your settings.")
    FULL = "full", _("Too many of its questions wait for you. The rest is read when you have answered some.")
    FAILED = "failed", _("Something went wrong. It is tried again.")


class FolderQuerySet(models.QuerySet["Folder"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)

    def kept_in_step(self) -> Self:
        return self.filter(paused_at=None).exclude(kind=Folder.Kind.UNDECLARED)


class Folder(models.Model):
    """A folder on one machine that the person declared, or that waits for that. Only a shell names its path."""

    class Kind(models.TextChoices):
        UNDECLARED = "undeclared", _("not declared yet")
        OWN = "own", _("your own folder")
        AGENT = "agent", _("an agent’s workspace")
        NATIVE = "native", _("an agent’s own memory, only watched")

    OF_AGENTS = (Kind.AGENT, Kind.NATIVE)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    path = models.CharField(max_length=PATH_MAX)
    host = models.CharField(max_length=255)  # the machine that has it
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.UNDECLARED, db_default=Kind.UNDECLARED)
    agent = models.ForeignKey(Agent, models.CASCADE, null=True, related_name="+", db_constraint=False, db_index=False)
    standing_since = models.DateTimeField(null=True, blank=True)  # the person's standing yes to their edits here
    paused_at = models.DateTimeField(null=True, blank=True)
    watched_at = models.DateTimeField(null=True, blank=True)  # the last sign of the process that watches it
    passed_at = models.DateTimeField(null=True, blank=True)  # when something in it was last read or written
    trouble = models.CharField(max_length=12, choices=Trouble, blank=True, default="", db_default="")
    # what stands in the way of this, once: to write the file again, or to take what was deleted for deleted
    writes_again = models.BooleanField(default=False, db_default=False)
    takes_deletions = models.BooleanField(default=False, db_default=False)
    # places without words: each has a file, a line, and what is there: refused (with its category), erased, too_long, …
    findings = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()

    objects: ClassVar[FolderQuerySet] = FolderQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "interchange_folder"
        constraints = [
            models.UniqueConstraint(fields=["person", "host", "path"], name="one_folder_of_a_path"),
            models.CheckConstraint(
                condition=Q(kind__in=("agent", "native"), agent__isnull=False)
                | Q(kind__in=("undeclared", "own"), agent=None),
                name="folders_of_agents_have_one",
            ),
            models.CheckConstraint(
                condition=Q(standing_since=None) | Q(kind="own"), name="only_own_folders_have_a_standing_yes"
            ),
        ]

    def __str__(self) -> str:
        return self.path

    @property
    def name(self) -> str:
        """Return the last part of its path; empty if the guard would not keep it."""
        name = Path(self.path).name
        return "" if sensitive.inspect(name) else name[:80]

    @property
    def is_watched(self) -> bool:
        return self.watched_at is not None and self.watched_at > timezone.now() - WATCHED_FOR

    @property
    def is_closed(self) -> bool:
        """Return whether the person's account is closed or waits for its deletion: nothing is read or given then."""
        return self.person.deletion_asked_at is not None or not self.person.is_active

    @property
    def actor(self) -> Actor:
        """Return the actor for edits of this folder."""
        if self.agent:
            return AgentOf(self.agent)
        return FolderOf(self.person, has_yes=self.standing_since is not None)


class FolderLine(models.Model):
    """One entry of a file as it was last read or written: keyed digests of it, and the memory it stands for."""

    class State(models.TextChoices):
        IN_STEP = "in_step"  # it says what is in use
        WAITS = "waits"  # what it says waits for the person's answer
        DELETED = "deleted"  # it was deleted from the file, and that waits for the person's answer
        LEFT = "left"  # it stays in the file, and is not in use

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    folder = models.ForeignKey(Folder, models.CASCADE, related_name="lines", db_index=False, db_constraint=False)
    file = models.CharField(max_length=PATH_MAX)
    number = models.PositiveIntegerField()  # of its line
    digest = models.BinaryField(max_length=32)  # of its words
    state = models.CharField(max_length=8, choices=State)
    memory = models.UUIDField(null=True)  # no key: what was erased leaves the file at the next pass
    says = models.BinaryField(null=True, max_length=32)  # of what that memory said when they were in step
    question = models.UUIDField(null=True)
    replaces = models.UUIDField(null=True)  # the memory in use that it was an edit of

    class Meta:
        db_table = "interchange_folderline"
        constraints = [
            models.UniqueConstraint(fields=["person", "folder", "file", "digest"], name="one_row_of_a_folder_line"),
        ]

    def __str__(self) -> str:
        return f"{self.file} {self.number} {self.state}"
