"""Wanted cases: a person's word that a memory should have been given for a request, or should not."""

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models

from memoryweb.memories.models import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User
from memoryweb.rules import limits


class WantedCaseQuerySet(models.QuerySet["WantedCase"]):
    def of(self, person: User | UUID) -> "WantedCaseQuerySet":
        return self.filter(person=person)


class WantedCase(models.Model):
    """A person's label on a recall: this memory should, or should not, have been given for that request.

    It outlives its receipt, which is deleted after 90 days, so it has the request's words and kind of work itself, and
    names the memories on that receipt: when one of them is erased, the words go with it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    memory = models.ForeignKey(Memory, models.CASCADE, related_name="+", db_constraint=False, db_index=False)
    receipt = models.UUIDField()  # where it was said; no key, as the receipt may be gone
    at = models.DateTimeField()
    is_wanted = models.BooleanField(default=True, db_default=True)  # else it was given, and the work did not need it
    # a task type's own name, else what the agent called its task or skill; empty if it named none
    work = models.CharField(max_length=limits.TASK_MAX, blank=True, default="", db_default="")
    query = models.CharField(max_length=limits.QUERY_KEPT_MAX, blank=True, default="", db_default="")
    beside = ArrayField(models.UUIDField(), default=list, blank=True, db_default=[])  # memories on its receipt

    objects = WantedCaseQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "memory", "receipt"], name="one_wanted_case_per_memory_and_receipt"
            ),
        ]
        indexes = [
            # recall.candidates: what was wanted for this kind of work; the page, newest first
            models.Index(fields=["person", "work"], name="wanted_cases_of_a_kind_of_work"),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} for {self.work or 'any work'}"
