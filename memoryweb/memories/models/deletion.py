"""Refusals, tombstones, erasures and deleted accounts: what is not kept, without its words."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from memoryweb.people.ids import uuid7
from memoryweb.people.models import User


class Refusal(models.Model):
    """How often the guard refused a category on one day. Never the text."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    category = models.CharField(max_length=20)
    count = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "day", "category"], name="one_refusal_row_per_day_and_category"),
        ]

    def __str__(self) -> str:
        return f"{self.category} ×{self.count}"


class FingerprintKey(models.Model):
    """The key of tombstones that a person brought from another machine, sealed with this one's."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False, db_constraint=False)
    sealed = models.CharField(max_length=300)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.created_at)


class Tombstone(models.Model):
    """A keyed fingerprint of what was erased or declined: a statement is not learned, a passage not recorded again."""

    class Cause(models.TextChoices):
        ERASED = "erased", _("erased")
        DECLINED = "declined", _("declined")
        PASSAGE = "passage", _("erased from a conversation")  # erasing/passages.py: no statement, words that were told

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    fingerprint = models.BinaryField(max_length=32)  # of the value under any key, or of the passage
    words_fingerprint = models.BinaryField(max_length=32, default=b"")  # of its words alone: finds near-duplicates
    cause = models.CharField(max_length=10, choices=Cause)
    created_at = models.DateTimeField()
    # whether its key is the person's alone; until 0.12 all people of an installation had one
    has_own_key = models.BooleanField(default=True, db_default=True)
    # the key, if it was brought from another machine
    brought = models.ForeignKey(
        "memories.FingerprintKey", models.CASCADE, null=True, blank=True, related_name="+", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "fingerprint"], name="one_tombstone_per_statement"),
        ]

    def __str__(self) -> str:
        return self.cause


class Erasure(models.Model):
    """The receipt of an erasure: removed rows and the agents that had received them, without words."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    person = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    obs_id = models.CharField(max_length=20, blank=True)  # of the memory, if it was one
    fingerprint = models.BinaryField(
        max_length=32
    )  # of that memory's value, or of the topic; empty for several memories
    memories = models.PositiveIntegerField(default=1, db_default=1)  # how many went
    places = models.PositiveIntegerField(null=True, blank=True)  # that mentioned a topic and were erased; else empty
    # right after a topic was erased: how often each store still mentioned it, and the places that the person kept
    checked = models.JSONField(default=dict, blank=True, db_default={})
    kept = models.JSONField(default=list, blank=True, db_default=[])  # ["receipts:<id>", …]
    removed = models.JSONField()  # {"versions": 3, "evidence": 2, …}
    received_by = models.JSONField()  # [{"agent": name, "times": n, "last_at": iso}, …]
    erased_at = models.DateTimeField()
    replay = models.JSONField(
        default=dict, blank=True, db_default={}
    )  # what memories/erasing/replay.py erases by: ids, digests
    purged_at = models.DateTimeField(null=True, blank=True)  # when its bytes were overwritten on the disk too

    class Meta:
        ordering = ["-erased_at"]
        indexes = [
            models.Index(fields=["person", "-erased_at"], name="erasures_of_a_person"),
            # upkeep.purge_erased: erasures whose bytes are still in the files
            models.Index(fields=["erased_at"], condition=Q(purged_at=None), name="erasures_to_purge"),
        ]

    def __str__(self) -> str:
        if self.is_of_topic:
            return gettext("A topic")
        if self.is_of_shared:
            return gettext("What you shared")
        return self.obs_id or ngettext("%d memory", "%d memories", self.memories) % self.memories

    @property
    def is_of_topic(self) -> bool:
        return self.places is not None

    @property
    def is_of_shared(self) -> bool:
        """Whether it took back what was shared with a community, and erased no memory."""
        return not self.memories and not self.is_of_topic


class DeletedAccount(models.Model):
    """That an account was deleted, and when. A backup from before must not bring it back (erasing/replay.py)."""

    id = models.UUIDField(primary_key=True)  # of the person
    number = models.CharField(max_length=20)  # of their receipt
    erasures = models.PositiveIntegerField()  # receipts that went with it: backups from before are told by their number
    deleted_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)  # when the last row was gone
    purged_at = models.DateTimeField(null=True, blank=True)  # when its bytes were overwritten on the disk too

    class Meta:
        indexes = [
            # upkeep.purge_erased: accounts whose bytes are still in the files
            models.Index(fields=["finished_at"], condition=Q(purged_at=None), name="deleted_accounts_to_purge"),
        ]

    def __str__(self) -> str:
        return self.number
