"""The links of a community: shown once, counted, ended; and joining by one, signed in or not."""

import re
import secrets
from datetime import timedelta
from ipaddress import IPv6Address

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from memoryweb.communities import membership
from memoryweb.communities.models import CommunityInvitation
from memoryweb.people.models import Invitation, Membership, User
from memoryweb.people.signing_in.links import sign_in_link
from memoryweb.rls import scope
from tests.cases import with_each
from tests.communities.conftest import Team, team
from tests.review.test_communities import page_of, signed_in
from tests.review.test_sign_in import follow

__all__ = ["team"]
JOIN = "/communities/join/"


@pytest.fixture
def carl(db: None) -> User:
    return User.objects.create_user("carl@example.org", "a long password for carl")


def make_link(team: Team, *, uses: int = 2) -> str:
    """Return the token of the link that the page shows to mira, a moderator."""
    page = signed_in(team.mira).post(f"{page_of(team)}invite/", {"uses": str(uses), "days": "7"}).text
    return str(re.findall(rf"{JOIN}\?token=([\w-]+)", page)[0])


def somebody() -> Client:
    return Client(REMOTE_ADDR=str(IPv6Address(secrets.randbits(128))))


def test_a_link_is_shown_once_and_kept_as_a_digest(team: Team) -> None:
    client = signed_in(team.mira)
    answer = client.post(f"{page_of(team)}invite/", {"uses": "50", "days": "30"})
    token = re.findall(r"token=([\w-]+)", answer.text)[0]
    assert "no-store" in answer["Cache-Control"]
    assert "50 people can join with it." in answer.text
    assert token not in client.get(page_of(team)).text
    with scope.acting_as(team.mira.pk):
        assert token.encode() not in bytes(CommunityInvitation.objects.get(person=team.mira).token_hash)
    page = " ".join(client.get(page_of(team)).text.split())
    assert "Used 0 of 50 times" in page
    assert "made by Mira on" in page


@with_each("field, sent", [("uses", "0"), ("uses", "51"), ("uses", "many"), ("days", "365")])
def test_a_link_has_limits(team: Team, field: str, sent: str) -> None:
    answer = signed_in(team.mira).post(f"{page_of(team)}invite/", {"uses": "1", "days": "1", field: sent})
    assert (answer.status_code, 'class="error"' in answer.text) == (422, True)


def test_somebody_joins_and_is_counted(team: Team, carl: User) -> None:
    token, client = make_link(team), signed_in(carl)
    page = client.get(JOIN, {"token": token})
    assert "Join Team handbook" in page.text
    assert "Mira invites you." in page.text
    assert 'value="carl"' in page.text
    wrong = client.post(JOIN, {"token": token, "my_name": " "})
    assert (wrong.status_code, token in wrong.text) == (422, True)
    joined = client.post(JOIN, {"token": token, "my_name": "Carl"}, follow=True)
    assert "You joined Team handbook." in joined.text
    assert ">Carl</strong>" in joined.text
    assert "Used 1 of 2 times" in " ".join(signed_in(team.mira).get(page_of(team)).text.split())


def test_a_member_who_opens_a_link_comes_to_the_page(team: Team) -> None:
    token, client = make_link(team), signed_in(team.bob)
    for answer in (client.get(JOIN, {"token": token}), client.post(JOIN, {"token": token, "my_name": "Else"})):
        assert answer["Location"] == page_of(team)
    assert "You are already a member of Team handbook." in client.get(page_of(team)).text
    with scope.acting_as(team.bob.pk):
        assert team.membership(team.bob).name == "Bob"


@with_each("end", ["ended", "expired", "used up", "made up", "empty", "of no moderator any more"])
def test_a_dead_link_says_what_to_do(team: Team, carl: User, end: str) -> None:
    token = make_link(team, uses=1)
    with scope.acting_as(team.mira.pk):
        link = CommunityInvitation.objects.get(person=team.mira)
    client = signed_in(team.mira)
    if end == "ended":
        assert (
            "That link no longer works."
            in client.post(f"{page_of(team)}invitations/{link.pk}/revoke/", follow=True).text
        )
    elif end == "expired":
        with scope.acting_as(team.mira.pk):
            past = timezone.now() - timedelta(days=8)
            token = membership.invite(team.community, team.mira, uses=1, days=7, now=past)
    elif end == "used up":
        dora = User.objects.create_user("dora@example.org", "a long password for dora")
        signed_in(dora).post(JOIN, {"token": token, "my_name": "Dora"})
    elif end.startswith("of no"):
        with scope.acting_as(team.owen.pk):
            membership.set_role(team.membership(team.mira), "member")
    sent = {"made up": "guess\x00", "empty": ""}.get(end, token)
    for answer in (
        signed_in(carl).get(JOIN, {"token": sent}),
        signed_in(carl).post(JOIN, {"token": sent, "my_name": "Carl"}),
    ):
        assert (answer.status_code, "Ask whoever sent it for a new one." in answer.text) == (403, True)
    said = {"ended": "ended on", "expired": "expired on", "used up": "used up", "of no moderator any more": "is no"}
    assert said.get(end, "works until") in signed_in(team.owen).get(page_of(team)).text


def test_after_a_password_one_is_back_at_the_link(team: Team, carl: User) -> None:
    token, client = make_link(team), somebody()
    to_sign_in = client.get(JOIN, {"token": token})["Location"]
    assert "you come back to the community you are invited to" in client.get(to_sign_in).text
    answer = client.post(to_sign_in, {"login": carl.email, "password": "a long password for carl"})
    assert answer["Location"] == f"{JOIN}?token={token}"
    assert "Join Team handbook" in client.get(answer["Location"]).text
    assert settings.KEPT_LINK_COOKIE not in {name for name, each in client.cookies.items() if each.value}


def test_after_a_sign_in_link_one_is_back_at_the_communitys_link(team: Team, carl: User) -> None:
    token, client = make_link(team), somebody()
    kept = client.get(JOIN, {"token": token}).cookies[settings.KEPT_LINK_COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", 1800)
    assert follow(client, sign_in_link(carl)) == 302
    page = client.get(JOIN)
    assert "Join Team handbook" in page.text
    assert client.get(JOIN).status_code == 403  # it was kept for one look
    assert client.post(JOIN, {"token": token, "my_name": "Carl"})["Location"] == page_of(team)


def test_who_gets_an_account_by_an_invitation_is_back_at_the_link(team: Team) -> None:
    token, client = make_link(team), somebody()
    client.get(JOIN, {"token": token})
    team.owen.is_staff = True
    team.owen.save()
    with scope.acting_as(team.owen.pk):
        _, account = Invitation.invite(team.owen.pk, "dora@example.org", now=timezone.now())
    sent = {"token": account, "password": "a long password for dora"}
    assert client.post("/sign-in/invitation/", sent)["Location"] == JOIN
    assert "Join Team handbook" in client.get(JOIN).text


@with_each("token", ["x" * 201, "a\x00b", "\n", ""])
def test_what_is_no_token_is_not_kept(token: str, db: None) -> None:
    assert settings.KEPT_LINK_COOKIE not in somebody().get(JOIN, {"token": token}).cookies


def test_a_cookie_that_was_not_made_here_opens_nothing(team: Team, carl: User) -> None:
    token, client = make_link(team), signed_in(carl)
    client.cookies[settings.KEPT_LINK_COOKIE] = token
    assert client.get(JOIN).status_code == 403


def test_a_link_that_is_used_up_while_somebody_types_joins_nobody(team: Team, carl: User) -> None:
    token = make_link(team, uses=1)
    page = signed_in(carl).get(JOIN, {"token": token})
    assert page.status_code == 200
    dora = User.objects.create_user("dora@example.org", "a long password for dora")
    signed_in(dora).post(JOIN, {"token": token, "my_name": "Dora"})
    assert signed_in(carl).post(JOIN, {"token": token, "my_name": "Carl"}).status_code == 403
    with scope.acting_as(carl.pk):
        assert not Membership.objects.exists()
