"""Connects an agent for a person and prints its token on the last line. The token is shown only here."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryweb.agents.models import Agent, Scope, Trust
from memoryweb.people.console import find_person
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--person", required=True, metavar="EMAIL")
        parser.add_argument("--name", required=True)
        parser.add_argument("--scopes", nargs="+", choices=Scope.values, default=Scope.values)
        parser.add_argument("--trust", choices=Trust.values, default=Trust.ASK)
        parser.add_argument(
            "--community", default="", metavar="NAME_OR_ID", help="the one it works for, of those the person is in"
        )

    def handle(
        self, *args: Any, person: str, name: str, scopes: list[str], trust: str, community: str, **options: Any
    ) -> None:
        owner = find_person(person)
        with scope.acting_as(owner.pk):
            works_for = _find(community, owner) if community else None
            agent, token = Agent.connect(owner, name=name, scopes=scopes, trust=trust, community=works_for)
        self.stdout.write(f"Connected {agent.name} for {owner.email}. Its token is shown only now:")
        self.stdout.write(token)


def _find(name_or_id: str, person: User) -> Community:
    """Return the one community of the person with this name or id. Needs their scope."""
    mine = [row.community for row in Membership.objects.filter(person=person).select_related("community")]
    found = [each for each in mine if name_or_id.casefold() in (each.name.casefold(), str(each.pk))]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(str(each.pk) for each in found)
        raise CommandError(f"--community: several are called {name_or_id}. Give the id of one: {ids}.")
    raise CommandError(f"--community: {person.email} is in no community with the name or id {name_or_id}.")
