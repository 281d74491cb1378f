"""Invitations: the one way to an account that starts in a browser."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import ProgrammingError, connection, connections, transaction
from django.test import Client
from django.utils import timezone

from memoryweb.people import invitations
from memoryweb.people.models import Invitation, User
from memoryweb.rls import scope
from tests import servers
from tests.cases import with_each
from tests.people.test_identities import as_web, is_signed_in
from tests.review.test_sign_in import somebody

__all__ = ["as_web"]
PATH, PASSWORD = "/sign-in/invitation/", "a long password for carl"


@pytest.fixture
def staff(mira: User) -> Client:
    client = Client()
    client.force_login(mira)
    return client


def invite(staff: Client, email: str = "Carl@example.org") -> str:
    """Return the token of the link that the page shows."""
    page = staff.post("/invitations/", {"email": email}).text
    return str(re.findall(r"/sign-in/invitation/\?token=([\w-]+)", page)[0])


def test_a_link_makes_one_account_and_signs_it_in(staff: Client) -> None:
    token, client = invite(staff), somebody()
    assert "carl@example.org" in client.get(PATH, {"token": token}).text
    assert client.post(PATH, {"token": token, "password": "short"}).status_code == 422
    assert client.post(PATH, {"token": token, "password": ""}).status_code == 422
    assert client.post(PATH, {"token": token, "password": PASSWORD})["Location"] == "/review/"
    assert is_signed_in(client)
    carl = User.objects.get(email="carl@example.org")
    assert (carl.is_staff, carl.is_superuser, carl.check_password(PASSWORD)) == (False, False, True)
    assert somebody().post(PATH, {"token": token, "password": PASSWORD}).status_code == 403
    assert "joined on" in staff.get("/invitations/").text


def test_joining_with_a_passkey_leads_to_adding_one(staff: Client) -> None:
    token, client = invite(staff), somebody()
    assert client.post(PATH, {"token": token, "passkey": "yes"})["Location"] == "/person/passkeys/add/"
    assert client.get("/person/passkeys/add/").status_code == 200
    assert not User.objects.get(email="carl@example.org").has_usable_password()


@pytest.mark.parametrize("ends_it", ["withdrawn", "expired", "its staff member left", "the address is taken"])
def test_a_link_ends(ends_it: str, staff: Client, mira: User) -> None:
    token = invite(staff)
    with scope.acting_as(mira.pk):
        invitation = Invitation.objects.get()
    if ends_it == "withdrawn":
        staff.post(f"/invitations/{invitation.pk}/revoke/")
    elif ends_it == "expired":
        with scope.acting_as(mira.pk):
            _, token = Invitation.invite(
                mira.pk, "dora@example.org", now=timezone.now() - invitations.VALID_FOR - timedelta(hours=1)
            )
    elif ends_it == "its staff member left":
        mira.is_staff = False
        mira.save()
    else:
        User.objects.create_user("carl@example.org")
    people = User.objects.count()
    assert somebody().post(PATH, {"token": token, "password": PASSWORD}).status_code == 403
    assert User.objects.count() == people


@with_each("token", ["", "made-up", "\x00", "x" * 5000])
def test_a_made_up_link_invites_nobody(token: str, db: None) -> None:
    assert somebody().get(PATH, {"token": token}).status_code == 403
    assert somebody().post(PATH, {"token": token, "password": PASSWORD}).status_code == 403
    assert not User.objects.exists()


def test_only_staff_invite(browser: Client, alice: User) -> None:
    assert browser.get("/invitations/").status_code == 404
    assert browser.post("/invitations/", {"email": "carl@example.org"}).status_code == 404
    with scope.acting_as(alice.pk), pytest.raises(ProgrammingError, match="row-level security"), transaction.atomic():
        Invitation.invite(alice.pk, "carl@example.org", now=timezone.now())


def test_who_has_an_account_is_not_invited_again(staff: Client, alice: User) -> None:
    answer = staff.post("/invitations/", {"email": "ALICE@example.org"})
    assert (answer.status_code, "already have an account" in answer.text) == (422, True)


def test_a_staff_member_sees_only_their_own_invitations(staff: Client, alice: User) -> None:
    invite(staff)
    alice.is_staff = True
    alice.save()
    other = Client()
    other.force_login(alice)
    assert "carl@example.org" not in other.get("/invitations/").text


def test_eight_uses_of_one_link_at_the_same_time_make_one_account(as_web: User) -> None:
    """As the web process, which may add nobody otherwise."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("memoryweb_app",)
    servers.as_owner(f"UPDATE people_user SET is_staff = true WHERE id = '{as_web.pk}'")
    with scope.acting_as(as_web.pk):
        token = Invitation.invite(as_web.pk, "carl@example.org", now=timezone.now())[1]

    def use(_: int) -> int:
        try:
            return somebody().post(PATH, {"token": token, "password": PASSWORD}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(use, range(8))) == [302] + [403] * 7
    assert User.objects.count() == 2
