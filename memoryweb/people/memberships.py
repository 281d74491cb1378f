"""Communities and who belongs to them. Memberships come only from founding, an invitation or an owner's act."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7
from memoryweb.rules import moderation


class Community(models.Model):
    """A group that shares memories (room communities). Nobody writes one but by founding it; its owner changes it."""

    class Moderation(models.TextChoices):
        REVIEWED = "reviewed", _("Moderators look at everything first")
        OPEN = "open", _("What a member shares is shown at once")

    class AgentsMay(models.TextChoices):
        SUGGEST = "suggest", _("Agents may read, and suggest things to their own person")
        READ = "read", _("Agents may only read")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(_("Name"), max_length=moderation.NAME_MAX)
    moderation = models.CharField(
        _("Before something is shown"),
        max_length=8,
        choices=Moderation,
        default=Moderation.REVIEWED,
        db_default=Moderation.REVIEWED,
    )
    agents_may = models.CharField(
        _("What agents may do"),
        max_length=7,
        choices=AgentsMay,
        default=AgentsMay.SUGGEST,
        db_default=AgentsMay.SUGGEST,
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "communities"
        constraints = [
            models.CheckConstraint(condition=Q(moderation__in=["reviewed", "open"]), name="moderation_is_known"),
            models.CheckConstraint(condition=Q(agents_may__in=["suggest", "read"]), name="agents_may_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    class Role(models.TextChoices):
        MEMBER = "member", _("member")
        MODERATOR = "moderator", _("moderator")
        OWNER = "owner", _("owner")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships", db_index=False)
    community = models.ForeignKey(Community, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER, db_default=Role.MEMBER)
    # what the other members call them; empty: a member
    name = models.CharField(
        _("Your name there"), max_length=moderation.MEMBER_NAME_MAX, blank=True, default="", db_default=""
    )
    joined_at = models.DateTimeField(default=timezone.now, db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "community"], name="one_membership_per_community"),
            models.UniqueConstraint(fields=["community"], condition=Q(role="owner"), name="one_owner_per_community"),
            models.CheckConstraint(
                condition=Q(role__in=["member", "moderator", "owner"]), name="membership_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.role} of {self.community_id}"

    @property
    def moderates(self) -> bool:
        return self.role in (self.Role.MODERATOR, self.Role.OWNER)
