"""What a person brought: one import and its rows. Words stand in a row only until it was imported or thrown away."""

from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memoryweb.memories.models.enums import SHARD
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User

PREVIEW_DAYS = 1  # what nobody agreed to is deleted after that
TEXT_MAX = 2000  # characters of a line that was not understood


class ImportQuerySet(models.QuerySet["ImportBatch"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)


class ImportBatch(models.Model):
    """One import: the files that were brought at once. `digest` is of their content, so the same files are known."""

    class State(models.TextChoices):
        PREVIEW = "preview", _("waits for your yes")
        IMPORTING = "importing", _("is being imported")
        DONE = "done", _("was imported")
        UNDOING = "undoing", _("is being undone")
        UNDONE = "undone", _("was undone")

    UNFINISHED = (State.IMPORTING, State.UNDOING)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    state = models.CharField(max_length=10, choices=State, default=State.PREVIEW, db_default=State.PREVIEW)
    digest = models.CharField(max_length=64)
    files = models.JSONField(default=list)  # of each: its name, its format, why it was not read
    uses_explicit = models.BooleanField(default=False, db_default=False)  # the person ticked that
    acts = ArrayField(models.UUIDField(), default=list, blank=True)  # what Undo takes back, in order
    left_as_is = models.PositiveIntegerField(
        default=0, db_default=0
    )  # memories that stay after an Undo: something was done with them since
    total = models.PositiveIntegerField(default=0, db_default=0)  # rows to import
    done = models.PositiveIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField()  # when a worker last did some of it
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[ImportQuerySet] = ImportQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "digest"], condition=Q(state="preview"), name="one_preview_of_the_same_files"
            ),
        ]
        indexes = [
            # the import page: a person's newest
            models.Index(fields=["person", "-created_at", "-id"], name="imports_of_a_person"),
            # upkeep.import: those that go on
            models.Index(
                SHARD, "person", "touched_at", condition=Q(state__in=("importing", "undoing")), name="imports_to_go_on"
            ),
            # upkeep.purge_logs: the oldest
            models.Index(fields=["created_at"], name="imports_to_purge"),
        ]

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d} {self.state}"

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 100

    @property
    def is_unfinished(self) -> bool:
        return self.state in self.UNFINISHED


class ImportRow(models.Model):
    """One entry or line of an import. A refused one has no words, only its line and category."""

    class Verdict(models.TextChoices):
        NEW = "new", _("New")
        CHANGE = "change", _("Changes what you have")
        PAST = "past", _("For your history")
        SAME = "same", _("You have it already")
        BLOCKED = "blocked", _("Not kept")
        REFUSED = "refused", _("Refused")
        UNKNOWN = "unknown", _("Not understood")

    CAN_BE_CHOSEN = (Verdict.NEW, Verdict.CHANGE, Verdict.PAST, Verdict.SAME)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    batch = models.ForeignKey(ImportBatch, models.CASCADE, related_name="rows", db_constraint=False, db_index=False)
    number = models.PositiveIntegerField()  # in the order in which rows are imported
    file = models.PositiveSmallIntegerField()  # its place in the import's files
    line = models.PositiveIntegerField()
    part = models.PositiveIntegerField(default=0, db_default=0)  # of several on one line
    verdict = models.CharField(max_length=8, choices=Verdict)
    about = models.CharField(max_length=12, blank=True, default="", db_default="")  # interchange.entry.About
    is_explicit = models.BooleanField(default=False, db_default=False)
    is_chosen = models.BooleanField(default=False, db_default=False)
    entry = models.JSONField(null=True, blank=True)  # until it was imported
    text = models.CharField(max_length=TEXT_MAX, blank=True, default="", db_default="")  # of what was not understood
    category = models.CharField(max_length=20, blank=True, default="", db_default="")  # of what was refused
    reason = models.CharField(max_length=300, blank=True, default="", db_default="")
    outcome = models.CharField(max_length=20, blank=True, default="", db_default="")  # empty: not imported

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "batch", "number"], name="import_rows_are_numbered"),
            models.CheckConstraint(
                condition=~Q(verdict="refused") | Q(text="", entry=None), name="refused_import_rows_keep_no_words"
            ),
            models.CheckConstraint(condition=Q(outcome="") | Q(entry=None), name="imported_rows_keep_no_words"),
        ]
        indexes = [
            # the preview: the rows of one verdict
            models.Index(fields=["batch", "verdict", "number"], name="import_rows_of_a_verdict"),
            # the import itself: what is left
            models.Index(
                fields=["batch", "number"], condition=Q(is_chosen=True, outcome=""), name="import_rows_to_import"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.line} {self.verdict}"
