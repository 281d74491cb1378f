"""Which addresses a person may have messages sent to."""

import re
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from memoryweb.notifications import policy

PLAIN = re.compile(r"[!-\[\]-~]+")  # printable ASCII without spaces and backslashes
TOPIC = re.compile(r"/[-_A-Za-z0-9]{1,64}")


def parse(address: str) -> SplitResult:
    """Return the parts of an address of which there is one spelling. Whether it leads inside is checked when asked."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValidationError(_("This is no web address.")) from None
    if (
        len(address) > policy.ADDRESS_MAX
        or not PLAIN.fullmatch(address)
        or not parts.hostname
        or port == 0
        or parts.username is not None
        or parts.password is not None
        or "#" in address
        or "%" in parts.netloc
    ):
        raise ValidationError(_("This is no web address."))
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.NOTIFY_PRIVATE_ADDRESSES):
        raise ValidationError(_("Use an address that starts with https://."))
    return parts


def parse_topic(address: str) -> tuple[SplitResult, str]:
    """Split an ntfy address into server and topic. Raises ValidationError."""
    parts = parse(address)
    folder, _slash, topic = parts.path.rpartition("/")
    if not TOPIC.fullmatch(f"/{topic}") or parts.query:
        raise ValidationError(_("Give the address of a topic, such as https://ntfy.sh/my-own-topic."))
    return parts._replace(path=f"{folder}/"), topic
