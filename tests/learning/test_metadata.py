"""`metadata` is the agent's own note: no rule of ours reads it."""

from datetime import timedelta
from typing import Any

import pytest

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import agent_says, person_types
from tests.learning.conftest import NOW, Call

pytestmark = pytest.mark.usefixtures("as_alice")
LINE_LENGTH = {"key": "communication.line_length", "value": "80", "category": "communication"}


@pytest.mark.parametrize("metadata", [{}, {"negates": "x"}])
def test_feedback_changes_a_note_whatever_its_metadata_says(
    call_operation: Call, scribe: Agent, metadata: dict[str, Any]
) -> None:
    note = agent_says(
        scribe,
        "Keeps lines at 80 characters",
        NOW,
        name="line_length",
        category="communication",
        value="80",
        key="communication.line_length",
        source="behaviour",
        metadata=metadata,
    ).memory
    assert note
    for n in range(4):
        call_operation(
            "record_feedback", action="reject", evidence_ref={"signals": [LINE_LENGTH]}, now=NOW + timedelta(days=n)
        )
    note.refresh_from_db()
    assert round(note.confidence, 3) == 0.167
    assert Memory.objects.filter(kind="rule", label__startswith="Avoid").count() == 1


def test_confirming_a_memory_expires_no_rule_that_only_names_it_in_metadata(alice: User, trusted: Agent) -> None:
    tea = agent_says(trusted, "I prefer tea", name="drink", category="dietary").memory
    assert tea
    hello = person_types(
        alice, "Always say hello", name="greeting", category="communication", metadata={"negates": str(tea.pk)}
    ).memory
    assert hello
    actions.confirm(tea.pk, by=Person(alice), now=NOW)
    hello.refresh_from_db()
    assert hello.status == "active"
