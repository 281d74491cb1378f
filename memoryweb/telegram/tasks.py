"""Celery tasks of the chats. They carry ids and names of our own sentences, never words of people."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from memoryweb.telegram import outbox, overdue
from memoryweb.telegram.answering import reading, sentences


@shared_task
def deliver(person_id: str) -> None:
    """Send what waits for a person; try again later if Telegram did not take it."""
    if seconds := outbox.deliver(UUID(person_id)):
        deliver.apply_async((person_id,), countdown=seconds)


@shared_task
def read(person_id: str, message_id: str) -> None:
    """Have a message read; look again later if another worker is at it."""
    if seconds := reading.read(UUID(person_id), UUID(message_id), now=timezone.now()):
        read.apply_async((person_id, message_id), countdown=seconds)
    deliver.delay(person_id)


@shared_task
def ring() -> None:
    """Queue the tasks again of messages whose task was lost."""
    for person_id in overdue.unsent(now=timezone.now()):
        deliver.delay(str(person_id))
    for person_id, message_id in overdue.unread(now=timezone.now()):
        read.delay(str(person_id), str(message_id))


@shared_task
def say(chat_id: int, name: str) -> None:
    sentences.say(chat_id, name)
