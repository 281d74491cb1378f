"""One keyed number for one statement: it recognises without remembering the words."""

from datetime import date
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac


def fingerprint(
    person_id: UUID, *, project: str, condition: str, day: date | None, key: str, normal: str, scope: str = "private"
) -> bytes:
    """HMAC-SHA256 over person, scope, key and normalised value (SPEC §3.4).

    Keyed, so that whoever reads the table cannot test guesses of what was erased.
    """
    return keyed_digest(
        "fingerprint", "\x1f".join([str(person_id), scope, project, condition, str(day or ""), key, normal])
    )


def keyed_digest(what: str, text: str) -> bytes:
    """HMAC-SHA256 of a text, to recognise it by; another one for another purpose."""
    return salted_hmac(f"memoryweb.{what}", text, settings.FINGERPRINT_KEY, algorithm="sha256").digest()
