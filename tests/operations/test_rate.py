"""One agent cannot flood a person: calls a minute and open questions are limited, for each agent by itself."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from redis import Redis

from memoryweb.agents.models import AccessLog, Agent, Trust
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, Person, proposals
from memoryweb.memories.acts import undo
from memoryweb.memories.models import Act, Evidence, Memory, Proposal
from memoryweb.operations import rate
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import limits
from tests.builders import post


def ask(token: str, name: str, **arguments: Any) -> Any:
    return post(Client(), f"/api/v1/tools/{name}", token, arguments)


@pytest.fixture
def token(alice: User) -> str:
    with scope.acting_as(alice.pk):
        return Agent.connect(alice, name="Scribe", trust=Trust.ASK)[1]


@pytest.fixture(autouse=True)
def in_the_middle_of_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_030.0)


def test_reads_and_writes_are_limited_apart_and_say_when_to_come_back(token: str, alice: User, settings: Any) -> None:
    settings.READS_PER_MINUTE, settings.WRITES_PER_MINUTE = 3, 2
    reads = [ask(token, "get_user_preferences") for _ in range(5)]
    assert [answer.status_code for answer in reads] == [200, 200, 200, 429, 429]
    error = reads[-1].json()["error"]
    assert (error["code"], error["retryable"], error["details"]) == ("RATE_LIMITED", True, {"retryAfter": 30})
    assert reads[-1]["Retry-After"] == "30"
    statement = {"category": "food", "preference": "drink", "details": "I like tea"}
    writes = [ask(token, "save_user_preference", **statement).status_code for _ in range(3)]
    assert writes == [200, 200, 429]
    with scope.acting_as(alice.pk):  # a flood leaves one line, not thousands
        assert AccessLog.objects.filter(outcome="RATE_LIMITED").count() == 2


def test_what_cannot_be_read_counts_too(token: str, alice: User, settings: Any) -> None:
    settings.READS_PER_MINUTE = 2
    for path in ("no_such_operation", "get_user_preferences"):
        answers = [
            Client().post(
                f"/api/v1/tools/{path}", "{", "application/json", headers={"Authorization": f"Bearer {token}"}
            )
            for _ in range(3)
        ]
    assert answers[-1].status_code == 429
    with scope.acting_as(alice.pk):
        assert AccessLog.objects.count() == 3


def test_another_agent_and_the_next_minute_are_free(
    token: str, alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.READS_PER_MINUTE = 1
    with scope.acting_as(alice.pk):
        _, other = Agent.connect(alice, name="Other")
    assert [ask(token, "get_user_preferences").status_code for _ in range(2)] == [200, 429]
    assert ask(other, "get_user_preferences").status_code == 200
    monkeypatch.setattr("time.time", lambda: 1_800_000_061.0)
    assert ask(token, "get_user_preferences").status_code == 200


def test_without_the_cache_agents_are_still_answered(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "_client", lambda: Redis(port=1))  # nobody answers there
    assert ask(token, "get_user_preferences").status_code == 200


def test_one_question_too_many_is_refused_and_leaves_nothing(
    token: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 2)

    def save(name: str) -> Any:
        return ask(token, "save_user_preference", category="personal", preference=name, details=f"My {name} is blue")

    assert [save(name).status_code for name in ("pen", "cup", "hat")] == [200, 200, 429]
    assert save("pen").status_code == 429  # whatever it says, so that it tells nothing about what is known
    assert ask(token, "record_feedback", action="accept", run="r").status_code == 429
    assert ask(token, "get_user_preferences").status_code == 200
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Proposal.objects.open().count()) == (2, 2)
        actions.decline(Memory.objects.earliest("pk").pk, by=Person(alice), now=timezone.now())
    assert save("hat").status_code == 200


def test_what_waits_is_counted_until_it_is_answered_taken_back_undone_or_over(token: str, alice: User) -> None:
    pen = {"category": "personal", "preference": "pen", "details": "My pen is blue"}

    def save(**more: Any) -> str:
        answer = ask(token, "save_user_preference", **pen | more)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["data"]["id"])

    def waiting() -> tuple[int, int, int]:
        with scope.acting_as(alice.pk):
            agent = Agent.objects.get(name="Scribe")
            return (*proposals.count_waiting(agent), Proposal.objects.open().filter(agent=agent).count())

    note, question = save(source="behaviour"), save(source="instruction")
    assert waiting() == (1, 0, 1)
    save(source="instruction")  # the same again is one question
    assert waiting() == (1, 0, 1)
    ask(token, "forget_user_preference", preference_id=question)
    assert waiting() == (1, 0, 1)  # it said so twice
    with scope.acting_as(alice.pk):
        third = Evidence.objects.order_by("pk").last()
        assert third
    ask(token, "forget_user_preference", preference_id=str(third.pk))
    assert waiting() == (0, 1, 0)
    ask(token, "forget_user_preference", preference_id=note)
    assert waiting() == (0, 0, 0)

    save(source="instruction")
    with scope.acting_as(alice.pk):
        memory = Memory.objects.latest("pk")
        actions.confirm(memory.pk, by=Person(alice), now=timezone.now())
    assert waiting() == (0, 0, 0)
    save(source="instruction", tags=["desk"])
    ask(token, "forget_user_preference", preference_id=str(memory.pk), reason="old")
    assert waiting() == (2, 0, 2)
    with scope.acting_as(alice.pk):
        stop, more = Proposal.objects.open().get(kind="expire"), Evidence.objects.latest("pk")
        actions.reject(stop.pk, by=Person(alice), now=timezone.now())
    assert waiting() == (1, 0, 1)
    with scope.acting_as(alice.pk):
        actions.take_back(more.pk, by=AgentOf(Agent.objects.get(name="Scribe")), now=timezone.now())
    assert waiting() == (0, 0, 0)

    save(preference="cup", details="My cup is red")
    assert waiting() == (1, 0, 1)
    with scope.acting_as(alice.pk):
        undo.undo_act(Act.objects.latest("at").pk, by=Person(alice), now=timezone.now())
    assert waiting() == (0, 0, 0)


def test_what_feedback_names_is_counted_by_itself(token: str, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NOTES_MAX", 3)

    def report(*signals: str) -> Any:
        return ask(token, "record_feedback", action="accept", run="r", evidence_ref={"signals": list(signals)})

    assert report("likes blue pens", "likes red cups").status_code == 200
    assert report("likes red cups").status_code == 200
    assert report("likes green hats").status_code == 200
    assert report("likes grey coats").status_code == 429


def test_a_write_that_was_answered_is_answered_again_when_too_much_waits(
    token: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 1)

    def save(key: str) -> Any:
        pen = {"category": "personal", "preference": "pen", "details": "My pen is blue"}
        return post(Client(), "/api/v1/tools/save_user_preference", token, pen, **{"Idempotency-Key": key})

    first, again = save("k-1"), save("k-1")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["data"]["id"] == first.json()["data"]["id"]
    assert save("k-2").status_code == 429


def test_a_conversation_is_kept_when_too_much_waits(token: str, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 1)
    ask(token, "save_user_preference", category="personal", preference="pen", details="My pen is blue")
    said = {"conversation_id": "c", "messages": [{"role": "user", "content": "I prefer window seats."}]}
    answer = ask(token, "record_conversation", **said)
    assert answer.status_code == 200
    assert "1 of 1 excerpts are read when they have answered some" in answer.json()["data"]["reason"]
    with scope.acting_as(alice.pk):
        assert Conversation.objects.get().excerpts == ["I prefer window seats."]
        assert Proposal.objects.count() == 1


def test_one_note_too_many_is_refused_and_leaves_nothing(
    token: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NOTES_MAX", 2)

    def note(name: str) -> Any:
        details = f"My {name} seems to be blue"
        return ask(token, "save_user_preference", category="personal", preference=name, details=details, source="weak")

    assert [note(name).status_code for name in ("pen", "cup", "hat")] == [200, 200, 429]
    error = note("hat").json()["error"]
    assert (error["code"], error["retryable"]) == ("RATE_LIMITED", True)
    assert "2 notes of yours" in error["message"]
    with scope.acting_as(alice.pk):
        assert (Memory.objects.count(), Proposal.objects.count()) == (2, 0)
        _, other = Agent.connect(alice, name="Other")
    statement = {"category": "personal", "preference": "hat", "details": "My hat seems to be blue", "source": "weak"}
    assert ask(other, "save_user_preference", **statement).status_code == 200


def test_first_calls_at_once_share_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    made, connect = [], Redis.from_url

    def slowly(*args: Any, **options: Any) -> Redis:
        made.append(args)
        time.sleep(0.1)
        return connect(*args, **options)

    monkeypatch.setattr(Redis, "from_url", slowly)
    rate._client.cache_clear()
    agent_id = uuid4()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: rate.count(agent_id, writes=True), range(8)))
    assert len(made) == 1
