"""Sending the letter on Mondays, to those who want one, where e-mail is configured."""

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
from memoryweb.memories.upkeep.runner import IN_SHARD, BatchResult, BatchScope
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope

logger = logging.getLogger(__name__)

# The first on the next Monday; one that could not be sent then, later in that week.
HOUR = 8  # of the person's Monday: it is there when they sit down
DUE = f"""
SELECT s.person_id FROM people_memorysettings s JOIN people_user u ON u.id = s.person_id AND u.is_active
WHERE s.weekly_letter AND s.enable_memory AND {IN_SHARD.format(of="s")}
    AND CASE WHEN s.letter_sent_on IS NULL THEN extract(isodow FROM %(now)s AT TIME ZONE s.time_zone) = 1
        ELSE s.letter_sent_on < date_trunc('week', %(now)s AT TIME ZONE s.time_zone)::date END
    AND %(now)s AT TIME ZONE s.time_zone
        >= date_trunc('week', %(now)s AT TIME ZONE s.time_zone) + make_interval(hours => {HOUR})
ORDER BY s.person_id LIMIT %(batch)s
"""


def is_configured() -> bool:
    return bool(django_settings.EMAIL_HOST)


def _due(share: BatchScope) -> list[UUID]:
    if not is_configured():
        return []
    with connection.cursor() as cursor:
        cursor.execute(DUE, share.values())
        return [row[0] for row in cursor.fetchall()]


def batch(share: BatchScope) -> BatchResult:
    with scope.acting_as_clock():
        due = _due(share)
    sent = sum(_sent(person_id, share.now) for person_id in due)
    return BatchResult(rows=sent, counts={"letters": sent} if sent else {})  # what failed is for the next ring


def due(share: BatchScope) -> BatchResult:
    waiting = len(_due(share))
    return BatchResult(rows=waiting, counts={"letters": waiting} if waiting else {})


def _sent(person_id: UUID, now: datetime) -> bool:
    """A mail that cannot be sent holds up nobody else's; it is tried again within the week."""
    try:
        return send(person_id, now=now)
    except OSError as error:  # SMTP's are such, too
        logger.error("letter not sent: %s", type(error).__name__)
        return False


def send(person_id: UUID, *, now: datetime) -> bool:
    """Once a week: the row is marked in the transaction that sends, so that a mail that fails is tried again."""
    with scope.acting_as(person_id):
        held = MemorySettings.objects.select_for_update(skip_locked=True).filter(person_id=person_id).first()
        today = timezone.localdate(now, held.zone) if held else date.max
        if held is None or (held.letter_sent_on and held.letter_sent_on >= weekly_digest.monday_of(today)):
            return False
        held.letter_sent_on = today
        held.save(update_fields=["letter_sent_on"])
        person = User.objects.get(pk=person_id)
        last_week = weekly_digest.build_digest(
            person, weekly_digest.monday_of(weekly_digest.monday_of(today) - weekly_digest.A_DAY), held.zone
        )
        text = render_to_string("learning/letter.txt", {"letter": last_week, "base_url": django_settings.BASE_URL})
        send_mail(_("Your week with your agents"), text, None, [person.email])
        return True
