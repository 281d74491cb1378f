"""Creates a person, or finds an existing one, and prints a one-time sign-in link on the last line."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import ProgrammingError

from memoryweb.people.models import User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--staff", action="store_true", help="may open the staff pages")

    def handle(self, *args: Any, email: str, staff: bool, **options: Any) -> None:
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"EMAIL: {error.messages[0]}") from error
        scope.connect_as_worker()
        try:
            person = self._find_or_add(email, is_staff=staff)
        except ProgrammingError as error:
            raise CommandError("DATABASE_URL names a role that may not add people. Use the worker's.") from error
        self.stdout.write("Sign in with this link. It works once, for 30 minutes:")
        self.stdout.write(sign_in_link(person))

    def _find_or_add(self, email: str, *, is_staff: bool) -> User:
        person = User.objects.filter(email__iexact=email).first()
        if person is None:
            person = User.objects.create_user(email, is_staff=is_staff)
            self.stdout.write(f"Added {person.email}.")
        elif is_staff and not person.is_staff:
            person.is_staff = True
            person.save(update_fields=["is_staff"])
        return person
