"""Embeddings: one narrow row per memory, kept out of the memory's own row and history."""

from django.db import models
from pgvector.django import HalfVectorField

from memoryweb.memories.models import Memory
from memoryweb.people.models import User


class Embedding(models.Model):
    """A memory's vector and the name of its encoder, empty until one has answered.

    Vectors of different encoders cannot be compared. There is no approximate index, because it loses results when
    filtered by person (FACTS). Half precision reads half the pages and changes a cosine by less than a thousandth.
    """

    memory = models.OneToOneField(
        Memory, models.CASCADE, primary_key=True, related_name="embedding", db_constraint=False
    )
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    encoder = models.CharField(max_length=120, blank=True, default="", db_default="")
    digest = models.BinaryField(max_length=16, default=b"", db_default=b"")  # of the text, to notice a change
    vector = HalfVectorField(null=True)  # of length 1, with the encoder's dimensions

    class Meta:
        indexes = [
            # reembed: rows of any other encoder than the current one
            models.Index(fields=["encoder"], name="embeddings_of_an_encoder"),
        ]

    def __str__(self) -> str:
        return str(self.memory_id)
