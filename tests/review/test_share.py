"""Sharing a private memory: who may, what the others read, and where it stands afterwards."""

import pytest
from django.test import Client
from django.utils import timezone

from memoryweb.communities import membership
from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import Community, Membership, User
from memoryweb.rls import scope
from tests.cases import with_each
from tests.communities.conftest import Team
from tests.review.builders import add_memory
from tests.review.sharing import client_of, decide

SENT = {"statement": "Send reports as PDF.", "shown_as": "member"}


@pytest.fixture
def memory(team: Team) -> Memory:
    return add_memory(
        team.alice,
        "Ask Anna Berg, anna@example.org, in project Harbour",
        timezone.now(),
        name="reports",
        project="zebra",
    )


def shared_by(person: User) -> list[SharedMemory]:
    with scope.acting_as(person.pk):
        return list(SharedMemory.objects.order_by("proposed_at"))


def test_the_form_says_who_will_read_it_and_what_is_never_shared(browser: Client, memory: Memory) -> None:
    page = browser.get(f"/memories/{memory.pk}/share/").text
    assert "4 people and 0 agents of Team handbook will read this, you and your agents included." in page
    assert "Moderators look at it first." in page
    assert "Its condition, project and tags are never shared" in page
    assert "zebra" not in page


def test_what_reads_private_is_offered_to_be_left_out_without_javascript(browser: Client, memory: Memory) -> None:
    form = browser.get(f"/memories/{memory.pk}/share/")
    assert form.context["private_parts"] == ["Anna Berg", "anna@example.org", "Harbour"]
    sent = {"statement": "Ask Anna, anna@example.org", "details": "anna@example.org knows", "shown_as": "member"}
    again = browser.post(f"/memories/{memory.pk}/share/", sent | {"leave_out": "anna@example.org"})
    assert again.status_code == 200
    assert (again.context["form"]["statement"].value(), again.context["form"]["details"].value()) == (
        "Ask Anna, …",
        "… knows",
    )
    assert again.context["private_parts"] == ["Anna"]


def test_it_is_shared_in_the_words_and_by_the_name_the_person_chose(
    browser: Client, team: Team, memory: Memory
) -> None:
    answer = browser.post(f"/memories/{memory.pk}/share/", SENT, follow=True)
    assert "Proposed to Team handbook. The moderators look at it first." in answer.text
    assert f'<a href="/communities/{team.community.pk}/memories/">Show it</a>' in answer.text
    assert "Proposed to Team handbook as a member" in answer.text
    browser.post(f"/memories/{memory.pk}/share/", SENT | {"statement": "Reports are PDF.", "shown_as": "name"})
    unnamed, named = shared_by(team.alice)
    assert (str(unnamed), unnamed.author_name, named.author_name) == ("Send reports as PDF.", "", "Alice")
    decide(team, named)
    assert "Shared with Team handbook as Alice" in browser.get(f"/memories/{memory.pk}/").text


def test_a_key_or_category_of_the_persons_own_words_stays_private(browser: Client, team: Team, alice: User) -> None:
    with scope.acting_as(alice.pk):
        divorce = actions.remember(
            actions.Statement(name="lawyer", category="divorce", details="Call Ms Berg", source="instruction"),
            by=Person(alice),
            now=timezone.now(),
        ).memory
    assert divorce
    browser.post(f"/memories/{divorce.pk}/share/", SENT)
    (shared,) = shared_by(alice)
    assert (shared.category, "divorce" in shared.key, "lawyer" in shared.key) == ("", False, False)


def test_of_several_communities_one_is_chosen(browser: Client, team: Team, memory: Memory) -> None:
    with scope.acting_as(team.alice.pk):
        family = membership.found("Family", moderation="open", my_name="Al")
    page = browser.get(f"/memories/{memory.pk}/share/").text
    assert "Family: 1 person and 0 agents. It is shown at once." in page
    missing = browser.post(f"/memories/{memory.pk}/share/", SENT)
    assert (missing.status_code, "community" in missing.context["form"].errors) == (422, True)
    answer = browser.post(
        f"/memories/{memory.pk}/share/", SENT | {"community": str(family.pk), "shown_as": "name"}, follow=True
    )
    assert "Shared with Family." in answer.text
    (shared,) = shared_by(team.alice)
    assert (shared.community_id, shared.author_name, shared.status) == (family.pk, "Al", "shown")
    for chosen in ("zebra", "0192f0c1-2b3d-7c4e-8f50-617283940516"):
        assert browser.post(f"/memories/{memory.pk}/share/", SENT | {"community": chosen}).status_code == 422


@with_each(
    "sent, field",
    [
        ({"statement": ""}, "statement"),
        ({"statement": "x" * 501}, "statement"),
        ({"details": "x" * 2001}, "details"),
        ({"shown_as": "zebra"}, "shown_as"),
        ({"statement": "The password is hunter2"}, "__all__"),
    ],
)
def test_what_is_wrong_keeps_the_text_and_names_the_field(
    browser: Client, team: Team, memory: Memory, sent: dict[str, str], field: str
) -> None:
    answer = browser.post(f"/memories/{memory.pk}/share/", SENT | sent)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert "Send reports as PDF." in answer.text or "statement" in sent
    assert shared_by(team.alice) == []


def test_only_who_is_in_a_community_is_offered_it_and_only_for_what_is_in_use(
    browser: Client, team: Team, memory: Memory
) -> None:
    assert f"/memories/{memory.pk}/share/" in browser.get(f"/memories/{memory.pk}/").text
    with scope.acting_as(team.alice.pk):
        actions.expire(memory.pk, by=Person(team.alice), now=timezone.now())
    assert f"/memories/{memory.pk}/share/" not in browser.get(f"/memories/{memory.pk}/").text
    answer = browser.post(f"/memories/{memory.pk}/share/", SENT, follow=True)
    assert "Only what is in use can be shared." in answer.text
    assert shared_by(team.alice) == []
    with scope.acting_as(team.alice.pk):
        Membership.objects.get(person=team.alice, community=team.community).delete()
    assert browser.get(f"/memories/{memory.pk}/share/").status_code == 404


def test_nobody_else_shares_her_memory(team: Team, memory: Memory) -> None:
    for person in (team.bob, team.mira, team.owen):
        client = client_of(person)
        assert client.get(f"/memories/{memory.pk}/share/").status_code == 404
        assert client.post(f"/memories/{memory.pk}/share/", SENT).status_code == 404
    assert client_of(None).get(f"/memories/{memory.pk}/share/").status_code == 302
    with scope.acting_as(team.alice.pk):
        assert not Contribution.objects.exists()


def test_in_an_open_community_it_is_shown_at_once(browser: Client, team: Team, memory: Memory) -> None:
    with scope.acting_as(team.owen.pk):
        Community.objects.filter(pk=team.community.pk).update(moderation="open")
    assert "It is shown at once." in browser.get(f"/memories/{memory.pk}/share/").text
    answer = browser.post(f"/memories/{memory.pk}/share/", SENT, follow=True)
    assert "Shared with Team handbook." in answer.text
