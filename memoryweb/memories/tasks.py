"""Celery tasks of upkeep. What is due lives in the rows, so a lost task loses no work."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.memories import upkeep


@shared_task
def start_upkeep(name: str, hourly: bool = True, dry_run: bool = False) -> None:
    """Start a run of this sweep and queue a task for each shard that has work."""
    run = upkeep.start_run(name, now=timezone.now(), hourly=hourly, dry_run=dry_run)
    for shard in run.open_shards:
        run_upkeep_shard.delay(str(run.pk), shard)


@shared_task
def run_upkeep_shard(run_id: str, shard: int) -> None:
    """Sweep one shard; try again soon if others had locked rows of it."""
    if not upkeep.run_shard(UUID(run_id), shard, now=timezone.now()):
        run_upkeep_shard.apply_async((run_id, shard), countdown=upkeep.AGAIN_AFTER)
