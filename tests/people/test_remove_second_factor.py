"""manage.py remove_second_factor: the way back in for staff who lost theirs."""

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from memoryweb.people.models import StaffAccess, User
from memoryweb.people.signing_in.second_factor import has_second_factor
from memoryweb.rls import scope


def has_one(person: User) -> bool:
    with scope.acting_as(person.pk):
        return has_second_factor(person)


def test_it_removes_the_factor_closes_the_staff_pages_and_is_shown(
    mira: User, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client()
    client.force_login(mira)
    assert client.get("/admin/").status_code == 200
    call_command("remove_second_factor", mira.email)
    assert "/sign-in/?token=" in capsys.readouterr().out.splitlines()[-1]
    assert not has_one(mira)
    assert client.get("/admin/").status_code == 403
    with scope.acting_as(mira.pk):
        assert [(row.what, row.by) for row in StaffAccess.objects.all()] == [("second_factor_removed", None)]


def test_without_one_it_says_so_and_logs_nothing(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("remove_second_factor", alice.email)
    assert "Removed 0." in capsys.readouterr().out
    with scope.acting_as(alice.pk):
        assert not StaffAccess.objects.exists()


def test_an_unknown_address_is_refused(db: None) -> None:
    with pytest.raises(CommandError, match="Nobody has"):
        call_command("remove_second_factor", "nobody@example.org")


def test_recovery_codes_alone_are_no_second_factor(alice: User) -> None:
    with scope.acting_as(alice.pk):
        Authenticator.objects.create(user=alice, type=Authenticator.Type.RECOVERY_CODES, data={"seed": ""})
    assert not has_one(alice)
