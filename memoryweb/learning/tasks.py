"""The Celery task that has a conversation read by the language model. All state is in the conversation's row."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.learning import learner


@shared_task
def read(person_id: str, conversation_id: str) -> None:
    learner.learn_from_conversation(UUID(person_id), UUID(conversation_id), now=timezone.now())
