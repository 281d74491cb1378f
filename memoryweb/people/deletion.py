"""A person asks to delete their account, or stays. Upkeep deletes it (memories/erasing/account_deletion.py)."""

import logging
import secrets
from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from memoryweb.people.models import User

logger = logging.getLogger(__name__)


def ask(person: User, *, now: datetime) -> None:
    """Mark the account. From now on its sessions are over, and its agents are answered as revoked ones."""
    digits = secrets.token_hex(6).upper()
    person.deletion_number = f"{digits[:4]}-{digits[4:8]}-{digits[8:]}"
    person.deletion_asked_at = now
    person.save(update_fields=["deletion_asked_at", "deletion_number"])


def keep(person: User) -> None:
    """Take it back. Agents work again; sessions from before stay ended."""
    person.deletion_asked_at = None
    person.save(update_fields=["deletion_asked_at"])


def mail_receipt(person: User, *, counts: dict[str, int], deleted_at: datetime | None = None) -> None:
    """Send the receipt if there is a mail server: number, day and counts, and no text of the person's.

    Without `deleted_at` it says until when they may stay. A failed mail stops nothing.
    """
    if not settings.EMAIL_HOST:
        return
    context = {"person": person, "counts": counts, "deleted_at": deleted_at, "base_url": settings.BASE_URL}
    subject = _("Your account is deleted") if deleted_at else _("Your account will be deleted")
    try:
        send_mail(subject, render_to_string("people/deletion_receipt.txt", context), None, [person.email])
    except OSError as error:  # includes SMTP's errors
        logger.warning("receipt of a deletion not sent: %s", type(error).__name__)
