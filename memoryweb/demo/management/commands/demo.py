"""Fills a person's account with an example month, by calling the operations day by day."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memoryweb.demo import load
from memoryweb.people.console import find_person


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", required=True, metavar="EMAIL")

    def handle(self, *args: Any, person: str, **options: Any) -> None:
        user = find_person(person)
        try:
            is_loaded = load.load(user, now=timezone.now())
        except load.SwitchedOffError:
            raise CommandError(f"{user.email} has memory or a section of it off. Nothing was changed.") from None
        if not is_loaded:
            raise CommandError(f"{user.email} already has memories. Nothing was changed.")
        self.stdout.write(f"The example month is loaded for {user.email}.")
