"""Which conversations are to be read for what lasts, now: the person's policy (SPEC §2 long_term_update_policy)."""

from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.learning import policy
from memoryweb.learning.models import Conversation, ConversationQuerySet
from memoryweb.people.models import MemorySettings

LongTerm = MemorySettings.LongTerm


def due_for_learning(person_id: UUID, settings: MemorySettings, *, now: datetime) -> ConversationQuerySet:
    """The unread ones, the oldest first: as they would have been read one by one."""
    unread = Conversation.objects.of(person_id).unread().order_by("ended_at", "id")
    if not (settings.enable_memory and settings.learning_enabled):
        return unread.none()
    if settings.long_term_update_policy == LongTerm.SCHEDULE:
        return unread.filter(recorded_at__lt=last_night(settings, now))
    if settings.long_term_update_policy == LongTerm.MANUAL or unread.count() < settings.long_term_every:
        return unread.none()
    return unread


def last_night(settings: MemorySettings, now: datetime) -> datetime:
    """The last three o'clock of the person's own time."""
    here = now.astimezone(settings.zone)
    three = here.replace(hour=policy.SCHEDULE_HOUR, minute=0, second=0, microsecond=0)
    return three if three <= here else three - timedelta(days=1)
