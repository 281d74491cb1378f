"""What staff looked at or did about one person. The database writes it with the read itself, and the person sees it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7


class StaffAccess(models.Model):
    """One look or act of a member of staff at one person's account. It holds none of the person's words.

    The functions of the owner that read or change the account insert it (people_note_staff_access); the web process
    can neither add nor change one.
    """

    class What(models.TextChoices):
        PERSON = "person", _("looked at your account: its dates, its state and how much there is of what")
        AGENT = "agent", _("looked at one of your agents: its dates, its state and how many calls it made")
        MEMBERSHIP = "membership", _("looked at one of your memberships: which community, and your role")
        DEACTIVATED = "deactivated", _("closed your account")
        REACTIVATED = "reactivated", _("opened your account again")
        REVOKED_AGENT = "revoked_agent", _("revoked one of your agents")
        REVOKED_EVERYTHING = "revoked_everything", _("revoked all your agents and signed you out everywhere")
        SECOND_FACTOR_REMOVED = "second_factor_removed", _("removed your second factor, so that you can set up another")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey("people.User", models.CASCADE, related_name="+", db_index=False)
    # Empty: the operator, by a command on the server, or somebody whose account was deleted. PostgreSQL empties it.
    by = models.ForeignKey("people.User", models.DO_NOTHING, related_name="+", null=True, db_constraint=False)
    at = models.DateTimeField(default=timezone.now)
    what = models.CharField(max_length=24, choices=What)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    what__in=[
                        "person",
                        "agent",
                        "membership",
                        "deactivated",
                        "reactivated",
                        "revoked_agent",
                        "revoked_everything",
                        "second_factor_removed",
                    ]
                ),
                name="staff_access_is_known",
            )
        ]
        indexes = [
            # Settings: what staff looked at or did, newest first
            models.Index(fields=["person", "-at", "-id"], name="staff_access_of_a_person"),
        ]

    def __str__(self) -> str:
        return self.what
