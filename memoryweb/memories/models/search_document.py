"""Search documents and observation counters: rows beside a memory that history does not keep."""

from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Q

from memoryweb.memories.models.enums import SHARD
from memoryweb.memories.models.memory import Memory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class SearchDocument(models.Model):
    """A memory's words and subject, for search and for finding conflicts: one narrow row a memory."""

    memory = models.OneToOneField(
        Memory, models.CASCADE, primary_key=True, related_name="search_document", db_constraint=False
    )
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    words = SearchVectorField()
    # for detect_conflicts: a keyed digest of the subject words, and whether the memory negates them
    subject = models.BinaryField(max_length=32, null=True)
    negative = models.BooleanField(default=False, db_default=False)
    # for remember: a keyed digest of the words by which it is known under any category and label
    statement = models.BinaryField(max_length=32, null=True)
    compared = models.BooleanField(default=False, db_default=False)  # since it last changed

    class Meta:
        indexes = [
            # upkeep.detect_conflicts: memories that changed since they were compared, and those to compare them with
            models.Index(SHARD, F("memory"), condition=Q(compared=False), name="search_documents_to_compare"),
            models.Index(fields=["person", "subject"], name="search_documents_of_a_subject"),
            # remember: the memory in the same words, whatever it is called
            models.Index(
                fields=["person", "statement"], condition=Q(statement__isnull=False), name="search_documents_of_words"
            ),
        ]

    def __str__(self) -> str:
        return str(self.memory_id)


class ObservationCounter(models.Model):
    """The last obs_id number of a person's day. Numbers are never reused, not even those of erased memories."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "day"], name="one_counter_per_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.last}"
