"""Founds a community for a person who has an account, and prints a link by which others join it."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from memoryweb.communities import membership
from memoryweb.language.text import invisible
from memoryweb.people.models import Community, User
from memoryweb.rls import scope
from memoryweb.rules.moderation import MEMBER_NAME_MAX, NAME_MAX

DAYS, USES = 7, 10  # of the link it prints


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--owner", required=True, metavar="EMAIL", help="who owns it")
        parser.add_argument("--moderation", choices=Community.Moderation.values, default=Community.Moderation.REVIEWED)
        parser.add_argument("--called", default="", help="what its members call the owner")

    def handle(self, *args: Any, name: str, owner: str, moderation: str, called: str, **options: Any) -> None:
        name = _checked("NAME", name, NAME_MAX)
        called = _checked("--called", called or owner.partition("@")[0], MEMBER_NAME_MAX)
        scope.connect_as_worker()
        person = User.objects.filter(email__iexact=owner, is_active=True).first()
        if person is None:
            raise CommandError(f"--owner: nobody has an account with {owner}. manage.py create_person adds one.")
        with scope.acting_as(person.pk):
            community = membership.found(name, moderation=moderation, my_name=called)
            token = membership.invite(community, person, uses=USES, days=DAYS, now=timezone.now())
        self.stdout.write(f"{person.email} owns {community.name}.")
        self.stdout.write(f"Others join with this link. It works {USES} times, for {DAYS} days:")
        self.stdout.write(f"{settings.BASE_URL}{reverse('review:join')}?token={token}")


def _checked(argument: str, text: str, longest: int) -> str:
    text = invisible.show_invisible(text).strip()
    if not text or len(text) > longest:
        raise CommandError(f"{argument}: use 1 to {longest} characters.")
    return text
