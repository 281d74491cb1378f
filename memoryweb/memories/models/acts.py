"""Acts, which Undo takes back, and the changes that each of them made."""

from django.db import models
from django.db.models import Q

from memoryweb.agents.models import Agent
from memoryweb.memories.models.enums import ChangedBy
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class Act(models.Model):
    """One press of a button or one call of an agent that changed something.

    The database writes it together with its first change (memories_open_act).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    at = models.DateTimeField()
    verb = models.CharField(max_length=60)  # the name of the action, the page or the operation
    changed_by = models.CharField(max_length=10, choices=ChangedBy)
    agent = models.ForeignKey(
        Agent, models.CASCADE, null=True, blank=True, related_name="+", db_constraint=False, db_index=False
    )
    # the agent's own id for its work
    run = models.CharField(max_length=limits.RUN_MAX, blank=True, default="", db_default="")
    request = models.UUIDField(null=True, blank=True)  # the agent's call in the access log
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.UUIDField(null=True, blank=True)  # the act that took it back last; it may stand again
    erased_at = models.DateTimeField(null=True, blank=True)  # since then it cannot be undone

    class Meta:
        indexes = [
            # History: a person's newest acts
            models.Index(fields=["person", "-at", "-id"], name="acts_of_a_person"),
            # undo of a run
            models.Index(fields=["agent", "run"], condition=~Q(run=""), name="acts_of_a_run"),
            # upkeep.purge_logs: everyone's oldest
            models.Index(fields=["at"], name="acts_to_purge"),
        ]

    def __str__(self) -> str:
        return self.verb


class ActChange(models.Model):
    """One row that an act inserted, changed or deleted. The ids are in the order of the changes.

    A memory's change names its versions. Any other one holds what the row was `before` (null: it was inserted) and
    `after` (null: it was deleted); if the row was only changed, then only the columns that differ.
    """

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    act = models.ForeignKey(Act, models.CASCADE, related_name="changes", db_constraint=False, db_index=False)
    table_name = models.CharField(max_length=40)
    row_id = models.UUIDField()
    memory = models.UUIDField(null=True, blank=True)  # the memory that the row is, or is about
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    version_before = models.BigIntegerField(null=True, blank=True)  # history ids; null: the memory was inserted
    version_after = models.BigIntegerField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["act", "id"], name="changes_of_an_act"),
            # Activity: the act that wrote a version
            models.Index(
                fields=["version_after"], condition=Q(version_after__isnull=False), name="acts_that_wrote_a_version"
            ),
            # erasure: what acts changed about a memory
            models.Index(fields=["memory"], condition=Q(memory__isnull=False), name="acts_on_a_memory"),
        ]

    def __str__(self) -> str:
        return f"{self.table_name} {self.row_id}"
