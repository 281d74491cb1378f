"""The Celery tasks that have a conversation read, and the rest of a feedback learned. All state is in their rows."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.learning import highlights, learner
from memoryweb.learning.feedback import taking


@shared_task
def read(person_id: str, conversation_id: str) -> None:
    """Read one conversation, and then the next of this person that is due."""
    learner.learn_from_conversation(UUID(person_id), UUID(conversation_id), now=timezone.now())
    highlights.compare(UUID(person_id), UUID(conversation_id), now=timezone.now())
    if (pk := learner.next_due(UUID(person_id), now=timezone.now())) is not None:
        read.delay(person_id, str(pk))


@shared_task
def learn_from_feedback(person_id: str, feedback_id: str) -> None:
    taking.take_rest(UUID(person_id), UUID(feedback_id), now=timezone.now())
