"""What staff may list of everybody's agents: ids, dates and states. Never a name, and never whose they are.

A view of the owner's function agents_agentoverview_rows, which answers staff only. Whose an agent is and how often it
called, staff see by opening it, and that is logged.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection, models
from django.utils.translation import gettext_lazy as _


class AgentOverview(models.Model):
    id = models.UUIDField(primary_key=True)
    trust = models.CharField(_("trust"), max_length=10)
    of_community = models.BooleanField(_("of a community"))
    created_at = models.DateTimeField(_("connected"))
    last_used_at = models.DateTimeField(_("last used"), null=True)
    expires_at = models.DateTimeField(_("expires"), null=True)
    paused_at = models.DateTimeField(_("paused"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        managed = False
        verbose_name = _("agent")
        verbose_name_plural = _("agents")

    def __str__(self) -> str:
        return str(self.id)


@dataclass(frozen=True)
class OpenedAgent:
    """Whose agent it is, and what the access log counts of its calls."""

    person_id: UUID
    calls: int
    refused: int


def open_for_staff(agent_id: UUID) -> OpenedAgent | None:
    """Return what staff see of one agent, and log it for its person. Needs the scope of a member of staff."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM agents_open(%s)", [agent_id])
        row = cursor.fetchone()
    return OpenedAgent(*row) if row else None


def revoke_by_staff(agent_id: UUID) -> bool:
    """Stop an agent's token at once; return whether it worked until then."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT agents_revoke_by_staff(%s)", [agent_id])
        return bool(cursor.fetchone()[0])


def revoke_everything(person_id: UUID) -> int:
    """Stop all agents of a person, and end their sessions and sign-in links. Return how many agents that were."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT agents_revoke_everything(%s)", [person_id])
        return int(cursor.fetchone()[0])
