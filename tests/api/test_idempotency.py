"""The same request twice is executed once: a crash between commit and answer makes clients repeat."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.models import Evidence, Memory, Refusal, history_model
from memoryweb.operations.models import Answer
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.api.conftest import PDF, envelope, error, url
from tests.builders import person_types, post

Ask = Callable[..., Any]


@pytest.mark.parametrize("key", ["toolu_01Kx9VbT3mQz7LpW2nR8sYdF", "chatcmpl-Bx7Qm2Lw9Tn4Rz8Kd3Vp6Ys1Hc5J"])
def test_the_id_of_a_call_may_be_the_key(key: str, ask: Ask) -> None:
    assert envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": key}))["data"]["outcome"] == "proposed"


def test_the_same_key_and_arguments_are_executed_once(ask: Ask, as_alice: User) -> None:
    first, second = (envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"})) for _ in range(2))
    assert first["data"] == second["data"]
    assert first["meta"] != second["meta"]
    assert (Memory.objects.count(), Evidence.objects.count(), Answer.objects.count()) == (1, 1, 1)


def test_arguments_in_another_order_are_the_same_arguments(ask: Ask) -> None:
    first = envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"}))
    again = envelope(ask("save_user_preference", dict(reversed(PDF.items())), **{"Idempotency-Key": "k1"}))
    assert first["data"] == again["data"]


def test_without_a_key_the_same_again_is_more_evidence(ask: Ask, as_alice: User) -> None:
    outcomes = [envelope(ask("save_user_preference", PDF))["data"]["outcome"] for _ in range(2)]
    assert outcomes == ["proposed", "proposed"]
    assert Memory.objects.get().evidence_count == 2


def test_a_key_is_not_used_for_other_arguments(ask: Ask, as_alice: User) -> None:
    ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"})
    other = ask("save_user_preference", PDF | {"details": "Word"}, **{"Idempotency-Key": "k1"})
    assert error(other) == (409, "CONFLICT")
    assert Memory.objects.count() == 1


def test_a_key_is_not_used_for_another_operation(ask: Ask) -> None:
    saved = envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"}))["data"]
    other = ask("forget_user_preference", {"preference_id": saved["id"]}, **{"Idempotency-Key": "k1"})
    assert error(other) == (409, "CONFLICT")


def test_two_agents_keys_have_nothing_to_do_with_each_other(
    ask: Ask, connect: Callable[..., Any], as_alice: User
) -> None:
    ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"})
    other = envelope(ask("save_user_preference", PDF, token=connect()[1], **{"Idempotency-Key": "k1"}))
    assert other["data"]["outcome"] == "proposed"
    assert Memory.objects.get().evidence_count == 2


def test_reading_keeps_nothing(ask: Ask, as_alice: User) -> None:
    for query in ("pdf", "word"):
        assert ask("search_user_preferences", {"query": query}, **{"Idempotency-Key": "k1"}).status_code == 200
    assert not Answer.objects.exists()


FAILING: dict[str, tuple[str, dict[str, Any], int]] = {
    "invalid": ("save_user_preference", PDF | {"tags": 1}, 400),
    "not found": ("forget_user_preference", {"preference_id": "x"}, 404),
    "sensitive": ("save_user_preference", PDF | {"details": "my password is hunter2"}, 422),
}


def test_a_call_that_failed_leaves_no_key(ask: Ask, as_alice: User) -> None:
    for name, arguments, status in FAILING.values():
        assert ask(name, arguments, **{"Idempotency-Key": "k1"}).status_code == status
    assert not Answer.objects.exists()
    assert envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"}))["data"]["outcome"] == "proposed"


def test_a_secret_in_two_halves_is_refused_and_counted_and_leaves_no_key(ask: Ask, as_alice: User) -> None:
    """The stored half and the new half are harmless; the action's own guard sees them together."""
    memory = person_types(as_alice, "written on a card", name="Locker password", category="personal").memory
    assert memory is not None
    refused = ask(
        "update_user_preference",
        {"preference_id": str(memory.pk), "details": "open1sesame"},
        **{"Idempotency-Key": "k1"},
    )
    assert error(refused) == (422, "SENSITIVE_DATA")
    assert envelope(refused)["error"]["details"] == {"category": "password"}
    assert not Answer.objects.exists()
    assert _refusals() == {"password": 1}


def _refusals() -> dict[str, int]:
    return dict(Refusal.objects.values_list("category", "count"))


def test_erasing_deletes_the_kept_answer(ask: Ask, as_alice: User) -> None:
    ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"})
    receipt = erasure.erase(Memory.objects.get().pk, by=Person(as_alice), now=timezone.now())
    assert receipt.removed["kept answers"] == 1
    assert not Answer.objects.exists()
    again = envelope(ask("save_user_preference", PDF, **{"Idempotency-Key": "k1"}))["data"]
    assert (again["outcome"], again["id"]) == ("blocked", "")


def test_erasing_deletes_kept_answers_of_other_memories_that_quote_it(ask: Ask, as_alice: User) -> None:
    """The answer to another value is about the new memory and quotes the one in use."""
    ask("save_user_preference", PDF)
    first = Memory.objects.get()
    actions.confirm(first.pk, by=Person(as_alice), now=timezone.now())
    other = envelope(
        ask("save_user_preference", PDF | {"details": "I prefer reports as Word"}, **{"Idempotency-Key": "k"})
    )
    assert other["data"]["outcome"] == "proposed"
    assert "PDF" in other["data"]["question"]
    erasure.erase(first.pk, by=Person(as_alice), now=timezone.now())
    assert not [answer for answer in Answer.objects.all() if "PDF" in str(answer.data)]


def test_eight_threads_with_one_key_leave_one_memory_and_get_one_answer(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        _, token = Agent.connect(alice, name="Scribe", trust=Trust.ASK)

    def save(_: int) -> Any:
        try:
            return envelope(post(Client(), url("save_user_preference"), token, PDF, **{"Idempotency-Key": "k1"}))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(save, range(8)))
    assert [answer["ok"] for answer in answers] == [True] * 8
    assert all(answer["data"] == answers[0]["data"] for answer in answers)
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), history_model().objects.count(), Evidence.objects.count()) == (1, 1, 1)


def test_eight_threads_without_a_key_leave_one_memory_with_eight_pieces_of_evidence(committed: None) -> None:
    alice = User.objects.create_user("alice@example.org", "a long password for alice")
    with scope.acting_as(alice.pk):
        _, token = Agent.connect(alice, name="Scribe", trust=Trust.ASK)

    def save(_: int) -> str:
        try:
            return str(envelope(post(Client(), url("save_user_preference"), token, PDF))["data"]["outcome"])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        outcomes = sorted(threads.map(save, range(8)))
    assert outcomes == ["proposed"] * 8
    with scope.acting_as(alice.pk):
        assert Memory.objects.get().evidence_count == 8


def test_an_expired_tokens_kept_answer_is_not_given_out(ask: Ask, connect: Callable[..., Any], alice: User) -> None:
    agent, token = connect()
    ask("save_user_preference", PDF, token=token, **{"Idempotency-Key": "k1"})
    with scope.acting_as(alice.pk):
        agent.expires_at = timezone.now() - timedelta(days=1)
        agent.save(update_fields=["expires_at"])
    assert error(ask("save_user_preference", PDF, token=token, **{"Idempotency-Key": "k1"}))[0] == 401
