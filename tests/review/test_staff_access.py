"""/settings/staff-access/: a person sees when staff looked at their account, who it was, and what they did."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from memoryweb.people.models import StaffAccess, User
from memoryweb.rls import scope

PAGE = "/settings/staff-access/"


def test_nobody_looked_at_a_new_account(browser: Client) -> None:
    assert "Nobody did" in browser.get(PAGE).text
    assert PAGE in browser.get("/settings/").text


def test_a_look_is_shown_to_its_person_and_to_nobody_else(browser: Client, mira: User, alice: User, bob: User) -> None:
    staff = Client()
    staff.force_login(mira)
    staff.get(f"/admin/people/user/{alice.pk}/change/")
    page = browser.get(PAGE).text
    assert "mira@example.org" in page
    assert "looked at your account" in page
    for person in (mira, bob):
        other = Client()
        other.force_login(person)
        assert "looked at your account:" not in other.get(PAGE).text


def test_what_the_operator_did_by_command_is_shown_as_theirs(browser: Client, alice: User) -> None:
    with scope.acting_as(alice.pk):
        StaffAccess.objects.create(person=alice, what=StaffAccess.What.SECOND_FACTOR_REMOVED)
    page = browser.get(PAGE).text
    assert "the operator of this server" in page
    assert "removed your second factor" in page


def test_older_looks_are_on_the_next_page(browser: Client, alice: User) -> None:
    now = timezone.now()
    with scope.acting_as(alice.pk):
        StaffAccess.objects.bulk_create(
            StaffAccess(person=alice, what="agent", at=now - timedelta(days=day)) for day in range(60)
        )
    first = browser.get(PAGE)
    assert len(first.context["page"].rows) == 50
    second = browser.get(PAGE, {"after": first.context["page"].next_cursor})
    assert len(second.context["page"].rows) == 10
