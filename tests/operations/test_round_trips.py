"""How many statements a call takes: what agents wait for is mostly the way to the database and back."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents import callers
from memoryweb.agents.models import Agent, Trust
from memoryweb.memories.models import SearchDocument
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.cases import with_each

EDITOR = {"category": "technical", "preference": "editor", "details": "I use Vim for everything"}
OTHER = {"category": "technical", "preference": "shell", "details": "I use fish with starship"}
SAVE = "save_user_preference"
OF_THE_TEST = 2  # its own transaction makes the call's one a savepoint, and ends it


@pytest.fixture
def token(alice: User) -> str:
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Trusty", trust=Trust.TRUSTED)[1]


def call(token: str, name: str, **arguments: object) -> dispatch.CallResult:
    result = dispatch.run_for_token(token, name, lambda: arguments, key="")
    assert result.envelope["ok"], result.envelope
    return result


@with_each(
    "name, arguments, most",
    [
        ("get_memory_settings", {}, 3),
        (SAVE, OTHER, 19),  # one of them finds what is near in meaning
        (SAVE, EDITOR, 16),
        ("get_user_preferences", {}, 7),
        ("recall_preferences", {"query": "which editor"}, 8),
    ],
)
def test_a_call_takes_few_statements(token: str, name: str, arguments: dict[str, str], most: int) -> None:
    """From the token to the log, both included."""
    call(token, SAVE, **EDITOR)  # after it the agent's day is begun: a number, when it was last used
    with CaptureQueriesContext(connection) as queries:
        call(token, name, **arguments)
    assert len(queries) - OF_THE_TEST <= most, [query["sql"] for query in queries]


def test_a_repetition_does_not_index_the_same_words_again(as_alice: User, token: str) -> None:
    call(token, SAVE, **EDITOR)
    SearchDocument.objects.update(compared=True)
    assert call(token, SAVE, **EDITOR).outcome == "reinforced"
    assert SearchDocument.objects.get().compared


def test_an_agent_of_a_closed_account_is_nobody(as_alice: User) -> None:
    _, token = Agent.connect(as_alice, name="Late", expires_at=timezone.now() + timedelta(days=1))
    assert callers.agent_of_token(token)
    User.objects.filter(pk=as_alice.pk).update(is_active=False)
    assert callers.agent_of_token(token) is None
