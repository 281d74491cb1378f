"""The rows of chats: who wrote as whom, which group is which community, and what waits to be read or sent."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, User

USER_MAX = 64  # characters of a chat system's id of a user or a message
TOOLS = ("search_memory", "save_memory", "save_user_preference")  # what the bot may do for a community


class System(models.TextChoices):
    TELEGRAM = "telegram", _("Telegram")
    WEBHOOK = "webhook", _("Another chat")


class ChatIdentity(models.Model):
    """A user of a chat system is this person, and what they write there comes from this agent of theirs.

    Without a community: in their own private chat. With one: in groups of that community.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.OneToOneField(Agent, models.CASCADE, related_name="chat", db_constraint=False)
    system = models.CharField(max_length=10, choices=System)
    user_id = models.CharField(max_length=USER_MAX)  # Telegram's number, or the other system's id
    community = models.ForeignKey(Community, models.CASCADE, null=True, related_name="+", db_index=False)
    linked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # its index finds the person of a message
            models.UniqueConstraint(
                fields=["system", "user_id", "community"], nulls_distinct=False, name="a_chat_user_is_one_person"
            ),
            models.UniqueConstraint(
                fields=["person", "system", "community"], nulls_distinct=False, name="one_chat_user_per_person"
            ),
            models.CheckConstraint(condition=Q(system__in=["telegram", "webhook"]), name="chat_system_is_known"),
            models.CheckConstraint(
                condition=~Q(system="telegram") | Q(user_id__regex="^[1-9][0-9]{0,18}$"),
                name="a_telegram_user_is_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.user_id}"


class LinkCode(models.Model):
    """A code that works once and for minutes. Without a community it links a private chat, with one a group."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    community = models.ForeignKey(Community, models.CASCADE, null=True, related_name="+", db_index=False)
    digest = models.BinaryField(max_length=32)  # keyed
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "community"], nulls_distinct=False, name="one_code_per_purpose"),
            models.UniqueConstraint(fields=["digest", "person"], name="a_link_code_is_one_persons"),
        ]
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["expires_at"], name="link_codes_to_purge"),
        ]

    def __str__(self) -> str:
        return f"until {self.expires_at:%H:%M}"


class GroupChat(models.Model):
    """A group of Telegram stands for a community. The person is the member who linked it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    chat_id = models.BigIntegerField(unique=True)  # negative, as Telegram numbers groups
    linked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(chat_id__lt=0), name="a_group_has_a_negative_id")]

    def __str__(self) -> str:
        return str(self.chat_id)


class CommunityTools(models.Model):
    """Tools the bot offers a community, switched by its moderators; all of TOOLS without a row."""

    community = models.OneToOneField(Community, models.CASCADE, primary_key=True, related_name="+")
    tools = ArrayField(models.CharField(max_length=30), default=list, blank=True)

    class Meta:
        verbose_name_plural = "community tools"
        constraints = [
            models.CheckConstraint(condition=Q(tools__contained_by=list(TOOLS)), name="community_tools_are_known"),
        ]

    def __str__(self) -> str:
        return ", ".join(self.tools)


class SeenUpdate(models.Model):
    """An update of Telegram that was handled, by its `update_id`. It comes again if the answer got lost."""

    id = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["at"], name="seen_updates_to_purge"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class ChatTurn(models.Model):
    """What one message of a person led to: the ids of their statements, so that an edit can take them back."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    chat_id = models.BigIntegerField()
    message_id = models.BigIntegerField()
    statements = ArrayField(models.UUIDField(), default=list)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "chat_id", "message_id"], name="one_turn_per_message"),
        ]
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["at"], name="chat_turns_to_purge"),
        ]

    def __str__(self) -> str:
        return str(self.message_id)


class UnreadMessage(models.Model):
    """A message that a worker is to have read, until it has. Most are answered at once and never stored."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    update_id = models.BigIntegerField()
    chat_id = models.BigIntegerField()
    message_id = models.BigIntegerField()
    text = models.TextField()
    at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)  # by the worker that has it read now

    class Meta:
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["at"], name="unread_messages_to_purge"),
        ]

    def __str__(self) -> str:
        return str(self.message_id)


class OutgoingMessage(models.Model):
    """A call of the Bot API that waits. The row goes as soon as Telegram has taken it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    method = models.CharField(max_length=30)
    payload = models.JSONField()
    at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    claimed_at = models.DateTimeField(null=True)  # by the worker that sends it now

    class Meta:
        indexes = [
            # purge_logs: the oldest
            models.Index(fields=["at"], name="outgoing_messages_to_purge"),
        ]

    def __str__(self) -> str:
        return self.method
