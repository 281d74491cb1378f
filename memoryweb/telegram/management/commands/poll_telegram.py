"""Asks Telegram for updates, for a server that Telegram cannot reach. It runs until it is stopped."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from memoryweb.telegram import bot_api, configuration, incoming, updates
from memoryweb.telegram.management.commands.connect_telegram import KINDS, check_bot, name_commands

WAITS = 25  # seconds that Telegram holds a call open until something comes
PAUSE = 5  # seconds after a call that failed


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="ask once, without waiting, and stop")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if missing := configuration.missing():
            raise CommandError(missing)
        try:
            check_bot()
            bot_api.call("deleteWebhook", {})  # Telegram gives updates to one of the two
            name_commands()
        except bot_api.BotApiError as error:
            raise CommandError(f"The Bot API at {settings.TELEGRAM_API} did not do it: {error}") from None
        self.stdout.write(f"Asking for what people write to @{settings.TELEGRAM_BOT_NAME}.")
        offset = self._ask(0, waits=0 if once else WAITS)
        while not once:
            offset = self._ask(offset, waits=WAITS)

    def _ask(self, offset: int, *, waits: int) -> int:
        """Handle waiting updates; return the next update's number. Asking for it confirms the others."""
        asked = {"offset": offset, "timeout": waits, "allowed_updates": KINDS}
        try:
            found = bot_api.call("getUpdates", asked, timeout=waits + bot_api.TIMEOUT)
            for data in found if isinstance(found, list) else []:
                offset = max(offset, _take(data))
        except (bot_api.BotApiError, OperationalError, InterfaceError) as error:
            if not connection.in_atomic_block:
                connection.close()  # the next update opens another
            self.stderr.write(f"Trying again in {PAUSE} seconds: {type(error).__name__}")
            time.sleep(0 if not waits else PAUSE)
        return offset


def _take(data: Any) -> int:
    """Handle one update; return the following number, or 0 without one."""
    if update := updates.parse(data):
        incoming.take(update, now=timezone.now())
    number = data.get("update_id") if isinstance(data, dict) else None
    return number + 1 if isinstance(number, int) else 0
