"""Invitations: the only way to an account that starts in a browser. A staff member vouches for one e-mail address."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Self
from uuid import UUID

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7

VALID_FOR = timedelta(days=7)


class Invitation(models.Model):
    """One e-mail address, invited once. Only the digest of its link is stored, so a link cannot be shown again."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )  # who invites
    email = models.EmailField(_("Their email"))
    token_hash = models.BinaryField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["token_hash", "person"], name="one_invitation_per_token")]
        indexes = [models.Index(fields=["person", "-created_at"], name="invitations_of_a_person")]  # its page

    def __str__(self) -> str:
        return self.email

    @classmethod
    def invite(cls, person_id: UUID, email: str, *, now: datetime) -> tuple[Self, str]:
        """Return a new invitation with its token. The database lets only staff add one."""
        token = secrets.token_urlsafe(32)
        invitation = cls.objects.create(
            person_id=person_id,
            email=email.lower(),
            token_hash=_digest(token),
            created_at=now,
            expires_at=now + VALID_FOR,
        )
        return invitation, token

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])

    def is_open(self, now: datetime) -> bool:
        return self.accepted_at is None and self.revoked_at is None and self.expires_at > now


def invited_by(token: str) -> str:
    """Return the e-mail address that this link invites; empty if it was used, revoked, has expired or never existed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT people_invited_by(%s)", [_digest(token)])
        return str(cursor.fetchone()[0] or "")


def accept(token: str, password: str | None) -> UUID | None:
    """Create the invited person and return their id; None if the link does not work, or somebody has the address.

    The web process may add nobody. The owner's function people_accept_invitation does, for an open invitation and once.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT people_accept_invitation(%s, %s, %s)", [_digest(token), uuid7(), make_password(password)]
        )
        created: UUID | None = cursor.fetchone()[0]
    return created


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
