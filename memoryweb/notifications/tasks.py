"""Celery tasks of notifications. What is due stands in the rows, so a lost task loses no message."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.notifications import announcing, delivering


@shared_task
def announce() -> None:
    """Queue a task for each message that is due."""
    for person_id, delivery_id in announcing.announce(now=timezone.now()):
        deliver.delay(str(person_id), str(delivery_id))


@shared_task
def deliver(person_id: str, delivery_id: str) -> None:
    delivering.deliver(UUID(person_id), UUID(delivery_id), now=timezone.now())
