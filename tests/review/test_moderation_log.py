"""The log of a community: every member reads what was decided, why and by whom; nobody reads more than they may."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.communities import decisions, membership
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import SharedMemory
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.communities.conftest import Team

FREEZE = "Deploys freeze on Friday at 12:00."
APPROVE = Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED)
REMOVE = Ruling(verb=Verb.REMOVE, reason=Reason.WRONG, words="It moved to Thursday.")


@pytest.fixture
def log(team: Team) -> str:
    return f"/communities/{team.community.pk}/log/"


def decide(team: Team, shared: SharedMemory, ruling: Ruling = APPROVE) -> None:
    with scope.acting_as(team.mira.pk):
        decisions.decide(shared.pk, ruling, by=team.mira, now=timezone.now())


def read(person: User, address: str, **query: str) -> str:
    client = Client()
    client.force_login(person)
    return client.get(address, query).text


def test_members_read_it_and_strangers_find_nothing(team: Team, log: str) -> None:
    client, stranger = Client(), User.objects.create_user("stranger@example.org", "a long password for them")
    for person, status in ((team.alice, 200), (team.mira, 200), (team.owen, 200), (stranger, 404)):
        client.force_login(person)
        assert client.get(log).status_code == status
    assert "/login/" in Client().get(log)["Location"]
    assert "Nothing was decided yet" in read(team.alice, log)


def test_it_says_what_was_decided_why_in_whose_words_and_by_whom(team: Team, log: str) -> None:
    decide(team, team.share(team.alice, FREEZE))
    text = read(team.bob, log)
    for shown in ("Mira approved it", "Checked and true", FREEZE):
        assert shown in text


def test_words_of_what_is_not_shown_are_for_its_author_and_the_moderators(team: Team, log: str) -> None:
    decide(team, team.share(team.alice, FREEZE), REMOVE)
    for person, reads in ((team.bob, False), (team.alice, True), (team.mira, True)):
        text = read(person, log)
        assert "It moved to Thursday." in text
        assert (FREEZE in text) is reads


def test_a_moderator_who_is_gone_has_no_name(team: Team, log: str) -> None:
    decide(team, team.share(team.alice, FREEZE))
    with scope.acting_as(team.mira.pk):
        membership.leave(team.membership(team.mira))
    assert "A former moderator approved it" in read(team.bob, log)


def test_it_is_filtered_and_paged_at_a_constant_cost(team: Team, log: str) -> None:
    client, counts = Client(), []
    client.force_login(team.bob)
    decide(team, team.share(team.alice, FREEZE), REMOVE)
    for n in range(60):
        decide(team, team.share(team.alice, f"Door {n} is closed at night."))
        if n in (0, 59):
            client.get(log)
            with CaptureQueriesContext(connection) as queries:
                page = client.get(log)
            counts.append(len(queries))
    assert counts[0] == counts[1]
    assert len(page.context["log"].lines) == 50
    assert len(client.get(log + page.context["log"].next_url).context["log"].lines) == 11
    (line,) = client.get(log, {"verb": "remove"}).context["log"].lines
    assert line.decision.reason == "wrong"
    assert "Nothing matches" in client.get(log, {"verb": "hide"}).text
    assert len(client.get(log, {"verb": "zebra", "cursor": "zebra"}).context["log"].lines) == 50
