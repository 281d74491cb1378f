"""Removes a person's passkeys, authenticator app and recovery codes, for somebody who lost them, and prints a link."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from memoryweb.people.models import StaffAccess, User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        scope.connect_as_worker()
        person = User.objects.filter(email__iexact=email).first()
        if person is None:
            raise CommandError(f"Nobody has the e-mail address {email}.")
        with scope.acting_as(person.pk):
            removed, _models = Authenticator.objects.filter(user=person).delete()
            if removed:
                StaffAccess.objects.create(person=person, what=StaffAccess.What.SECOND_FACTOR_REMOVED)
        self.stdout.write(f"Removed {removed}. A password or this link, once and for 30 minutes, is enough again:")
        self.stdout.write(sign_in_link(person))
