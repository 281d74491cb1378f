"""Row-level security and the triggers alone: what SQL cannot do, in whosever scope (tests/communities/attempts.py)."""

import re
from contextlib import AbstractContextManager

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from memoryweb.agents.callers import acting_as_agent
from memoryweb.agents.models import Agent
from memoryweb.communities import decisions, membership, sharing
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.sharing import Words
from memoryweb.people.ids import uuid7
from memoryweb.people.models import Membership, User
from memoryweb.rls import scope
from memoryweb.rules.moderation import Reason, Verb
from tests.builders import check_constraints, person_types
from tests.communities.attempts import ATTEMPTS, NOTHING, Attempt
from tests.communities.conftest import Team


@pytest.fixture
def actors(team: Team) -> dict[str, User | Agent]:
    carl = User.objects.create_user("carl@example.org", "a long password for carl")
    with scope.acting_as(team.bob.pk):
        agent, outsider = (Agent.connect(team.bob, name=name)[0] for name in ("Bot", "Plain"))
        Agent.objects.filter(pk=agent.pk).update(community=team.community)
        agent.refresh_from_db()
    return {
        "stranger": carl,
        "member": team.bob,
        "author": team.alice,
        "moderator": team.mira,
        "owner": team.owen,
        "agent": agent,
        "outsider": outsider,
    }


@pytest.fixture
def ids(team: Team, actors: dict[str, User | Agent]) -> dict[str, str]:
    """What the attempts name, with something in every state."""
    shown, waiting, removed = (team.share(team.alice, f"{word} is so.") for word in ("One", "Two", "Three"))
    own = team.share(team.bob, "Four is so.")
    for shared, verb, reason in (
        (shown, Verb.APPROVE, Reason.CHECKED),
        (removed, Verb.REMOVE, Reason.WRONG),
        (own, Verb.SEND_BACK, Reason.WRONG),
    ):
        with scope.acting_as(team.mira.pk):
            decisions.decide(shared.pk, Ruling(verb=verb, reason=reason), by=team.mira, now=timezone.now())
    with scope.acting_as(team.alice.pk):
        elsewhere = membership.found("Elsewhere", moderation="open", my_name="Alice")
        person_types(team.alice, "PDF")
    with scope.acting_as(team.bob.pk):
        sharing.mute(shown, person=team.bob)
        sharing.report(shown, person=team.bob, reason="wrong", words="", now=timezone.now())
        membership_of_mira = Membership.objects.get(person=team.mira)
        assert membership_of_mira.moderates
    with scope.acting_as(team.mira.pk):
        membership.invite(team.community, team.mira, uses=1, days=1, now=timezone.now())
    agent = actors["agent"]
    assert isinstance(agent, Agent)
    with acting_as_agent(agent):
        sharing.suggest(agent, Words(statement="Five is so."), now=timezone.now())
    check_constraints()
    return {name: str(actor.pk) for name, actor in actors.items()} | {
        "community": str(team.community.pk),
        "elsewhere": str(elsewhere.pk),
        "shown": str(shown.pk),
        "waiting": str(waiting.pk),
        "removed": str(removed.pk),
        "own": str(own.pk),
        "fresh": str(uuid7()),
    }


def scope_of(actor: User | Agent) -> AbstractContextManager[None]:
    return acting_as_agent(actor) if isinstance(actor, Agent) else scope.acting_as(actor.pk)


def end_of(attempt: Attempt, actor: User | Agent, ids: dict[str, str]) -> str:
    """Return how an attempt ends: PostgreSQL's message, how many rows it found or changed, or NOTHING."""
    try:
        with transaction.atomic(), scope_of(actor), connection.cursor() as cursor:
            cursor.execute(attempt.sql.format(**ids))
            found = len(cursor.fetchall()) if cursor.description else cursor.rowcount
            transaction.set_rollback(True)
            return f"{found} rows" if found else NOTHING
    except DatabaseError as error:
        return str(error).strip()


def test_every_attempt_fails(ids: dict[str, str], actors: dict[str, User | Agent]) -> None:
    wrong = {}
    for name, attempt in ATTEMPTS.items():
        end = end_of(attempt, actors[attempt.who], ids)
        if not (end == NOTHING if attempt.end == NOTHING else re.search(attempt.end, end)):
            wrong[name] = end
    assert wrong == {}


def test_the_attempts_would_succeed_for_whose_right_it_is(ids: dict[str, str], actors: dict[str, User | Agent]) -> None:
    """So that none of them fails for another reason than its actor."""
    for who, sql in (
        ("member", "SELECT * FROM communities_sharedmemory WHERE id = '{shown}'"),
        ("agent", "SELECT * FROM communities_sharedmemory WHERE id = '{shown}'"),
        ("moderator", "SELECT * FROM communities_sharedmemory WHERE id = '{waiting}'"),
        ("moderator", "SELECT * FROM communities_historicalsharedmemory"),
        ("moderator", "SELECT * FROM communities_communityinvitation"),
        ("moderator", "SELECT * FROM communities_report"),
        ("moderator", "SELECT * FROM communities_record('{shown}')"),
        ("author", "SELECT * FROM communities_contribution WHERE id = '{shown}'"),
        ("author", "SELECT * FROM communities_sharedmemory WHERE id = '{removed}'"),
        ("member", "SELECT * FROM communities_sharedmute"),
        ("member", "SELECT * FROM communities_decision"),
        ("owner", "UPDATE people_community SET name = 'Ours'"),
        (
            "author",
            "UPDATE communities_sharedmemory SET appeal = 'Really.', appealed_at = now() WHERE id = '{removed}'",
        ),
    ):
        assert end_of(Attempt(who, sql), actors[who], ids).endswith(" rows"), (who, sql)
