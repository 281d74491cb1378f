"""Celery tasks of the chats. They carry ids and names of our own sentences, never words of people."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.telegram import outbox, reading, sentences


@shared_task
def deliver(person_id: str) -> None:
    """Send what waits for a person; try again later if Telegram did not take it."""
    if seconds := outbox.deliver(UUID(person_id), now=timezone.now()):
        deliver.apply_async((person_id,), countdown=seconds)


@shared_task
def read(person_id: str, message_id: str) -> None:
    reading.read(UUID(person_id), UUID(message_id), now=timezone.now())
    deliver.delay(person_id)


@shared_task
def say(chat_id: int, name: str) -> None:
    sentences.say(chat_id, name)
