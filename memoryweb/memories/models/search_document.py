"""What a memory is found, compared and numbered by: beside it, narrow, never in history."""

from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q

from memoryweb.memories.models.enums import SHARD
from memoryweb.memories.models.memory import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class SearchDocument(models.Model):
    """What a memory is found by: narrow, one row a memory, never in history."""

    memory = models.OneToOneField(Memory, models.CASCADE, primary_key=True, related_name="search_document")
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    words = SearchVectorField()
    # what the clock compares it by: its subject words, keyed, and whether it says no to them
    subject = models.BinaryField(max_length=32, null=True)
    negative = models.BooleanField(default=False, db_default=False)
    weighed = models.BooleanField(default=False, db_default=False)  # compared since it last changed

    class Meta:
        indexes = [
            models.Index(fields=["person", "memory"], name="search_documents_of_a_person"),
            # upkeep.detect_conflicts: what changed since it was last compared, and what to compare it with
            models.Index(SHARD, F("memory"), condition=Q(weighed=False), name="search_documents_to_weigh"),
            models.Index(fields=["person", "subject"], name="search_documents_of_a_subject"),
        ]

    def __str__(self) -> str:
        return str(self.memory_id)


class ObservationCounter(models.Model):
    """The last obs_id number given on a person's day: numbers are never reused, not even erased ones."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "day"], name="one_counter_per_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.last}"
