"""A community with an owner, a moderator and two members, founded and joined as people do it."""

from dataclasses import dataclass

import pytest
from django.utils import timezone

from memoryweb.communities import membership, sharing
from memoryweb.communities.models import SharedMemory
from memoryweb.communities.sharing import Words
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope


@dataclass
class Team:
    """Owen founded it, mira moderates it, alice and bob are members."""

    community: Community
    owen: User
    mira: User
    alice: User
    bob: User

    def membership(self, person: User) -> Membership:
        """Return a person's membership. Needs the scope of somebody in the community."""
        return Membership.objects.select_related("community").get(person=person, community=self.community)

    def share(self, person: User, statement: str, *, is_named: bool = True, **words: str) -> SharedMemory:
        """Share a sentence as this person, in their scope."""
        with scope.acting_as(person.pk):
            return sharing.share(
                Words(statement=statement, **words), self.membership(person), is_named=is_named, now=timezone.now()
            )

    def status(self, shared: SharedMemory) -> str:
        """Return its state, as the moderator sees it."""
        with scope.acting_as(self.mira.pk):
            return SharedMemory.objects.get(pk=shared.pk).status


@pytest.fixture
def team(alice: User, bob: User) -> Team:
    owen = User.objects.create_user("owen@example.org", "a long password for owen")
    mira = User.objects.create_user("mira@example.org", "a long password for mira")
    with scope.acting_as(owen.pk):
        community = membership.found("Team handbook", moderation="reviewed", my_name="Owen")
        token = membership.invite(community, owen, uses=5, days=7, now=timezone.now())
    for person, name in ((mira, "Mira"), (alice, "Alice"), (bob, "Bob")):
        with scope.acting_as(person.pk):
            assert membership.join(token, my_name=name) == community.pk
    with scope.acting_as(owen.pk):
        membership.set_role(Membership.objects.get(person=mira, community=community), "moderator")
    return Team(community, owen, mira, alice, bob)
