"""Creates a person, or finds an existing one, and prints a one-time sign-in link on the last line."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from memoryweb.people.links import sign_in_link
from memoryweb.people.models import User


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--staff", action="store_true", help="may open the staff pages")

    def handle(self, *args: Any, email: str, staff: bool, **options: Any) -> None:
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"EMAIL: {error.messages[0]}") from error
        person = User.objects.filter(email__iexact=email).first()
        if person is None:
            person = User.objects.create_user(email, is_staff=staff)
            self.stdout.write(f"Added {person.email}.")
        elif staff and not person.is_staff:
            person.is_staff = True
            person.save(update_fields=["is_staff"])
        self.stdout.write("Sign in with this link. It works once, for 30 minutes:")
        self.stdout.write(sign_in_link(person))
