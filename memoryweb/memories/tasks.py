"""Celery's doorbells. What there is to do lives in the rows; upkeep does it.

`ring` is what beat knows: it makes the run's row and hands each open shard to whoever is free.
"""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.memories import upkeep


@shared_task
def start_upkeep(name: str, hourly: bool = True, dry_run: bool = False) -> None:
    run = upkeep.start_run(name, now=timezone.now(), hourly=hourly, dry_run=dry_run)
    for shard in run.open_shards:
        run_upkeep_shard.delay(str(run.pk), shard)


@shared_task
def run_upkeep_shard(run_id: str, shard: int) -> None:
    if not upkeep.run_shard(UUID(run_id), shard, now=timezone.now()):
        run_upkeep_shard.apply_async((run_id, shard), countdown=upkeep.AGAIN_AFTER)
