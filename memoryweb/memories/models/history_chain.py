"""The hash chain of each person's history, which shows whether anybody changed it. The database writes it."""

from django.db import models
from django.db.models import Q

from memoryweb.people.models import User


class HistoryLink(models.Model):
    """One version's place in its person's chain. The database writes and verifies it (database/sql/functions/).

    `row_hash` is sha256(the row hash before it ‖ words_hash ‖ kept_hash). `words_hash` is of `salt` and the columns
    that erasing empties; erasing removes the salt too, so that nobody can find the words by guessing. `kept_hash` is of
    the columns that stay. A link without a memory records that versions were removed: those that name it in
    `removed_in`.
    """

    version = models.BigIntegerField(primary_key=True)
    person = models.ForeignKey(User, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False)
    position = models.BigIntegerField()  # 1, 2, 3, …
    memory = models.UUIDField(null=True, blank=True)
    at = models.DateTimeField()
    format = models.SmallIntegerField()  # which columns the hashes are of
    salt = models.UUIDField(null=True, blank=True)
    words_hash = models.BinaryField(max_length=32)
    kept_hash = models.BinaryField(max_length=32)
    row_hash = models.BinaryField(max_length=32)
    removed_in = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "position"], name="history_is_one_chain_per_person")]
        indexes = [
            # memories_link_versions: the links that a removal is about
            models.Index(fields=["removed_in"], condition=Q(removed_in__isnull=False), name="links_of_a_removal"),
        ]

    def __str__(self) -> str:
        return f"{self.position}"


class HistoryHead(models.Model):
    """The end of a person's chain: without it, nobody could tell that the newest links were cut off."""

    person = models.OneToOneField(User, models.DO_NOTHING, primary_key=True, related_name="+", db_constraint=False)
    entries = models.BigIntegerField()
    row_hash = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"{self.entries}"
