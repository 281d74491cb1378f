"""Celery's doorbells. What there is to do lives in the rows; upkeep does it."""

from celery import shared_task
from django.utils import timezone

from memoryweb.memories import upkeep


@shared_task
def expire_proposals() -> None:
    upkeep.expire_proposals(now=timezone.now())
