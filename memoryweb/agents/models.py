"""Agents, their credentials, what the person lets each of them read, and the log of their calls."""

from collections import Counter
from datetime import datetime, timedelta
from typing import ClassVar, Self
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.overviews import AgentOverview as AgentOverview  # noqa: PLC0414  Django looks here
from memoryweb.agents.tokens import new_token, token_digest
from memoryweb.language.text import invisible, signs
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, User
from memoryweb.rules import limits

LAST_USED_INTERVAL = timedelta(minutes=5)  # a reading call should not cost a write
REVOKE_UNDO = timedelta(seconds=60)  # how long a press on Revoke can be taken back


class Trust(models.TextChoices):
    READ_ONLY = "read_only", _("Read only")
    ASK = "ask", _("Ask me first")
    TRUSTED = "trusted", _("Trusted")


class Scope(models.TextChoices):
    READ = "memories:read", _("Read memories")
    WRITE = "memories:write", _("Propose and update memories")


class SightMode(models.TextChoices):
    """Which categories an agent may read; the rows of Sight name them."""

    ALL_BUT = "all_but", _("Every category except those switched off")
    ONLY = "only", _("Only the categories switched on")


def all_scopes() -> list[str]:
    return [str(each) for each in Scope.values]


def shown_name(name: str) -> str:
    """Return an agent's name with its invisible characters written out, as long as a name may be."""
    return signs.cut(invisible.show_invisible(name), limits.AGENT_NAME_MAX)


# Reads whose receipt could not be written, by agent, until the database takes writes again; a restart loses them.
UNRECORDED: Counter[UUID] = Counter()


class AgentQuerySet(models.QuerySet["Agent"]):
    def of(self, person: User) -> Self:
        return self.filter(person=person)

    def connected(self) -> Self:
        return self.filter(revoked_at=None).filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))


class AgentManager(models.Manager.from_queryset(AgentQuerySet)):  # type: ignore[misc]
    """Leaves out deleted agents, of which an empty row stays. Rows that refer to one still find it."""

    def get_queryset(self) -> AgentQuerySet:
        return AgentQuerySet(self.model, using=self._db).filter(deleted_at=None)


class Agent(models.Model):
    """A program that acts for one person, with its own credential."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="agents", db_index=False)
    name = models.CharField(_("Name"), max_length=limits.AGENT_NAME_MAX)
    token_hash = models.BinaryField(max_length=32)
    token_hint = models.CharField(max_length=4)  # its last characters, to tell two apart
    trust = models.CharField(_("Trust"), max_length=10, choices=Trust, default=Trust.ASK, db_default=Trust.ASK)
    scopes = ArrayField(models.CharField(max_length=20, choices=Scope), default=all_scopes)
    community = models.ForeignKey(Community, models.CASCADE, null=True, blank=True, related_name="+")
    project = models.CharField(_("Project"), max_length=limits.PROJECT_MAX, blank=True, default="", db_default="")
    sight = models.CharField(
        _("May read"), max_length=8, choices=SightMode, default=SightMode.ALL_BUT, db_default=SightMode.ALL_BUT
    )
    # the person's standing yes to get_recent_conversations; ConversationGrant says whose
    reads_conversations = models.BooleanField(default=False, db_default=False)
    unrecorded_reads = models.PositiveIntegerField(default=0, db_default=0)  # served without a receipt
    trust_declined_at = models.DateTimeField(null=True, blank=True)  # when the person last said not now to trusting it
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(_("Expires"), null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)  # empty while paused: until someone resumes it
    revoked_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)  # then only the row is left (operations/agent_deletion.py)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[AgentManager] = AgentManager()
    with_deleted: ClassVar[AgentQuerySet] = AgentQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token_hash", "person"], name="one_agent_per_token"),
            models.CheckConstraint(condition=Q(trust__in=["read_only", "ask", "trusted"]), name="agent_trust_is_known"),
            models.CheckConstraint(condition=Q(sight__in=["all_but", "only"]), name="agent_sight_is_known"),
            models.CheckConstraint(
                condition=Q(deleted_at=None) | Q(revoked_at__isnull=False), name="deleted_agents_are_revoked"
            ),
            models.CheckConstraint(
                condition=Q(scopes__contained_by=["memories:read", "memories:write"]),
                name="agent_scopes_are_known",
            ),
        ]
        indexes = [
            # the pages of staff, who know an agent by its id alone
            models.Index(fields=["id"], name="agents_for_staff"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def connect(
        cls,
        person: User,
        *,
        name: str,
        trust: str = Trust.ASK,
        scopes: list[str] | None = None,
        project: str = "",
        community: Community | None = None,
        expires_at: datetime | None = None,
    ) -> tuple["Agent", str]:
        """Create an agent and return it with its token. The token is not stored and cannot be shown again.

        It works for the person's own memory, or for one community that they are in.
        """
        token = new_token()
        agent = cls.objects.create(
            person=person,
            name=shown_name(name),
            trust=trust,
            scopes=all_scopes() if scopes is None else scopes,
            project=invisible.show_invisible(project),
            community=community,
            expires_at=expires_at,
            token_hash=token_digest(token),
            token_hint=token[-4:],
        )
        return agent, token

    def renew_token(self) -> str:
        """Replace the agent's token and return the new one; the old token stops working."""
        token = new_token()
        self.token_hash, self.token_hint = token_digest(token), token[-4:]
        self.save(update_fields=["token_hash", "token_hint"])
        return token

    def is_paused(self, now: datetime) -> bool:
        return self.paused_at is not None and (self.paused_until is None or self.paused_until > now)

    def is_usable(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)

    def pause(self, *, now: datetime, until: datetime | None = None) -> None:
        self.paused_at, self.paused_until = now, until
        self.save(update_fields=["paused_at", "paused_until"])

    def resume(self) -> None:
        self.paused_at = self.paused_until = None
        self.save(update_fields=["paused_at", "paused_until"])

    def revoke(self, *, now: datetime) -> None:
        """Stop the token at once. The first press counts, so that pressing again does not lengthen the time to undo."""
        self.revoked_at = self.revoked_at or now
        self.save(update_fields=["revoked_at"])

    def revoke_ends(self, now: datetime) -> int:
        """Return for how many seconds yet the revoke can be taken back; 0 if not, or not revoked."""
        return max(0, int((self.revoked_at + REVOKE_UNDO - now).total_seconds())) if self.revoked_at else 0

    def undo_revoke(self, *, now: datetime) -> bool:
        """Let the token work again if it was revoked less than REVOKE_UNDO ago; return whether that was so."""
        just_now = Agent.objects.filter(pk=self.pk, revoked_at__gt=now - REVOKE_UNDO)
        return bool(just_now.update(revoked_at=None))

    def set_trust(self, trust: str) -> None:
        """Set the trust. An agent that was connected to read only gets the right to write along with it."""
        self.trust = trust
        if trust != Trust.READ_ONLY and self.scopes == [Scope.READ]:
            self.scopes = all_scopes()
        self.save(update_fields=["trust", "scopes"])

    def let_in_again(self, *, name: str, scopes: list[str]) -> None:
        """Set what the person lets it do from now on. A trusted one asks again too, as the page says that it will."""
        self.name, self.scopes = shown_name(name), scopes
        self.trust = Trust.ASK if Scope.WRITE in scopes else Trust.READ_ONLY
        self.save(update_fields=["name", "scopes", "trust"])

    def set_sight(self, allowed: dict[str, bool], mode: str = "") -> None:
        """Keep the person's word on each of these categories, and on all others if `mode` is given."""
        if mode:
            self.sight = mode
            self.save(update_fields=["sight"])
        rows = [
            Sight(person_id=self.person_id, agent=self, category=category, allowed=may)
            for category, may in allowed.items()
        ]
        Sight.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["person", "agent", "category"], update_fields=["allowed"]
        )

    def touch(self, now: datetime) -> None:
        """Record when the agent was last used, at most once per LAST_USED_INTERVAL."""
        if self.last_used_at is None or now - self.last_used_at > LAST_USED_INTERVAL:
            self.last_used_at = now
            self.save(update_fields=["last_used_at"])
        if missing := UNRECORDED.get(self.pk):
            Agent.objects.filter(pk=self.pk).update(unrecorded_reads=F("unrecorded_reads") + missing)
            UNRECORDED[self.pk] -= missing


class Sight(models.Model):
    """The person's word about one agent and one category of memories. An empty category means: without one."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    category = models.CharField(max_length=limits.CATEGORY_MAX, blank=True)
    allowed = models.BooleanField()

    class Meta:
        constraints = [
            # its index serves the rule "blocked" of memories.visibility
            models.UniqueConstraint(fields=["person", "agent", "category"], name="one_word_per_agent_and_category"),
        ]

    def __str__(self) -> str:
        return f"{self.category}: {self.allowed}"


class ConversationGrant(models.Model):
    """The person lets one agent read excerpts of the conversations that another one recorded."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.ForeignKey(
        Agent, models.CASCADE, related_name="conversation_grants", db_constraint=False, db_index=False
    )
    recorder = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "agent", "recorder"], name="one_grant_per_reader_and_recorder"),
        ]

    def __str__(self) -> str:
        return f"{self.agent_id} reads {self.recorder_id}"


class AccessLog(models.Model):
    """One call of one agent: the operation and its outcome, never any memory text."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    # PostgreSQL deletes the lines of a deleted agent (SamePerson): this role may not
    agent = models.ForeignKey(Agent, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)
    at = models.DateTimeField(default=timezone.now)
    operation = models.CharField(max_length=60)
    writes = models.BooleanField()
    outcome = models.CharField(max_length=20)  # the name of an outcome or of an error
    memories = models.PositiveIntegerField(default=0, db_default=0)  # how many it received or changed
    milliseconds = models.PositiveIntegerField()
    request_id = models.UUIDField()

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            # the agent's page: its newest calls
            models.Index(fields=["agent", "-at"], name="access_log_of_agent"),
            # Overview and retention: a person's newest calls
            models.Index(fields=["person", "-at"], name="access_log_of_person"),
            # What they saw: a person's reads that were refused
            models.Index(
                fields=["person", "-at", "-id"],
                condition=Q(outcome="PERMISSION_DENIED", writes=False),
                name="refused_reads_of_a_person",
            ),
            # upkeep.purge_logs: everyone's oldest
            models.Index(fields=["at"], name="access_log_to_purge"),
        ]

    def __str__(self) -> str:
        return f"{self.operation} {self.outcome}"
