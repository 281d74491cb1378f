"""Celery's doorbell for a conversation that a model is to read. What there is to do lives in the row."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.learning import learner


@shared_task
def read(person_id: str, conversation_id: str) -> None:
    learner.learn_from_conversation(UUID(person_id), UUID(conversation_id), now=timezone.now())
