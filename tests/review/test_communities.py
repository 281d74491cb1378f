"""/communities/: found one, its page for each role, its rules, one's name there, and leaving it."""

from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memoryweb.agents.models import Agent
from memoryweb.communities import membership
from memoryweb.communities.models import CommunityInvitation, SharedMemory
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Community, Membership, User
from memoryweb.review.communities.community_pages import forbidden_by_the_database
from memoryweb.rls import scope
from tests import servers
from tests.cases import with_each
from tests.communities.conftest import Team, team

__all__ = ["team"]
FOUND = {"name": "Our household", "moderation": "open", "my_name": "Alice"}


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def page_of(team: Team) -> str:
    return f"/communities/{team.community.pk}/"


def member_of(team: Team, person: User) -> UUID:
    with scope.acting_as(team.owen.pk):
        return team.membership(person).pk


def link_of(team: Team) -> CommunityInvitation:
    with scope.acting_as(team.owen.pk):
        return CommunityInvitation.objects.get()


# Who may open and send what: stranger, member, moderator, owner. What an address is about is bob, a member, or a link.

WHO = ("stranger", "member", "moderator", "owner")
MAY: list[tuple[str, str, dict[str, str], tuple[int, int, int, int]]] = [
    ("GET", "{page}", {}, (404, 200, 200, 200)),
    ("POST", "{page}rename-me/", {"my_name": "Else"}, (404, 302, 302, 302)),
    ("POST", "{page}change/", {"name": "Else", "moderation": "open", "agents_may": "read"}, (404, 403, 403, 302)),
    ("POST", "{page}invite/", {"uses": "2", "days": "7"}, (404, 403, 200, 200)),
    ("POST", "{page}invitations/{link}/revoke/", {}, (404, 403, 302, 302)),
    ("POST", "{page}members/{bob}/role/", {"role": "moderator"}, (404, 403, 403, 302)),
    ("GET", "{page}members/{bob}/hand-over/", {}, (404, 403, 403, 200)),
    ("POST", "{page}members/{bob}/hand-over/", {}, (404, 403, 403, 302)),
    ("GET", "{page}members/{bob}/remove/", {}, (404, 403, 200, 200)),
    ("POST", "{page}members/{bob}/remove/", {}, (404, 403, 302, 302)),
    ("GET", "{page}leave/", {}, (404, 200, 200, 200)),
    ("POST", "{page}leave/", {}, (404, 302, 302, 422)),
]


@with_each("who", WHO)
@with_each("row", MAY)
def test_each_role_may_do_its_own(row: Any, who: str, team: Team) -> None:
    method, path, sent, expected = row
    carl = User.objects.create_user("carl@example.org", "a long password for carl")
    person = {"stranger": carl, "member": team.alice, "moderator": team.mira, "owner": team.owen}[who]
    path = path.format(page=page_of(team), bob=member_of(team, team.bob), link=link_of(team).pk)
    client = signed_in(person)
    answer = client.post(path, sent) if method == "POST" else client.get(path)
    assert answer.status_code == expected[WHO.index(who)]
    anonymous = Client().post(path, sent) if method == "POST" else Client().get(path)
    assert anonymous["Location"].startswith("/person/login/?next=")


def test_a_member_or_a_link_of_another_community_is_missing(team: Team) -> None:
    owen = signed_in(team.owen)
    other = owen.post("/communities/found/", {**FOUND, "my_name": "Owen"})["Location"]
    bob, link = member_of(team, team.bob), link_of(team)
    assert owen.post(f"{other}members/{bob}/remove/").status_code == 404
    assert owen.post(f"{other}invitations/{link.pk}/revoke/").status_code == 404
    assert owen.post(f"{page_of(team)}members/{member_of(team, team.owen)}/remove/").status_code == 404


# Founding


def test_who_founds_a_community_owns_it_under_the_name_they_chose(browser: Client, alice: User) -> None:
    assert 'value="alice"' in browser.get("/communities/found/").text
    page = browser.post("/communities/found/", FOUND, follow=True)
    assert "You founded Our household." in page.text
    assert "You own it. 1 person and 0 agents read what it shares." in " ".join(page.text.split())
    with scope.acting_as(alice.pk):
        mine = membership.memberships_of(alice).get()
    assert (mine.role, mine.name, mine.community.moderation) == ("owner", "Alice", "open")


@with_each(
    "field, sent, error",
    [
        ("name", "", "This field is required."),
        ("name", "x" * 81, "at most 80"),
        ("my_name", "\u202e" * 9, "Use at most 40 characters."),
        ("moderation", "nobody", "Select a valid choice."),
        ("my_name", "my password is hunter2", "looks like a password"),
    ],
)
def test_what_cannot_be_founded_comes_back_with_its_text(browser: Client, field: str, sent: str, error: str) -> None:
    answer = browser.post("/communities/found/", {**FOUND, field: sent})
    assert (answer.status_code, error in answer.text) == (422, True)
    assert "Our household" in answer.text or field == "name"
    assert browser.get("/settings/").context["communities"] == []


def test_what_is_invisible_in_a_name_is_shown(browser: Client) -> None:
    page = browser.post("/communities/found/", {**FOUND, "my_name": "Ow\u200ben"}, follow=True)
    assert "Ow⟨U+200B⟩en" in page.text


# The page


def test_the_page_says_who_is_in_it_and_how_it_works(team: Team) -> None:
    page = signed_in(team.alice).get(page_of(team)).text
    assert "You are a member. 4 people and 0 agents read what it shares." in " ".join(page.split())
    names = [page.index(f'<strong dir="auto">{name}</strong>') for name in ("Owen", "Mira", "Alice", "Bob")]
    assert names == sorted(names)
    assert "Moderators look at what a member shares before the others see it." in page
    assert "suggest things to their own person, who decides" in page
    assert "@example.org" not in page.replace(team.alice.email, "")
    assert "Invite by a link" not in page
    assert "Change this community" not in page


def test_buttons_are_only_there_for_who_may_press_them(team: Team) -> None:
    owner, moderator = (signed_in(person).get(page_of(team)).text for person in (team.owen, team.mira))
    bob, mira, owen = (member_of(team, person) for person in (team.bob, team.mira, team.owen))
    for pk, who, in_text in (
        (bob, owner, ("role/", "hand-over/", "remove/")),
        (mira, owner, ("role/", "hand-over/", "remove/")),
        (owen, owner, ()),
        (bob, moderator, ("remove/",)),
        (mira, moderator, ()),
        (owen, moderator, ()),
    ):
        assert tuple(each for each in ("role/", "hand-over/", "remove/") if f"{pk}/{each}" in who) == in_text


def test_a_page_costs_the_same_for_two_members_and_two_hundred(team: Team) -> None:
    client = signed_in(team.owen)
    client.get(page_of(team))
    with CaptureQueriesContext(connection) as few:
        client.get(page_of(team))
    many = User.objects.bulk_create([User(email=f"p{n}@example.org", password="!") for n in range(120)])
    servers.as_owner(servers.ADD_MEMBER)
    with connection.cursor() as cursor:
        for person in many:
            cursor.execute("SELECT tests_add_member(%s, %s, %s, 'member')", [uuid7(), person.pk, team.community.pk])
    with CaptureQueriesContext(connection) as more:
        page = client.get(page_of(team))
    assert len(more) == len(few)
    seen: list[Any] = []
    while page.context["page"].members:
        seen += [member.row.pk for member in page.context["page"].members]
        if not (after := page.context["page"].page.next_cursor):
            break
        page = client.get(page_of(team), {"after": after})
    assert len(seen) == len(set(seen)) == 124
    assert client.get(page_of(team), {"after": f"\x00|{seen[0]}"}).context["page"].members[0].row.name == "Owen"


def test_its_owner_changes_what_holds_there(team: Team) -> None:
    client = signed_in(team.owen)
    sent = {"name": "Handbook", "moderation": "open", "agents_may": "read"}
    page = client.post(f"{page_of(team)}change/", sent, follow=True).text
    assert "<h1>Handbook</h1>" in page
    assert "What a member shares is shown at once." in page
    assert "They may not suggest anything." in page
    wrong = client.post(f"{page_of(team)}change/", {**sent, "name": " ", "agents_may": "rule"})
    assert (wrong.status_code, wrong.text.count('class="error"')) == (422, 2)


def test_a_member_changes_what_the_others_call_them(team: Team) -> None:
    client = signed_in(team.alice)
    client.post(f"{page_of(team)}rename-me/", {"my_name": "Ali"})
    assert '<strong dir="auto">Ali</strong>' in signed_in(team.bob).get(page_of(team)).text
    wrong = client.post(f"{page_of(team)}rename-me/", {"my_name": ""})
    assert (wrong.status_code, "This field is required." in wrong.text) == (422, True)


# Leaving


def test_an_owner_is_told_how_to_hand_over_first(team: Team) -> None:
    client, mira = signed_in(team.owen), member_of(team, team.mira)
    page = client.get(f"{page_of(team)}leave/").text
    assert "Hand it over to somebody else before you leave." in page
    assert f"{page_of(team)}members/{mira}/hand-over/" in page
    assert client.post(f"{page_of(team)}leave/").status_code == 422
    assert "Mira owns Team handbook now." in client.post(f"{page_of(team)}members/{mira}/hand-over/", follow=True).text
    assert "You left Team handbook." in client.post(f"{page_of(team)}leave/", follow=True).text
    assert client.get(page_of(team)).status_code == 404


def test_what_was_shared_stays_and_agents_get_nothing_of_it(team: Team) -> None:
    shared = team.share(team.alice, "Deploys freeze on Friday at 12:00.")
    with scope.acting_as(team.alice.pk):
        agent, _ = Agent.connect(team.alice, name="Deployer", community=team.community)
    client = signed_in(team.alice)
    page = client.get(f"{page_of(team)}leave/").text
    assert "What you shared stays until you take it back" in page
    assert "Deployer" in page
    client.post(f"{page_of(team)}leave/")
    assert team.status(shared) == "proposed"
    assert "a community that you are no longer in" in client.get(f"/agents/{agent.pk}/").text


def test_the_last_one_is_told_that_everything_goes(browser: Client, alice: User) -> None:
    address = browser.post("/communities/found/", FOUND)["Location"]
    assert "The community ends, and everything it shares is deleted." in browser.get(f"{address}leave/").text
    browser.post(f"{address}leave/")
    with scope.acting_as(alice.pk):
        assert not Community.objects.exists()
        assert not SharedMemory.objects.exists()


# Settings


def test_settings_lists_the_communities_with_who_reads_them(team: Team) -> None:
    with scope.acting_as(team.bob.pk):
        Agent.connect(team.bob, name="Bob’s", community=team.community)
    client = signed_in(team.alice)
    page = " ".join(client.get("/settings/").text.split())
    assert f'<a href="{page_of(team)}">Team handbook</a>' in page
    assert "You are a member. 4 people and 1 agent read what it shares." in page


def test_settings_says_what_a_community_is_and_costs_the_same_for_many(browser: Client, alice: User) -> None:
    assert "A community is a group of people who share" in browser.get("/settings/").text
    counts = []
    for names in (["A"], ["B", "C", "D"]):
        with scope.acting_as(alice.pk):
            for name in names:
                membership.found(name, moderation="open", my_name="Alice")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/settings/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


# An agent that works for a community


def test_an_agent_is_connected_for_a_community(team: Team) -> None:
    client = signed_in(team.alice)
    assert "Works for" in client.get("/agents/connect/").text
    token = client.post(
        "/agents/connect/", {"name": "Deployer", "trust": "ask", "community": str(team.community.pk)}
    ).context["token"]
    assert token
    with scope.acting_as(team.alice.pk):
        agent = Agent.objects.get()
    assert agent.community_id == team.community.pk
    assert f'<a href="{page_of(team)}">Team handbook</a>' in client.get(f"/agents/{agent.pk}/").text


def test_the_choice_is_not_there_for_somebody_who_is_in_none(browser: Client, team: Team) -> None:
    carl = signed_in(User.objects.create_user("carl@example.org", "a long password for carl"))
    assert "Works for" not in carl.get("/agents/connect/").text
    sent = {"name": "Deployer", "trust": "ask", "community": str(team.community.pk)}
    agent = carl.post("/agents/connect/", sent).context["agent"]
    assert agent.community_id is None
    assert browser.post("/agents/connect/", {**sent, "community": "nonsense"}).status_code == 422


def test_a_double_tap_makes_no_agent_of_another_community(team: Team) -> None:
    client, sent = signed_in(team.alice), {"name": "Deployer", "trust": "ask"}
    for community in ("", str(team.community.pk), str(team.community.pk)):
        client.post("/agents/connect/", {**sent, "community": community})
    with scope.acting_as(team.alice.pk):
        assert list(Agent.objects.order_by("created_at").values_list("community", flat=True)) == [
            None,
            team.community.pk,
        ]


def test_a_role_that_changed_since_the_page_was_shown_is_answered_with_403(team: Team) -> None:
    """The database decides: here it sees no owner any more, between the check of the page and the change."""
    bob = member_of(team, team.bob)
    with scope.acting_as(team.mira.pk):
        target = Membership.objects.get(pk=bob)
        with pytest.raises(PermissionDenied), forbidden_by_the_database():
            membership.set_role(target, "moderator")
