"""The language model reads conversations over real HTTP: nothing is lost or counted twice, and trouble is shown."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from memoryweb.agents.models import Agent
from memoryweb.language.mentions.topics import Topic
from memoryweb.learning import budget, conversations, learner, llm, tasks
from memoryweb.learning.models import Conversation, Spend
from memoryweb.memories import upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure, topics
from memoryweb.memories.erasing.topics import Choice
from memoryweb.memories.models import Evidence, Memory, Proposal
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import set_settings
from tests.learning import model_server
from tests.learning.conftest import NOW, Call

MESSAGE = "By the way: green tea, as ever. And my favourite colour is blue."


@pytest.fixture
def model(settings: Any) -> Iterator[model_server.Model]:
    with model_server.running() as (model, address):
        settings.EXTRACTION, settings.EXTRACTION_MODEL, settings.EXTRACTION_KEY = address, "small", "key-1"
        settings.EXTRACTION_TIMEOUT, settings.EXTRACTION_PRICES = 60.0, (1.0, 4.0)
        yield model


def report(call_operation: Call, name: str = "chat", message: str = MESSAGE) -> Conversation:
    answer = call_operation("record_conversation", conversation_id=name, messages=[message])
    assert answer["waiting"]
    return Conversation.objects.get(external_id=name)


def read(person: User, conversation: Conversation, now: datetime = NOW) -> Conversation:
    learner.learn_from_conversation(person.pk, conversation.pk, now=now)
    conversation.refresh_from_db()
    return conversation


def labels() -> list[str]:
    return sorted(str(memory) for memory in Memory.objects.live())


def meter() -> Spend:
    return Spend.objects.get()


def test_statements_found_by_the_model_become_proposals(call_operation: Call, as_alice: User, model: Any) -> None:
    conversation = read(as_alice, report(call_operation))
    assert (conversation.read_by, conversation.trouble, conversation.learned_at) == ("model", "", NOW)
    assert labels() == ["Favourite drink: green tea"]
    assert (Proposal.objects.count(), Evidence.objects.get().quote) == (1, "green tea, as ever")
    assert (meter().calls, meter().input_tokens, meter().output_tokens, meter().micros) == (1, 400, 100, 800)
    request = model.requests[0]
    assert (request["model"], request["response_format"]["type"], model.keys) == (
        "small",
        "json_schema",
        ["Bearer key-1"],
    )


def test_reading_a_conversation_again_adds_nothing(call_operation: Call, as_alice: User, model: Any) -> None:
    conversation = read(as_alice, report(call_operation))
    tasks.read(str(as_alice.pk), str(conversation.pk))
    call_operation("record_conversation", conversation_id="chat", messages=[MESSAGE])
    assert (len(model.requests), Evidence.objects.count(), Memory.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize(
    ("failures", "trouble"),
    [
        ([model_server.SILENT] * 3, "timeout"),
        ([429, 429, 429], "busy"),
        ([500, 500, 500], "unreachable"),
        ([401], "unreachable"),
        (["no JSON", '{"items": [{"quote": 1}]}'], "malformed"),
    ],
)
def test_patterns_read_if_the_model_fails_and_the_trouble_is_stored(
    call_operation: Call, as_alice: User, model: Any, settings: Any, *, failures: list[Any], trouble: str
) -> None:
    model.failures = failures
    if trouble == "timeout":
        settings.EXTRACTION_TIMEOUT = 0.2  # of a model that never answers
    conversation = read(as_alice, report(call_operation))
    assert (conversation.read_by, conversation.trouble) == ("patterns", trouble)
    assert labels() == ["Favourite colour: blue"]
    paid = 1600 if trouble == "malformed" else 0  # it answered, if nonsense
    assert (meter().calls, meter().failures, meter().micros) == (1, 1, paid)


def test_a_temporary_failure_is_retried(call_operation: Call, as_alice: User, model: Any) -> None:
    model.failures = [429, 503]
    conversation = read(as_alice, report(call_operation))
    assert (conversation.read_by, conversation.trouble, len(model.requests)) == ("model", "", 3)


def test_a_malformed_answer_is_requested_once_more(call_operation: Call, as_alice: User, model: Any) -> None:
    model.failures = ["Sure! Here you are."]
    conversation = read(as_alice, report(call_operation))
    assert (conversation.read_by, meter().input_tokens, meter().micros) == ("model", 800, 1600)


def test_an_unreachable_model_is_stored_as_trouble(
    call_operation: Call, as_alice: User, model: Any, settings: Any
) -> None:
    settings.EXTRACTION = "http://127.0.0.1:9/v1"
    assert read(as_alice, report(call_operation)).trouble == "unreachable"


def test_a_month_never_costs_more_than_the_cap(call_operation: Call, as_alice: User, model: Any) -> None:
    set_settings(as_alice, model_cap_cents=1)  # 10,000 millionths; a call may cost 8,000 and more, and costs 800
    for n in range(6):
        read(as_alice, report(call_operation, f"chat {n}"))
    rows = list(Conversation.objects.order_by("external_id").values_list("read_by", "trouble"))
    assert rows[0] == ("model", "")
    assert rows[-1] == ("patterns", "cap")
    assert meter().micros <= 10_000
    set_settings(as_alice, model_cap_cents=0)
    assert read(as_alice, report(call_operation, "next")).trouble == "cap"
    assert len(model.requests) == sum(read_by == "model" for read_by, _ in rows)


def test_a_cap_of_zero_sends_no_request_even_to_a_free_model(
    call_operation: Call, as_alice: User, model: Any, settings: Any
) -> None:
    settings.EXTRACTION_PRICES = (0.0, 0.0)
    set_settings(as_alice, model_cap_cents=0)
    assert read(as_alice, report(call_operation)).trouble == "cap"
    assert model.requests == []


@pytest.mark.parametrize("text", ["\x00", " ", "\u200b" * 119, "\ud800"])
def test_unusable_texts_from_the_model_do_not_stop_the_reading(
    call_operation: Call, as_alice: User, model: Any, text: str
) -> None:
    fields = ("details", "subject", "condition", "value", "category")
    model.items = [*(model_server.TEA | {field: text} for field in fields), model_server.TEA]
    conversation = read(as_alice, report(call_operation))
    assert conversation.learned_at == NOW
    assert Memory.objects.exists()


def test_each_month_has_its_own_meter(call_operation: Call, as_alice: User, model: Any) -> None:
    read(as_alice, report(call_operation))
    april = NOW.replace(month=4)
    assert budget.month_meter(as_alice.pk, MemorySettings.for_person(as_alice.pk), now=april).micros == 0


def test_the_model_reads_nothing_for_a_person_who_switched_it_off(
    call_operation: Call, as_alice: User, model: Any
) -> None:
    set_settings(as_alice, use_model=False)
    answer = call_operation("record_conversation", conversation_id="chat", messages=[MESSAGE])
    assert (answer["waiting"], model.requests, labels()) == (False, [], ["Favourite colour: blue"])


def test_an_invented_quote_is_no_evidence(call_operation: Call, as_alice: User, model: Any) -> None:
    model.items = [{**model_server.TEA, "quote": "I love coffee"}, {**model_server.TEA, "quote": "green tea, as ever"}]
    read(as_alice, report(call_operation))
    assert labels() == ["Favourite drink: green tea"]


def test_sensitive_statements_of_the_model_are_not_stored(call_operation: Call, as_alice: User, model: Any) -> None:
    model.items = [{**model_server.TEA, "details": "My password is hunter2hunter2."}]
    read(as_alice, report(call_operation))
    assert labels() == []


def test_the_sweep_reads_a_conversation_whose_task_was_lost(call_operation: Call, as_alice: User, model: Any) -> None:
    report(call_operation)
    assert upkeep.run_now("update_long_term", now=NOW).counts == {"conversations": 1, "learned": 1, "compared": 1}
    assert labels() == ["Favourite drink: green tea"]
    assert not upkeep.run_now("update_long_term", now=NOW).counts


def test_a_wrong_setting_is_rejected_at_start_up(settings: Any) -> None:
    settings.EXTRACTION = "gpt"
    with pytest.raises(ImproperlyConfigured, match="address"):
        llm.check_settings()
    settings.EXTRACTION, settings.EXTRACTION_MODEL = "https://models.example.org/v1", ""
    with pytest.raises(ImproperlyConfigured, match="EXTRACTION_MODEL"):
        llm.check_settings()


def test_starting_a_process_does_not_import_openai() -> None:
    """The import takes half a second, and most processes never ask a model."""
    code = "import django, sys; django.setup(); print('openai' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout == "False\n"


@pytest.mark.parametrize("meanwhile", ["erased", "learning off"])
def test_what_the_person_ends_while_the_model_reads_is_not_learned(committed: None, model: Any, meanwhile: str) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        agent = Agent.connect(alice, name="Scribe")[0]
        ended = conversations.EndedConversation(external_id="chat", messages=[MESSAGE], ended_at=NOW)
        conversations.record(agent, MemorySettings.for_person(alice.pk), ended, now=NOW)
        conversation = Conversation.objects.get()

    def end() -> None:
        with scope.acting_as(alice.pk):
            if meanwhile == "erased":
                topic = Topic("green tea")
                everything = Choice(keys=frozenset(), rest=frozenset(topics.GROUPS))
                erasure.erase_topic(topic, everything, by=Person(alice), now=NOW)
            else:
                set_settings(alice, learning_enabled=False)
        connections.close_all()

    model.before_answer = end
    learner.learn_from_conversation(alice.pk, conversation.pk, now=NOW)
    assert model.requests
    with scope.acting_as(alice.pk):
        assert not Memory.objects.exists()
