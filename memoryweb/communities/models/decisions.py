"""What moderators decided, what members reported, and what they keep from their own agents."""

from django.db import models
from django.db.models import Func, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from memoryweb.communities.models.shared import SharedMemory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, User
from memoryweb.rules import moderation


class Reason(models.TextChoices):
    CHECKED = "checked", _("Checked and true")
    REPLACES = "replaces", _("Replaces an old one")
    DUPLICATE = "duplicate", _("Duplicate")
    NOT_FOR_EVERYONE = "not_for_everyone", _("Not for everyone")
    WRONG = "wrong", _("Wrong")
    PRIVATE = "private", _("Says something private")
    INSTRUCTION = "instruction", _("Tells agents what to do")
    MISTAKE = "mistake", _("Decided by mistake")


class Verb(models.TextChoices):
    APPROVE = "approve", _("approved")
    EDIT = "edit", _("edited")
    SEND_BACK = "send_back", _("sent back")
    HIDE = "hide", _("hid")
    REMOVE = "remove", _("removed")
    WARN = "warn", _("warned the author about")
    MERGE = "merge", _("merged into another one")
    UNDO = "undo", _("took back the last decision about")
    RETRACT = "retract", _("taken back by its author")


class Decision(models.Model):
    """One line of a community's log: what was decided about a shared memory, why, and by whom. No memory text."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    shared = models.ForeignKey(
        SharedMemory, models.CASCADE, related_name="decisions", db_constraint=False, db_index=False
    )
    other = models.UUIDField(null=True)  # the shared memory that it was merged into
    # null: an author, or a moderator whose account is gone
    moderator = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+", db_index=False)
    verb = models.CharField(max_length=10, choices=Verb)
    reason = models.CharField(max_length=16, choices=Reason, blank=True)
    words = models.CharField(max_length=moderation.WORDS_MAX, blank=True, default="", db_default="")
    before = models.CharField(max_length=10)  # the state before it
    version = models.BigIntegerField(null=True)  # the version before it, for Undo
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    transaction = models.BigIntegerField(
        editable=False,
        db_default=Cast(Cast(Func(function="pg_current_xact_id"), models.TextField()), models.BigIntegerField()),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(verb__in=[verb.value for verb in moderation.Verb]), name="decision_verb_is_known"
            ),
            models.CheckConstraint(
                condition=Q(verb="retract") | Q(reason__in=[reason.value for reason in moderation.Reason]),
                name="every_decision_has_a_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["community", "-at", "-id"], name="decisions_of_a_community"),  # the log
            models.Index(fields=["shared", "-at"], name="decisions_about_one"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.at:%Y-%m-%d %H:%M}"


class Report(models.Model):
    """A member tells the moderators that something is wrong with a shared memory. Members do not see who did."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    shared = models.ForeignKey(
        SharedMemory, models.CASCADE, related_name="reports", db_constraint=False, db_index=False
    )
    reason = models.CharField(max_length=16, choices=Reason)
    words = models.CharField(max_length=moderation.WORDS_MAX, blank=True, default="", db_default="")
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "shared"], condition=Q(resolved_at=None), name="one_open_report_per_person"
            ),
        ]
        indexes = [
            models.Index(fields=["community", "at"], condition=Q(resolved_at=None), name="reports_to_look_at"),
            models.Index(fields=["shared"], name="reports_of_one"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.at:%Y-%m-%d}"


class SharedMute(models.Model):
    """A member keeps a shared memory from their own agents. Nobody else knows."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    shared = models.ForeignKey(SharedMemory, models.CASCADE, related_name="+", db_constraint=False, db_index=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "shared"], name="one_mute_per_member")]

    def __str__(self) -> str:
        return str(self.shared_id)
