"""When an account goes: what its person left to communities stays and names nobody, and everything else goes."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memoryweb.agents.callers import acting_as_agent
from memoryweb.agents.models import Agent
from memoryweb.communities import decisions, reading, sharing
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import Decision, SharedMemory
from memoryweb.communities.sharing import Words
from memoryweb.memories import upkeep
from memoryweb.people import deletion
from memoryweb.people.models import ACCOUNT_DELETION_AFTER, Membership, User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests import servers
from tests.communities.conftest import Team

CANARY = "zebracanary"


@pytest.fixture
def alice(committed: None) -> User:
    return User.objects.create_user(f"{CANARY}@example.org")


@pytest.fixture
def bob(committed: None) -> User:
    return User.objects.create_user("bob@example.org")


def delete(person: User, now: datetime) -> None:
    deletion.ask(person, now=now)
    assert upkeep.run_now("delete_accounts", now=now + ACCOUNT_DELETION_AFTER).counts == {"accounts": 1}


def test_what_is_shown_stays_and_names_nobody_and_the_rest_goes(team: Team) -> None:
    now = timezone.now()
    with scope.acting_as(team.alice.pk):
        Membership.objects.filter(person=team.alice).update(name=CANARY)
    shown = team.share(team.alice, "Deploys freeze on Friday.", reason=f"Said by {CANARY}.")
    waiting = team.share(team.alice, f"Waiting {CANARY}.")
    removed = team.share(team.alice, f"Removed {CANARY}.")
    with scope.acting_as(team.mira.pk):
        decisions.decide(shown.pk, Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED), by=team.mira, now=now)
        decisions.decide(removed.pk, Ruling(verb=Verb.REMOVE, reason=Reason.WRONG), by=team.mira, now=now)
    with scope.acting_as(team.alice.pk):
        agent = Agent.connect(team.alice, name=CANARY)[0]
        Agent.objects.filter(pk=agent.pk).update(community=team.community)
        agent.refresh_from_db()
    with acting_as_agent(agent):
        sharing.suggest(agent, Words(statement=f"Suggested {CANARY}."), now=now)
    delete(team.alice, now)
    assert CANARY not in servers.dump()
    with scope.acting_as(team.bob.pk):
        (left,) = reading.shown_to(team.bob, team.community)
        assert (str(left), left.author_name, left.agent_name) == ("Deploys freeze on Friday.", "", "")
    with scope.acting_as(team.mira.pk):
        assert not SharedMemory.objects.filter(pk__in=[waiting.pk, removed.pk]).exists()
        decisions.decide(shown.pk, Ruling(verb=Verb.HIDE, reason=Reason.WRONG), by=team.mira, now=now)


@pytest.mark.parametrize("verb", [Verb.HIDE, Verb.REMOVE, Verb.APPROVE])
def test_undo_after_an_account_went_leaves_the_words_that_the_community_shows(team: Team, verb: Verb) -> None:
    shared, now = team.share(team.alice, "Deploys freeze on Friday."), timezone.now()
    edited = team.share(team.alice, "Deploys freeze on Friday at noon.")
    with scope.acting_as(team.mira.pk):
        decisions.decide(shared.pk, Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED), by=team.mira, now=now)
        edit = decisions.decide(
            edited.pk,
            Ruling(verb=Verb.EDIT, reason=Reason.WRONG),
            by=team.mira,
            now=now,
            edited=Words(statement="Deploys freeze at noon."),
        )
    with scope.acting_as(team.bob.pk):
        sharing.report(shared, person=team.bob, reason=Reason.WRONG, words="", now=now)
    delete(team.alice, now)
    with scope.acting_as(team.mira.pk):
        reason = Reason.CHECKED if verb == Verb.APPROVE else Reason.WRONG
        later = now + timedelta(seconds=1)
        made = decisions.decide(shared.pk, Ruling(verb=verb, reason=reason), by=team.mira, now=later)
        assert decisions.undo([made.pk, edit.pk], by=team.mira, now=later) == 1
    with scope.acting_as(team.bob.pk):
        assert {str(each) for each in reading.shown_to(team.bob, team.community)} == {
            "Deploys freeze on Friday.",
            "Deploys freeze at noon.",
        }


def test_an_owners_account_leaves_the_community_to_its_oldest_moderator(team: Team) -> None:
    delete(team.owen, timezone.now())
    with scope.acting_as(team.bob.pk):
        assert dict(Membership.objects.values_list("name", "role")) == {
            "Mira": "owner",
            "Alice": "member",
            "Bob": "member",
        }


def test_a_moderators_account_leaves_their_decisions_to_nobody(team: Team) -> None:
    shared = team.share(team.alice, "Deploys freeze on Friday.")
    with scope.acting_as(team.mira.pk):
        decisions.decide(shared.pk, Ruling(verb=Verb.APPROVE, reason=Reason.CHECKED), by=team.mira, now=timezone.now())
    delete(team.mira, timezone.now())
    with scope.acting_as(team.bob.pk):
        assert [line.moderator_id for line in Decision.objects.all()] == [None]
        assert [str(shared) for shared in reading.shown_to(team.bob, team.community)] == ["Deploys freeze on Friday."]
