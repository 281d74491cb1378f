"""Founding, inviting, joining, leaving and handing over."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from memoryweb.communities import membership, sharing
from memoryweb.communities.models import CommunityInvitation, Contribution, SharedMemory, SharedMute
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.communities.conftest import Team


def roles(team: Team) -> dict[str, str]:
    with scope.acting_as(team.owen.pk):
        return dict(Membership.objects.filter(community=team.community).values_list("name", "role"))


def test_who_founds_a_community_owns_it_and_a_link_makes_members(team: Team) -> None:
    assert roles(team) == {"Owen": "owner", "Mira": "moderator", "Alice": "member", "Bob": "member"}
    with scope.acting_as(team.alice.pk):
        assert [str(each.community) for each in membership.memberships_of(team.alice)] == ["Team handbook"]
        assert membership.readers(team.community) == membership.Readers(people=4, agents=0)


@with_each("end", ["revoked", "expired", "used up", "made up", "\x00", "by a member who no longer moderates"])
def test_a_link_that_ended_opens_nothing(team: Team, end: str) -> None:
    carl = User.objects.create_user("carl@example.org", "a long password for carl")
    now = timezone.now() - timedelta(days=8 if end == "expired" else 0)
    with scope.acting_as(team.mira.pk):
        token = membership.invite(team.community, team.mira, uses=1, days=7, now=now)
        if end == "revoked":
            membership.revoke_invitation(CommunityInvitation.objects.get(person=team.mira), now=now)
    if end == "used up":
        dora = User.objects.create_user("dora@example.org", "a long password for dora")
        with scope.acting_as(dora.pk):
            assert membership.join(token, my_name="Dora")
    if end.startswith("by a member"):
        with scope.acting_as(team.owen.pk):
            membership.set_role(team.membership(team.mira), "member")
    token = {"made up": "guess", "\x00": "\x00"}.get(end, token)
    assert membership.invited_to(token) is None
    with scope.acting_as(carl.pk):
        assert membership.join(token, my_name="Carl") is None
        assert Community.objects.count() == 0


def test_an_open_link_says_where_it_leads_before_anybody_signs_in(team: Team) -> None:
    with scope.acting_as(team.mira.pk):
        token = membership.invite(team.community, team.mira, uses=1, days=7, now=timezone.now())
    found = membership.invited_to(token)
    assert found
    assert (found.name, found.invited_by) == ("Team handbook", "Mira")


def test_a_member_who_opens_a_link_again_uses_nothing_up(team: Team) -> None:
    with scope.acting_as(team.mira.pk):
        token = membership.invite(team.community, team.mira, uses=1, days=7, now=timezone.now())
    with scope.acting_as(team.bob.pk):
        assert membership.join(token, my_name="Bob again") == team.community.pk
    with scope.acting_as(team.mira.pk):
        assert CommunityInvitation.objects.get(person=team.mira).uses == 0
    assert roles(team)["Bob"] == "member"


def test_only_the_owner_gives_roles_and_hands_over(team: Team) -> None:
    for person in (team.mira, team.alice):
        with scope.acting_as(person.pk):
            target = team.membership(team.bob)
            with pytest.raises(DatabaseError, match="Only the owner"), transaction.atomic():
                membership.set_role(target, "moderator")
            with pytest.raises(DatabaseError, match="Only the owner"), transaction.atomic():
                membership.hand_over(target)
    with scope.acting_as(team.owen.pk):
        membership.hand_over(team.membership(team.bob))
    assert roles(team) == {"Owen": "moderator", "Mira": "moderator", "Alice": "member", "Bob": "owner"}


def test_a_moderator_removes_members_only(team: Team) -> None:
    with scope.acting_as(team.mira.pk):
        membership.remove(team.membership(team.alice))
        with pytest.raises(DatabaseError, match="Only the owner"), transaction.atomic():
            membership.remove(team.membership(team.owen))
    assert set(roles(team)) == {"Owen", "Mira", "Bob"}


def test_an_owner_hands_over_before_leaving(team: Team) -> None:
    with scope.acting_as(team.owen.pk):
        with pytest.raises(DatabaseError, match="hands the community over"), transaction.atomic():
            membership.leave(team.membership(team.owen))
        membership.hand_over(team.membership(team.alice))
        membership.leave(team.membership(team.owen))
    with scope.acting_as(team.alice.pk):
        assert membership.readers(team.community).people == 3


def test_nothing_is_left_of_a_community_without_members(team: Team) -> None:
    shared = team.share(team.alice, "Deploys freeze on Friday at 12:00.")
    with scope.acting_as(team.owen.pk):
        Community.objects.filter(pk=team.community.pk).update(moderation="open")
    shown = team.share(team.alice, "Lunch is at noon.")
    with scope.acting_as(team.bob.pk):
        sharing.mute(shown, person=team.bob)
    for person in (team.alice, team.bob, team.mira, team.owen):
        with scope.acting_as(person.pk):
            membership.leave(team.membership(person))
    with scope.acting_as(team.alice.pk):
        assert SharedMemory.objects.count() == Contribution.objects.count() == Community.objects.count() == 0
        with pytest.raises(DatabaseError, match="Only who shared it"), transaction.atomic():
            sharing.retract(shared.pk)
    with scope.acting_as(team.bob.pk):
        assert SharedMute.objects.count() == 0


def test_members_see_names_and_strangers_nothing(team: Team) -> None:
    carl = User.objects.create_user("carl@example.org", "a long password for carl")
    with scope.acting_as(carl.pk), connection.cursor() as cursor:
        assert Membership.objects.count() == 0
        cursor.execute("SELECT * FROM communities_readers(%s)", [team.community.pk])
        assert cursor.fetchone() is None
