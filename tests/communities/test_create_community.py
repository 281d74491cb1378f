"""`manage.py create_community`: the community has its owner, and the link it prints works."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from memoryweb.communities import membership
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from tests.cases import with_each


def run(name: str, *arguments: str) -> str:
    output = StringIO()
    call_command(name, *arguments, stdout=output)
    return output.getvalue()


def test_a_founded_community_has_its_owner_and_a_link_that_works(alice: User, bob: User) -> None:
    printed = run("create_community", " Harbour crew ", "--owner", "alice@EXAMPLE.org", "--moderation", "open")
    assert "alice@example.org owns Harbour crew." in printed
    assert "It works 10 times, for 7 days:" in printed
    with scope.acting_as(alice.pk):
        mine = membership.memberships_of(alice).get()
    assert (mine.role, mine.name, mine.community.moderation) == ("owner", "alice", "open")
    browser, token = Client(), re.findall(r"/communities/join/\?token=([\w-]+)", printed)[0]
    browser.force_login(bob)
    assert "Join Harbour crew" in browser.get("/communities/join/", {"token": token}).text
    browser.post("/communities/join/", {"token": token, "my_name": "Bob"})
    with scope.acting_as(bob.pk):
        assert set(Membership.objects.values_list("name", "role")) == {("alice", "owner"), ("Bob", "member")}


@with_each(
    "arguments, error",
    [
        (["Crew", "--owner", "nobody@example.org"], "nobody has an account with nobody@example.org"),
        ([" ", "--owner", "alice@example.org"], "NAME: use 1 to 80 characters"),
        (["Crew", "--owner", "alice@example.org", "--called", "x" * 41], "--called: use 1 to 40 characters"),
    ],
)
def test_what_cannot_be_founded_says_why(alice: User, arguments: list[str], error: str) -> None:
    with pytest.raises(CommandError, match=error):
        run("create_community", *arguments)
