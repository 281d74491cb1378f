"""A community's shared memories, and each person's contributions to them."""

from typing import Any, ClassVar, Self
from uuid import UUID

from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Kind, Memory
from memoryweb.memories.models.history import Versions
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, User
from memoryweb.rules import limits, moderation


class State(models.TextChoices):
    PROPOSED = "proposed", _("waiting for the moderators")
    SHOWN = "shown", _("shown to members")
    SENT_BACK = "sent_back", _("sent back")
    HIDDEN = "hidden", _("hidden")
    REMOVED = "removed", _("removed")
    REPLACED = "replaced", _("replaced by a newer one")
    RETRACTED = "retracted", _("taken back by its author")


class _Text(models.Model):
    """The words, kind, category and key of something shared."""

    statement = models.CharField(max_length=moderation.STATEMENT_MAX)
    details = models.TextField(max_length=moderation.DETAILS_MAX, blank=True, default="", db_default="")
    kind = models.CharField(max_length=12, choices=Kind)
    category = models.CharField(max_length=limits.CATEGORY_MAX, blank=True, default="", db_default="")
    key = models.CharField(max_length=limits.KEY_MAX, blank=True, default="", db_default="")
    one_valued = models.BooleanField(default=True, db_default=True)  # the key holds one value
    language = models.CharField(max_length=8, default="en", db_default="en")
    reason = models.CharField(  # why the author wants it shared, in their words
        max_length=moderation.WORDS_MAX, blank=True, default="", db_default=""
    )

    class Meta:
        abstract = True


class Contribution(_Text):
    """A person's own side of something shared: who it comes from. Nobody else sees the row.

    A suggestion of an agent waits here with its words until its person shares it. Once shared, the words stand in the
    SharedMemory with the same id, and this row only says whose it is.
    """

    class Status(models.TextChoices):
        SUGGESTED = "suggested", _("suggested by an agent")
        DECLINED = "declined", _("not shared")
        SHARED = "shared", _("shared")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    agent = models.ForeignKey(
        Agent, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )  # which suggested it
    memory = models.ForeignKey(
        Memory, models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )  # the person's own one that it was made of
    status = models.CharField(max_length=10, choices=Status)
    fingerprint = models.BinaryField(max_length=32)  # keyed, of the words: what was turned down is not suggested again
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    warning_seen_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["suggested", "declined", "shared"]), name="contribution_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status="suggested") | Q(statement="", details="", reason=""),
                name="only_suggestions_keep_their_words",
            ),
        ]
        indexes = [
            # Review: what agents suggest to share; a person's contributions to a community
            models.Index(fields=["person", "status", "-created_at"], name="contributions_of_a_person"),
            # erasing a memory; its page
            models.Index(fields=["memory"], condition=Q(memory__isnull=False), name="contributions_of_a_memory"),
        ]

    def __str__(self) -> str:
        return self.statement


class SharedMemoryQuerySet(models.QuerySet["SharedMemory"]):
    def in_community(self, community: Community | UUID) -> Self:
        return self.filter(community=community)

    def shown(self) -> Self:
        return self.filter(status=State.SHOWN)


class SharedMemory(_Text):
    """One sentence that a community shares. It belongs to the community and names a person only if they chose that.

    Who contributed it stands in the Contribution with the same id, which only that person can read.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    author_name = models.CharField(  # empty: a member
        max_length=moderation.MEMBER_NAME_MAX, blank=True, default="", db_default=""
    )
    agent_name = models.CharField(  # of the agent that wrote it; empty: none did
        max_length=limits.AGENT_NAME_MAX, blank=True, default="", db_default=""
    )
    replaces = models.ForeignKey(  # what it is to stand in the place of
        "self", models.DO_NOTHING, null=True, related_name="+", db_constraint=False, db_index=False
    )
    status = models.CharField(max_length=10, choices=State)
    proposed_at = models.DateTimeField()
    shown_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField()
    appeal = models.CharField(max_length=moderation.WORDS_MAX, blank=True, default="", db_default="")
    appealed_at = models.DateTimeField(null=True)
    # what it is searched by, while it is shown
    words = SearchVectorField(null=True)
    encoder = models.CharField(max_length=120, blank=True, default="", db_default="")
    vector = HalfVectorField(null=True)

    AN_AGENT: ClassVar = "an agent"  # stands for the name of one whose person is not named

    objects: ClassVar[SharedMemoryQuerySet] = SharedMemoryQuerySet.as_manager()  # type: ignore[assignment]
    history = Versions(
        history_id_field=models.BigAutoField(),
        no_db_index=["community", "replaces"],
        excluded_fields=["words", "encoder", "vector"],
    )

    class Meta:
        verbose_name_plural = "shared memories"
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=[state.value for state in moderation.State]), name="shared_status_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(status="retracted") | Q(statement="", details="", reason="", appeal="", author_name=""),
                name="what_was_retracted_has_no_words",
            ),
            models.CheckConstraint(
                condition=Q(status="shown") | Q(words=None, vector=None), name="only_what_is_shown_is_searched"
            ),
        ]
        indexes = [
            # the community's list, newest first; recall and search_memory
            models.Index(fields=["community", "-shown_at", "-id"], condition=Q(status="shown"), name="shared_list"),
            # the desk: what waits, oldest first
            models.Index(fields=["community", "proposed_at", "id"], condition=Q(status="proposed"), name="shared_desk"),
            models.Index(fields=["community"], condition=Q(appealed_at__isnull=False), name="shared_appeals"),
        ]

    def __str__(self) -> str:
        return self.statement


def history_of_shared() -> Any:
    """Return the model of the versions of shared memories."""
    return SharedMemory.history.model
