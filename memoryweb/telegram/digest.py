"""Tells a person in their linked chat how much waits for them: a count and a link, never a word of a memory."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import ngettext

from memoryweb.operations.results import review_url
from memoryweb.rls import scope
from memoryweb.telegram import configuration, linking, outbox, replies, tasks
from memoryweb.telegram.models import System


def send_counts(person_id: UUID, *, waiting: int, now: datetime) -> bool:
    """Send how many questions wait, with a link to Review; return whether there is a chat to send it to.

    For whatever decides when a person wants to be told: it sends each time it is called. Sets its own scope.
    """
    if not (configuration.is_configured() and waiting > 0):
        return False
    with scope.acting_as(person_id):
        writer = linking.writer(person_id, System.TELEGRAM)
        if replies.why_not(writer, now):
            return False
        counted = ngettext("%(count)d question waits for you.", "%(count)d questions wait for you.", waiting)
        text = f"{counted % {'count': waiting}} {review_url()}"
        outbox.put_text(person_id, replies.own_chat_of(person_id), text, now=now)
    transaction.on_commit(partial(tasks.deliver.delay, str(person_id)), robust=True)
    return True
