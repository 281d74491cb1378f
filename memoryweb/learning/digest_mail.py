"""Sends the weekly digest on Monday mornings, to everybody who wants it, if e-mail is configured."""

import logging
from datetime import date, datetime
from uuid import UUID

from django.conf import settings as django_settings
from django.core.mail import send_mail
from django.db import connection
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.learning import weekly_digest
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope, shards_of
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

HOUR = 8  # of the person's own Monday
# The first digest waits for a Monday. Later ones that could not be sent on Monday are sent later in the week.
DUE = f"""
SELECT s.person_id FROM people_memorysettings s
JOIN people_user u ON u.id = s.person_id AND u.is_active AND u.deletion_asked_at IS NULL
WHERE s.weekly_letter AND s.enable_memory AND {IN_SHARD.format(of="s")}
    AND CASE WHEN s.letter_sent_on IS NULL THEN extract(isodow FROM %(now)s AT TIME ZONE s.time_zone) = 1
        ELSE s.letter_sent_on < date_trunc('week', %(now)s AT TIME ZONE s.time_zone)::date END
    AND %(now)s AT TIME ZONE s.time_zone
        >= date_trunc('week', %(now)s AT TIME ZONE s.time_zone) + make_interval(hours => {HOUR})
ORDER BY s.person_id LIMIT %(batch)s
"""


def is_configured() -> bool:
    return bool(django_settings.EMAIL_HOST)


def _recipients(batch_scope: BatchScope) -> list[UUID]:
    if not is_configured():
        return []
    with connection.cursor() as cursor:
        cursor.execute(DUE, batch_scope.values())
        return [row[0] for row in cursor.fetchall()]


def batch(batch_scope: BatchScope) -> BatchResult:
    """Send the digests that are due. Failed ones do not count: the next run tries them again."""
    with scope.acting_as_clock():
        recipients = _recipients(batch_scope)
    sent = sum(_try_to_send(person_id, batch_scope.now) for person_id in recipients)
    return BatchResult(rows=sent, counts={"letters": sent} if sent else {})


def due(batch_scope: BatchScope) -> BatchResult:
    """Count the digests that are due."""
    recipients = _recipients(batch_scope)
    waiting, shards = len(recipients), shards_of(recipients, limit=batch_scope.batch)
    return BatchResult(rows=waiting, counts={"letters": waiting} if waiting else {}, shards=shards)


def _try_to_send(person_id: UUID, now: datetime) -> bool:
    """Send one digest; a failure is logged and does not stop the others."""
    try:
        return send(person_id, now=now)
    except OSError as error:  # includes SMTP's errors
        logger.error("letter not sent: %s", type(error).__name__)
        return False


def send(person_id: UUID, *, now: datetime) -> bool:
    """Send this week's digest unless it was sent already; return whether it was sent.

    The row is marked in the transaction that sends, so that a failed mail is tried again.
    """
    with scope.acting_as(person_id):
        settings = MemorySettings.objects.select_for_update(skip_locked=True).filter(person_id=person_id).first()
        today = timezone.localdate(now, settings.zone) if settings else date.max
        if settings is None or (settings.letter_sent_on and settings.letter_sent_on >= weekly_digest.monday_of(today)):
            return False
        settings.letter_sent_on = today
        settings.save(update_fields=["letter_sent_on"])
        person = User.objects.get(pk=person_id)
        last_week = weekly_digest.build_digest(
            person, weekly_digest.monday_of(weekly_digest.monday_of(today) - weekly_digest.A_DAY), settings.zone
        )
        text = render_to_string("learning/letter.txt", {"letter": last_week, "base_url": django_settings.BASE_URL})
        send_mail(_("Your week with your agents"), text, None, [person.email])
        return True
