"""Changes of a person's settings and agents, which stay in the change log when the acts for Undo are gone."""

from django.db import models
from django.db.models import Q

from memoryweb.memories.models.enums import ChangedBy
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class SettingChange(models.Model):
    """What one act changed in the settings, or about one agent. Triggers alone write it (memories_record_setting).

    Outside an act, such as by a command on the server, each changed row is one of these, and `changed_by` is empty.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)
    at = models.DateTimeField()
    changed_by = models.CharField(max_length=10, choices=ChangedBy, blank=True)
    act = models.UUIDField(null=True, blank=True)  # by which Undo takes it back; gone after UNDO_DAYS
    agent = models.UUIDField(null=True, blank=True)  # that it is about; empty for settings
    # [{"table": …, "row": id, "before": {…}, "after": {…}}, …]; empty if they mentioned a topic that was erased
    changes = models.JSONField(default=list)

    class Meta:
        indexes = [
            # History: a person's newest
            models.Index(fields=["person", "-at", "-id"], name="setting_changes_of_a_person"),
            # Settings: the newest of the settings
            models.Index(fields=["person", "-at", "-id"], condition=Q(agent=None), name="changes_of_the_settings"),
            # an agent's page
            models.Index(fields=["agent", "-at", "-id"], condition=Q(agent__isnull=False), name="changes_of_an_agent"),
            # the trigger, and which acts the log shows as these
            models.Index(fields=["act"], condition=Q(act__isnull=False), name="setting_changes_of_an_act"),
        ]

    def __str__(self) -> str:
        return f"{len(self.changes)} changes"
