"""What nobody sees is written out where it enters, in every argument, and so it is at every way out."""

from collections.abc import Callable
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from tests.api.conftest import PDF, envelope
from tests.api.test_canary import VALID, WRITES, BuildArguments, text_places
from tests.builders import bind_to_community, undone
from tests.cases import check_each
from tests.hidden import HIDDEN, TEXTS, assert_no_table_holds_hidden_text
from tests.rings import third

PLACES = [
    (name, place, build)
    for name, operation in OPERATIONS.items()
    for place, build in text_places(operation.arguments_model)
    if "unknown" not in place
]


@pytest.fixture
def token(connect: Callable[..., tuple[Agent, str]]) -> str:
    """Of an agent that works for a community and is trusted, so that it may call every operation."""
    agent, token = connect(trust="trusted")
    bind_to_community(agent)
    return token


def test_an_invisible_character_is_stored_and_answered_by_its_code(ask: Callable[..., Any], as_alice: User) -> None:
    def check(name: str, place: str, build: BuildArguments) -> None:
        with undone():
            done = 0
            for number, hidden in enumerate(third(TEXTS)):
                valid = dict(VALID.get(name, {"query": "a"} if "search" in name else {}))
                if "preference_id" in valid:
                    said = PDF | {"preference": f"format {number}"}
                    valid["preference_id"] = envelope(ask("save_user_preference", said))["data"]["id"]
                valid |= {"conversation_id": f"c{number}"} if name == "record_conversation" else {}
                response = ask(name, valid | build(f"a{hidden}z"))
                done += response.status_code == 200
                assert response.status_code < 500
                answers = [response.content.decode(), *(ask(*each).content.decode() for each in READS)]
                if not place.startswith("metadata"):
                    assert not [ascii(c) for text in answers for c in HIDDEN if c in text], response.content
            assert_no_table_holds_hidden_text()
            assert done or place in NEVER_TAKEN, "no value was taken"

    check_each(check, PLACES)


READS: list[tuple[str, dict[str, Any]]] = [
    ("get_user_preferences", {}),
    ("search_user_preferences", {"query": "a z format document"}),
    ("recall_preferences", {"query": "a z format document"}),
    ("search_memory", {"query": "a z deploys"}),
    ("get_recent_conversations", {}),
]
# one of our own words, an id of ours, a day or a time
NEVER_TAKEN = {"source", "action", "observed_on", "started_at", "ended_at", "preference_id", "cursor", "role"}


def test_the_walk_writes_by_every_operation_that_writes() -> None:
    assert {name for name, _, _ in PLACES} >= set(WRITES)
