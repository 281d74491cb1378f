"""Connects an agent for a person and prints its token on the last line. The token is shown only here."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.people.models import User
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument("--name", required=True)
        parser.add_argument("--scopes", nargs="+", choices=Scope.values, default=Scope.values)
        parser.add_argument("--trust", choices=Trust.values, default=Trust.ASK)

    def handle(self, *args: Any, person: str, name: str, scopes: list[str], trust: str, **options: Any) -> None:
        owner = User.objects.filter(email__iexact=person).first()
        if owner is None:
            raise CommandError(f"--person: nobody here has the e-mail {person}.")
        with scope.acting_as(owner.pk):
            agent, token = Agent.connect(owner, name=name, scopes=scopes, trust=trust)
        self.stdout.write(f"Connected {agent.name} for {owner.email}. Its token is shown only now:")
        self.stdout.write(token)
