"""Celery's doorbells. What there is to do lives in the rows; upkeep does it.

`ring` is what beat knows: it makes the run's row and hands each open shard to whoever is free.
"""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.memories import upkeep


@shared_task
def ring(name: str, hourly: bool = True, dry_run: bool = False) -> None:
    run = upkeep.start(name, now=timezone.now(), hourly=hourly, dry_run=dry_run)
    for shard in run.open_shards:
        sweep.delay(str(run.pk), shard)


@shared_task
def sweep(run_id: str, shard: int) -> None:
    if not upkeep.work(UUID(run_id), shard, now=timezone.now()):
        sweep.apply_async((run_id, shard), countdown=upkeep.AGAIN_AFTER)
