"""How many statements a call takes: what agents wait for is mostly the way to the database and back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories.models import SearchDocument
from memoryweb.operations import dispatch
from memoryweb.people.models import User

Call = Callable[..., dispatch.CallResult]
EDITOR = {"category": "technical", "preference": "editor", "details": "I use Vim for everything"}
OTHER = {"category": "technical", "preference": "shell", "details": "I use fish with starship"}
SAVE = "save_user_preference"
OUTER_SCOPE = 4  # the tests' own: a savepoint and its end, the scope around it read and set again


def statements(call: Call, name: str, agent: Agent, **arguments: object) -> list[str]:
    """Return the statements of one call, without what only a call inside another scope takes."""
    with CaptureQueriesContext(connection) as queries:
        assert call(name, agent=agent, **arguments).envelope["ok"]
    return [query["sql"] for query in queries][OUTER_SCOPE:]


@pytest.mark.parametrize(
    ("name", "arguments", "most"),
    [
        (SAVE, OTHER, 16),
        (SAVE, EDITOR, 15),
        ("get_user_preferences", {}, 5),
        ("recall_preferences", {"query": "which editor"}, 7),
    ],
)
@pytest.mark.usefixtures("as_alice")
def test_a_call_takes_few_statements(
    call: Call, trusted: Agent, name: str, arguments: dict[str, str], most: int
) -> None:
    call(SAVE, agent=trusted, **EDITOR)  # after it the agent's day is begun: a number, when it was last used
    assert len(statements(call, name, trusted, **arguments)) <= most


def test_a_repetition_does_not_index_the_same_words_again(call: Call, as_alice: User, trusted: Agent) -> None:
    call(SAVE, agent=trusted, **EDITOR)
    SearchDocument.objects.update(compared=True)
    assert call(SAVE, agent=trusted, **EDITOR).outcome == "reinforced"
    assert SearchDocument.objects.get().compared


def test_an_agent_of_a_closed_account_is_nobody(as_alice: User) -> None:
    _, token = Agent.connect(as_alice, name="Late", expires_at=timezone.now() + timedelta(days=1))
    assert Agent.of_token(token)
    User.objects.filter(pk=as_alice.pk).update(is_active=False)
    assert Agent.of_token(token) is None
