"""Tells Telegram where this server takes updates, with the secret; or that it is asked for them."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from memoryweb.telegram import bot_api, configuration

KINDS = ["message", "edited_message", "callback_query"]
AT_ONCE = 10  # connections that Telegram opens
COMMANDS = {
    "questions": "What waits for you",
    "help": "What you can say",
    "unlink": "End the link with memoryweb",
}


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="take no more updates by webhook")

    def handle(self, *args: Any, remove: bool, **options: Any) -> None:
        if missing := configuration.missing():
            raise CommandError(missing)
        try:
            self.stdout.write(_remove() if remove else _connect())
        except bot_api.BotApiError as error:
            raise CommandError(f"The Bot API at {settings.TELEGRAM_API} did not do it: {error}") from None


def _connect() -> str:
    if not settings.BASE_URL.startswith("https://"):
        raise CommandError("Set BASE_URL to your https:// address. Without one, run manage.py poll_telegram instead.")
    check_bot()
    url = settings.BASE_URL.rstrip("/") + reverse("telegram:webhook", args=[configuration.webhook_path()])
    bot_api.call(
        "setWebhook",
        {
            "url": url,
            "secret_token": configuration.header_secret(),
            "allowed_updates": KINDS,
            "max_connections": AT_ONCE,
        },
    )
    name_commands()
    return f"Telegram sends what people write to @{settings.TELEGRAM_BOT_NAME} to {settings.BASE_URL}."


def check_bot() -> None:
    """Raise CommandError if the token is not that of the bot whose name is set."""
    about = bot_api.call("getMe", {})
    name = about.get("username", "") if isinstance(about, dict) else ""
    if str(name).lower() != settings.TELEGRAM_BOT_NAME.lower():
        raise CommandError(f"The token is that of @{name}. Set TELEGRAM_BOT_NAME to that.")


def name_commands() -> None:
    listed = [{"command": name, "description": text} for name, text in COMMANDS.items()]
    bot_api.call("setMyCommands", {"commands": listed, "scope": {"type": "all_private_chats"}})


def _remove() -> str:
    bot_api.call("deleteWebhook", {})
    return "Telegram sends no more updates here."
