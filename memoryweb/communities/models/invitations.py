"""The links by which people join a community."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, User
from memoryweb.rules import moderation


class CommunityInvitation(models.Model):
    """A link by which people join. Only its digest is stored, so it cannot be shown again."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)  # who invites
    community = models.ForeignKey(Community, models.CASCADE, related_name="+", db_index=False)
    token_hash = models.BinaryField(unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    max_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0, db_default=0)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(max_uses__gte=1, max_uses__lte=moderation.INVITATION_USES_MAX),
                name="an_invitation_has_some_uses",
            ),
            models.CheckConstraint(condition=Q(uses__lte=models.F("max_uses")), name="no_more_uses_than_allowed"),
        ]
        indexes = [models.Index(fields=["community", "-created_at"], name="invitations_of_a_community")]

    def __str__(self) -> str:
        return f"{self.uses} of {self.max_uses}"

    def is_open(self, now: datetime) -> bool:
        return self.revoked_at is None and self.expires_at > now and self.uses < self.max_uses
