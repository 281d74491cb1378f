"""Verifies that nobody changed history past memoryweb: everybody's, or one person's."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError

from memoryweb.memories.history import verification
from memoryweb.memories.history.verification import Verification
from memoryweb.people.console import find_person
from memoryweb.people.models import User
from memoryweb.rls import scope


class Command(BaseCommand):
    help = f"{__doc__} Needs the role memoryweb_worker. Ends with an error if anything is broken."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", metavar="EMAIL", help="this person only")
        parser.add_argument(
            "--noted", metavar="FINGERPRINT", help="check that a fingerprint you noted is still in this person's chain"
        )

    def handle(self, *args: Any, person: str | None, noted: str | None, **options: Any) -> None:
        if noted and not person:
            raise CommandError("--noted needs --person.")
        noted = noted.strip().lower() if noted else None
        if noted and not verification.is_fingerprint(noted):
            raise CommandError("--noted: a fingerprint has 64 digits, 0–9 and a–f.")
        scope.connect_as_worker()
        try:
            self._verify_one(person, noted) if person else self._verify_all()
        except ProgrammingError as error:
            raise CommandError(f"{str(error).splitlines()[0]}. Set DATABASE_URL to memoryweb_worker's.") from error

    def _verify_one(self, email: str, noted: str | None) -> None:
        person = find_person(email)
        with scope.acting_as_clock():
            result = verification.verify(person.pk)
            position = verification.position_of(person.pk, noted) if noted else None
        if result.problem:
            raise CommandError(_broken(person.email, result))
        self.stdout.write(f"{person.email}: {_intact(result)}")
        self.stdout.write(f"Fingerprint: {result.fingerprint or 'none yet'}")
        if noted and position is None:
            raise CommandError(
                "The fingerprint you noted is not in this chain: the history was replaced or cut,"
                " or the account was moved here, which builds its chain again."
            )
        if noted:
            self.stdout.write(f"The fingerprint you noted is still in it, at place {position}.")

    def _verify_all(self) -> None:
        with scope.acting_as_clock():
            people = list(verification.people_with_history())
            emails: dict[UUID, str] = dict(User.objects.filter(pk__in=people).values_list("pk", "email"))
        changes, broken = 0, 0
        for person_id in people:
            with scope.acting_as_clock():
                result = verification.verify(person_id)
            changes += result.changes
            if result.problem:
                broken += 1
                self.stderr.write(_broken(emails.get(person_id, f"no account {person_id}"), result))
        if broken:
            raise CommandError(f"The history of {broken} of {len(people)} people is broken.")
        self.stdout.write(f"{len(people)} people, {changes} changes, all intact.")


def _intact(result: Verification) -> str:
    since = f" since {result.since:%Y-%m-%d}" if result.since else ""
    return f"{result.changes} changes{since}, all intact."


def _broken(name: str, result: Verification) -> str:
    """Return what is broken first, with ids and dates and without words of a memory."""
    assert result.problem
    at = f"{result.at:%Y-%m-%d %H:%M} UTC" if result.at else "unknown time"
    memory = f" Memory {result.memory_id}." if result.memory_id else ""
    about = f" Version {result.version} of memory {result.memory_id}, {at}." if result.version else memory
    return f"{name}: {result.problem.sentence}{about}"
