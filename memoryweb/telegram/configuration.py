"""What the operator has set: the bot, the address of the Bot API, and the secrets that follow from them."""

import re

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.crypto import salted_hmac

BOT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")
CHAT_SECRET_MIN = 32  # characters


def is_configured() -> bool:
    return bool(settings.TELEGRAM_BOT_TOKEN and settings.TELEGRAM_BOT_NAME)


def has_chat_agent() -> bool:
    return bool(settings.CHAT_SECRET)


def webhook_path() -> str:
    """Return the webhook's secret path, which changes with the token."""
    return _secret("path")


def header_secret() -> str:
    """Return what Telegram sends in X-Telegram-Bot-Api-Secret-Token."""
    return _secret("header")


def _secret(what: str) -> str:
    return salted_hmac(f"memoryweb.telegram.{what}", settings.TELEGRAM_BOT_TOKEN, algorithm="sha256").hexdigest()


def missing() -> str:
    """Return a line about missing bot settings; empty if complete."""
    if not settings.TELEGRAM_BOT_TOKEN:
        return "Set TELEGRAM_BOT_TOKEN to the token that @BotFather gave you."
    if not settings.TELEGRAM_BOT_NAME:
        return "Set TELEGRAM_BOT_NAME to the bot’s user name, without @."
    return ""


def check_settings() -> None:
    """Raise ImproperlyConfigured for a wrong setting, at start-up rather than at the first message."""
    if settings.TELEGRAM_BOT_NAME and not BOT_NAME.fullmatch(settings.TELEGRAM_BOT_NAME):
        raise ImproperlyConfigured("TELEGRAM_BOT_NAME is the bot’s user name, without @.")
    if not settings.TELEGRAM_API.startswith(("http://", "https://")):
        raise ImproperlyConfigured("TELEGRAM_API is the address of a Bot API server, https://…")
    if settings.CHAT_SECRET and len(settings.CHAT_SECRET) < CHAT_SECRET_MIN:
        raise ImproperlyConfigured(f"CHAT_SECRET needs at least {CHAT_SECRET_MIN} characters.")
