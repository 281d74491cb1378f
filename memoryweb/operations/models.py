"""Answers that are kept, so that a repeated request is answered again and not executed again."""

from django.db import models

from memoryweb.agents.models import Agent
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class Answer(models.Model):
    """The answer that one agent got under one idempotency key."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    agent = models.ForeignKey(Agent, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    key = models.CharField(max_length=limits.IDEMPOTENCY_KEY_MAX)
    operation = models.CharField(max_length=60)
    arguments_digest = models.BinaryField(max_length=32)  # keyed; shows when a key is reused with other arguments
    data = models.JSONField()
    memory_count = models.PositiveIntegerField(default=0, db_default=0)  # for the access log of the repeated request
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "agent", "key"], name="one_answer_per_idempotency_key")
        ]
        indexes = [
            # upkeep.purge_logs deletes the oldest answers of everyone
            models.Index(fields=["created_at"], name="answers_to_purge"),
        ]

    def __str__(self) -> str:
        return self.operation
