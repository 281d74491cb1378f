"""Taking back what one shared: an erasure like any other, with a receipt, and done again on a restored backup."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from memoryweb.communities import sharing
from memoryweb.communities.models import Contribution, SharedMemory, State
from memoryweb.memories.erasing import emptied
from memoryweb.memories.erasing.erasure import Removal
from memoryweb.memories.models import Erasure
from memoryweb.people.models import User

WORDS = ("statement", "details", "reason", "category", "key", "appeal", "agent_name")  # of what is shared


def take_back(shared_ids: Iterable[UUID], *, by: User, now: datetime) -> Erasure | None:
    """Take back what a person shared, and return the receipt; None if nothing of theirs was still there."""
    removal = Removal()
    with transaction.atomic(), emptied.collected() as texts:
        for shared in standing(shared_ids):
            emptied.note(SharedMemory._meta.db_table, shared.pk, [getattr(shared, name) for name in WORDS])
            sharing.retract(shared.pk)
            removal.removed["shared"] += 1
        return removal.write_receipt(by.pk, now, texts) if removal.removed else None


def take_back_all(person: User, *, now: datetime) -> int:
    """Take back all that a person shared anywhere; return how much it was."""
    mine = Contribution.objects.filter(person=person, status=Contribution.Status.SHARED)
    receipt = take_back(mine.values_list("pk", flat=True), by=person, now=now)
    return int(receipt.removed["shared"]) if receipt else 0


def standing(shared_ids: Iterable[UUID]) -> list[SharedMemory]:
    """Return the acting person's own contributions among these, without those taken back."""
    mine = Contribution.objects.filter(pk__in=list(shared_ids), status=Contribution.Status.SHARED)
    return list(SharedMemory.objects.filter(pk__in=mine.values("pk")).exclude(status=State.RETRACTED).order_by("pk"))
