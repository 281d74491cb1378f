"""What a memory means, as numbers: beside it, narrow, one row a memory, never in history."""

from django.db import models
from pgvector.django import HalfVectorField

from memoryweb.memories.models import Memory
from memoryweb.people.models import User


class Embedding(models.Model):
    """`encoder` says who made the vector; empty where nobody could yet. Other encoders' rows cannot be compared.

    No approximate index: with a person to filter by it loses results (FACTS). Half precision reads half the pages
    and moves a cosine by less than a thousandth.
    """

    memory = models.OneToOneField(
        Memory, models.CASCADE, primary_key=True, related_name="embedding", db_constraint=False
    )  # migration 0002's key includes the person
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    encoder = models.CharField(max_length=120, blank=True, default="", db_default="")
    digest = models.BinaryField(max_length=16, default=b"", db_default=b"")  # of the text, to see that it changed
    vector = HalfVectorField(null=True)  # of length 1; its dimensions are the encoder's

    class Meta:
        indexes = [
            models.Index(fields=["person"], name="embeddings_of_a_person"),
            # reembed: those of any other encoder than today's
            models.Index(fields=["encoder"], name="embeddings_of_an_encoder"),
        ]

    def __str__(self) -> str:
        return str(self.memory_id)
