"""delete_accounts deletes the accounts whose people asked for that and did not come back in time."""

from django.db.models import QuerySet

from memoryweb.memories.erasing import account_deletion
from memoryweb.memories.upkeep.runner import UNDIVIDED, BatchResult, BatchScope
from memoryweb.people import deletion
from memoryweb.people.models import ACCOUNT_DELETION_AFTER, User
from memoryweb.rls import scope


def _due(batch_scope: BatchScope) -> QuerySet[User]:
    return User.objects.filter(deletion_asked_at__lte=batch_scope.now - ACCOUNT_DELETION_AFTER)


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the accounts that are due; also those whose deletion was cut off, because a person's row goes last."""
    waiting = _due(batch_scope).count()
    return BatchResult(
        rows=waiting, counts={"accounts": waiting} if waiting else {}, shards=UNDIVIDED if waiting else frozenset()
    )


def batch(batch_scope: BatchScope) -> BatchResult:
    """Delete accounts that are due, in separate transactions."""
    deleted = 0
    for person in list(_due(batch_scope).order_by("deletion_asked_at")):
        if _due(batch_scope).filter(pk=person.pk).exists():  # those before took minutes: they may have come back
            _delete(person, batch_scope)
            deleted += 1
    return BatchResult(rows=0, counts={"accounts": deleted} if deleted else {})


def _delete(person: User, batch_scope: BatchScope) -> None:
    now = batch_scope.now
    with scope.acting_as(person.pk):
        counts = account_deletion.counts(person.pk)
    account_deletion.delete_account(person.pk, person.deletion_number, at=now, now=now)
    deletion.mail_receipt(person, counts=counts, deleted_at=now)
