"""Changes a person's e-mail address, where no mail server could confirm a new one."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import IntegrityError

from memoryweb.people.models import User
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("old")
        parser.add_argument("new")

    def handle(self, *args: Any, old: str, new: str, **options: Any) -> None:
        try:
            validate_email(new)
        except ValidationError as error:
            raise CommandError(f"NEW: {error.messages[0]}") from error
        scope.connect_as_worker()
        person = User.objects.filter(email__iexact=old).first()
        if person is None:
            raise CommandError(f"Nobody has the e-mail address {old}.")
        try:
            person.change_email(new)
        except IntegrityError as error:
            raise CommandError(f"Somebody already has the e-mail address {new}.") from error
        self.stdout.write(f"{old} is now {person.email}.")
