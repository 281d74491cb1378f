"""Channels, quiet hours, deliveries and announcements.

None of these holds a word of a memory or of a question.
"""

from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.notifications import policy
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class Topic(models.TextChoices):
    """Subjects of notifications."""

    QUESTIONS = "questions", _("Questions of your agents")
    CONFLICTS = "conflicts", _("Contradictions")
    SHARING = "sharing", _("What agents suggest to share")


def all_topics() -> list[str]:
    return [str(topic) for topic in Topic.values]


class Outcome(models.TextChoices):
    """How a try to send ended."""

    DELIVERED = "delivered", _("delivered")
    REFUSED = "refused", _("refused")  # with an HTTP status
    GONE = "gone", _("gone")  # the address says that it no longer takes messages
    UNREACHABLE = "unreachable", _("unreachable")
    NOT_PUBLIC = "not_public", _("not a public address")
    UNANSWERED = "unanswered", _("unanswered")  # it may have arrived
    NOT_SET_UP = "not_set_up", _("not set up")  # this server sends no mail, or has no bot
    NOT_LINKED = "not_linked", _("not linked")  # the person has no chat there, or paused it


class ChannelQuerySet(models.QuerySet["Channel"]):
    def of(self, person: User | UUID) -> Self:
        return self.filter(person=person)


class Channel(models.Model):
    """One way to reach a person: a browser, their chat in Telegram, an ntfy topic, their mailbox or a webhook."""

    class Kind(models.TextChoices):
        PUSH = "push", _("Browser")
        TELEGRAM = "telegram", _("Telegram")
        NTFY = "ntfy", _("ntfy")
        EMAIL = "email", _("E-mail")
        WEBHOOK = "webhook", _("Webhook")

    class Frequency(models.TextChoices):
        AT_ONCE = "at_once", _("At once")
        HOURLY = "hourly", _("At most once an hour")
        DAILY = "daily", _("Once a day, at 8 in the morning")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=policy.NAME_MAX, blank=True, default="", db_default="")  # of the browser
    # empty: the person's own mailbox or chat
    address = models.CharField(max_length=policy.ADDRESS_MAX, blank=True, default="", db_default="")
    # the browser's keys (RFC 8291, base64url); what signs a webhook; an access token of ntfy
    p256dh = models.CharField(max_length=100, blank=True, default="", db_default="")
    auth = models.CharField(max_length=40, blank=True, default="", db_default="")
    secret = models.CharField(max_length=policy.TOKEN_MAX, blank=True, default="", db_default="")
    session = models.BinaryField(max_length=32, null=True, blank=True)  # of a browser: keyed digest (browsers.py)
    about = ArrayField(models.CharField(max_length=10, choices=Topic), default=all_topics)
    frequency = models.CharField(max_length=10, choices=Frequency, default=Frequency.AT_ONCE)
    is_on = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(default=timezone.now)
    told_at = models.DateTimeField(null=True, blank=True)  # when something was last announced here
    tried_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True, default="", db_default="")  # of the last try
    status = models.PositiveSmallIntegerField(null=True, blank=True)  # its HTTP status
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)  # in a row
    paused_at = models.DateTimeField(null=True, blank=True)  # after too many of these, until the person tries again

    objects: ClassVar[ChannelQuerySet] = ChannelQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "kind", "address"], name="one_channel_for_an_address"),
            models.CheckConstraint(
                condition=Q(kind__in=["push", "telegram", "ntfy", "email", "webhook"]), name="channel_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(frequency__in=["at_once", "hourly", "daily"]), name="channel_frequency_is_known"
            ),
            models.CheckConstraint(
                condition=Q(about__contained_by=["questions", "conflicts", "sharing"]), name="channel_topics_are_known"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["email", "telegram"], address="")
                | ~Q(kind__in=["email", "telegram"]) & ~Q(address=""),
                name="only_the_persons_own_have_no_address",
            ),
            models.CheckConstraint(condition=~Q(kind="push") | ~Q(p256dh="") & ~Q(auth=""), name="browsers_have_keys"),
            models.CheckConstraint(condition=~Q(kind="webhook") | ~Q(secret=""), name="webhooks_are_signed"),
            models.CheckConstraint(condition=Q(kind="push") | Q(session=None), name="only_browsers_have_sessions"),
        ]
        indexes = [
            # announcing.announce: the channels that may be due
            models.Index(fields=["id"], condition=Q(is_on=True, paused_at=None), name="channels_to_tell"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def is_ended(self) -> bool:
        """Return whether the browser's subscription is over. Only the browser itself can make a new one."""
        return self.kind == self.Kind.PUSH and self.outcome == Outcome.GONE


class QuietHours(models.Model):
    """Daily hours without notifications, in the person's time zone. No row: no quiet hours."""

    person = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="+")
    starts = models.TimeField()
    ends = models.TimeField()  # earlier than it starts: on the next day

    class Meta:
        verbose_name_plural = "quiet hours"
        constraints = [models.CheckConstraint(condition=~Q(starts=F("ends")), name="quiet_hours_end_at_another_time")]

    def __str__(self) -> str:
        return f"{self.starts} to {self.ends}"


class Delivery(models.Model):
    """One message to one channel, announced in the inserting transaction and sent afterwards.

    A test announces nothing. It is sent once, in quiet hours too, and to a channel that is off or paused.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("sending")
        DELIVERED = "delivered", _("delivered")
        UNANSWERED = "unanswered", _("unanswered")  # it may have arrived, so nothing sends it again
        FAILED = "failed", _("failed")  # it has not: what it announced is announced again
        DROPPED = "dropped", _("dropped")  # everything was answered before it was sent

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING, db_default=Status.WAITING)
    is_test = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()  # not sent before this
    rung_at = models.DateTimeField(null=True, blank=True)  # when a task was last queued for it
    claimed_at = models.DateTimeField(null=True, blank=True)  # when a worker began to send it

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["person", "channel", "is_test"],
                condition=Q(status__in=["waiting", "sending"]),
                name="one_open_delivery_of_a_channel",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "sending", "delivered", "unanswered", "failed", "dropped"]),
                name="delivery_status_is_known",
            ),
        ]
        indexes = [
            # announcing.ring: what waits for a worker, or has lost it
            models.Index(fields=["next_at"], condition=Q(status__in=["waiting", "sending"]), name="deliveries_to_send"),
            # purge_logs: the oldest
            models.Index(fields=["created_at"], name="deliveries_to_purge"),
            # those of a channel, when it is removed
            models.Index(fields=["channel"], name="deliveries_of_a_channel"),
        ]

    def __str__(self) -> str:
        return f"{self.status}, to {self.channel_id}"


class Announcement(models.Model):
    """A question that a channel has been told about. The constraint is why no question is announced there twice."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    # empty after KEPT_DAYS, while the question still waits
    delivery = models.ForeignKey(
        Delivery, models.SET_NULL, null=True, blank=True, related_name="+", db_index=False, db_constraint=False
    )
    question = models.UUIDField()  # of a proposal, a conflict or a contribution
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "channel", "question"], name="a_question_is_announced_once"),
        ]
        indexes = [
            # delivering: what a delivery is about
            models.Index(fields=["delivery"], name="announcements_of_a_delivery"),
            # purge_logs: the oldest
            models.Index(fields=["at"], name="announcements_to_purge"),
        ]

    def __str__(self) -> str:
        return f"{self.question} at {self.channel_id}"
