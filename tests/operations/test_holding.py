"""Nobody waits while an agent's text is read: no operation holds its person then, and none for more than a little work.

It walks the table, so that a new operation is tried without being listed. A profiler watches the code that reads texts,
and tries from another connection to take the person's row each time that a long one is read.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from types import CodeType, FrameType
from typing import Any

import psycopg
import pytest
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.language.comparing import identity
from memoryweb.language.extraction import pipeline
from memoryweb.language.filing import classifier
from memoryweb.language.mentions import identifiers
from memoryweb.language.sensitive import guard
from memoryweb.learning import conversations, policy, tasks
from memoryweb.learning.models import Conversation, Feedback, Signal
from memoryweb.memories import upkeep
from memoryweb.memories.actions import matching
from memoryweb.memories.models import Act, Evidence, Memory, history_model
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.recall import receipts
from memoryweb.rls import scope
from tests import servers
from tests.builders import agent_says, bind_to_community, person_types, set_settings
from tests.cases import check_each
from tests.rings import ninth

LONG = 1_500  # characters; shorter ones are read in a few milliseconds
# What reads a text from its beginning to its end, with the name of its argument.
READERS: dict[CodeType, str] = {
    guard._category.__code__: "text",
    pipeline.find.__code__: "message",
    classifier.classify.__code__: "details",
    identity.Wording.__init__.__code__: "text",
    identifiers.find.__code__: "text",
}
TEXTS: dict[str, str] = {
    "likes": "I prefer tea and I like coffee. ",
    "two in one": "I use Stripe for payments and Postgres for data and ",
    "marks": "a://b: ",
    "digits": "1 1 1 1 1 1 1 1a ",
    "chinese": "我喜欢茶，我住在北京。",
}


@contextmanager
def watched(person: User, *, long: int = LONG) -> Iterator[list[tuple[CodeType, str]]]:
    """Give the list of the long texts that are read inside while the person is held, with what read them."""
    held: list[tuple[CodeType, str]] = []
    with psycopg.connect(servers.superuser_url(), autocommit=True) as other:

        def note(frame: FrameType, event: str, _: object) -> None:
            name = READERS.get(frame.f_code)
            if event != "call" or name is None or len(frame.f_locals[name]) < long:
                return
            try:
                other.execute("SELECT FROM people_memorysettings WHERE person_id = %s FOR UPDATE NOWAIT", [person.pk])
            except psycopg.errors.LockNotAvailable:
                held.append((frame.f_code, frame.f_locals[name]))

        sys.setprofile(note)
        try:
            yield held
        finally:
            sys.setprofile(None)


def of_length(text: str, length: int) -> str:
    return (text * (length // len(text) + 1))[:length]


def longest_arguments(name: str, text: str, memory_id: str) -> Iterator[dict[str, Any]]:
    """Yield arguments as long as the sizes allow."""
    long, label = of_length(text, 10_000), of_length(text, 110)
    shared = {"category": "technical", "quote": of_length(text, 240), "run": of_length(text, 120)}
    match name:
        case "save_user_preference":
            tags = [f"{of_length(text, 50)} {number}" for number in range(20)]
            more = {"metadata": {"note": long[:9_900]}, "tags": tags, "condition": of_length(text, 200)}
            yield shared | {"preference": label, "details": long} | more
            yield shared | {"preference": label, "details": long, "value": long[:9_900], "key": "technical.thing"}
            yield {"category": "dietary", "preference": "x", "details": long, "source": "behaviour"}
            yield {"category": "technical", "preference": "x", "details": "", "value": [long[:450]] * 20}
        case "update_user_preference":
            yield {"preference_id": memory_id, "details": long}
        case "forget_user_preference":
            yield {"preference_id": memory_id, "reason": of_length(text, 300)}
        case "record_feedback":
            signals = [
                {"preference": f"{label[:60]} {number}", "details": of_length(text, 2_000)} for number in range(20)
            ]
            yield {"action": "accept", "evidence_ref": {"signals": signals}, "note": of_length(text, 500)}
            yield {"action": "reject", "evidence_ref": {"diff": of_length(text, 49_000)}}
        case "record_conversation":
            many = [f"{of_length(text, 590)} {number}" for number in range(400)]
            yield {"conversation_id": "many", "messages": many, "topic": label, "summary": of_length(text, 500)}
            yield {"conversation_id": "long", "messages": [of_length(text, 190_000), of_length(text, 50_000)]}
            yield {"conversation_id": "part", "messages": many, "adds": True, "goes_on": True}
        case "save_memory":
            yield {"content": of_length(text, 300), "category": "technical", "reason": of_length(text, 200)}
        case _:
            pytest.fail(f"{name} has no arguments here")


@pytest.fixture
def alice_and_token(committed: None) -> tuple[User, str, str]:
    return person_and_token("alice@example.org")


def person_and_token(address: str) -> tuple[User, str, str]:
    """Make a person, and return them, the token of a trusted agent of theirs, and the id of a memory it may read."""
    alice = User.objects.create_user(address)
    with scope.acting_as(alice.pk):
        agent, token = Agent.connect(alice, name="Trusty", trust=Trust.TRUSTED)
        memory = person_types(alice, "I like tea with milk", name="drink").memory
    bind_to_community(agent)
    assert memory
    return alice, token, str(memory.pk)


def call(token: str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = dispatch.run_for_token(token, name, lambda: arguments, key="")
    assert result.envelope["ok"], result.envelope
    return dict(result.envelope["data"])


WRITES = [name for name, operation in OPERATIONS.items() if operation.writes]


@pytest.mark.parametrize("name", WRITES)
def test_no_long_text_is_read_while_the_person_is_held(committed: None, name: str) -> None:
    check_each(partial(check_none_is_held, name), ninth([*TEXTS]))


def check_none_is_held(name: str, text: str) -> None:
    alice, token, memory_id = person_and_token(f"{text.replace(' ', '-')}@example.org")
    for arguments in longest_arguments(name, TEXTS[text], memory_id):
        with watched(alice) as held:
            call(token, name, arguments)
        # What is compared with is known under the lock only; it is few, however many memories there are.
        compared = [len(read) for reader, read in held if reader is identity.Wording.__init__.__code__]
        assert len(held) == len(compared), held
        assert sum(compared) <= matching.COMPARED_MAX


# What is over is learned later, in portions


def versions_at_once(verb: str = "%") -> int:
    """Return how many versions of memories were written at most while the person was held once."""
    versions = f"SELECT count(*) FROM memories_historicalmemory WHERE changed_verb LIKE '{verb}' GROUP BY transaction"
    return max(int(count) for (count,) in servers.rows_as_owner(versions))


def likes(count: int) -> list[str]:
    """Return so many sentences, each of which is a memory of its own."""
    return [f"I like {first}{second} tea very much." for first in SYLLABLES for second in SYLLABLES][:count]


SYLLABLES = ("bando", "cirfe", "dolma", "ferto", "gansu", "hilda", "jarno", "kelpi", "lumbo", "marto")
MANY = 40


def test_a_conversation_that_says_much_is_learned_in_portions(alice_and_token: tuple[User, str, str]) -> None:
    alice, token, _ = alice_and_token
    said = {"conversation_id": "much", "messages": [" ".join(likes(MANY)[n : n + 4]) for n in range(0, MANY, 4)]}
    answer = call(token, "record_conversation", said)
    assert (len(answer["learned"]), answer["waiting"], answer["left"]) == (policy.FINDS_AT_ONCE, True, 0)
    assert "excerpts are read in a moment" in answer["reason"]
    again = call(token, "record_conversation", said)
    assert (again["outcome"], again["learned"], again["waiting"]) == ("unchanged", [], True)
    with scope.acting_as(alice.pk):
        conversation = Conversation.objects.get()
        assert conversation.is_due
        begun = Memory.objects.count()
    tasks.read(str(alice.pk), str(conversation.pk))
    with scope.acting_as(alice.pk):
        conversation.refresh_from_db()
        assert (conversation.is_due, conversation.learned_at is None) == (False, False)
        assert Memory.objects.count() == begun - policy.FINDS_AT_ONCE + MANY
        assert Evidence.objects.filter(conversation=conversation.pk).count() == MANY
        assert Act.objects.filter(verb="learn_from_conversation").count() == 1
    assert versions_at_once() == policy.FINDS_AT_ONCE


def test_a_feedback_that_says_much_is_learned_in_portions(alice_and_token: tuple[User, str, str]) -> None:
    alice, token, _ = alice_and_token
    signals = [{"preference": f"about {each}", "details": each} for each in likes(20)]
    answer = call(token, "record_feedback", {"action": "accept", "evidence_ref": {"signals": signals}})
    assert answer["waiting"]
    with scope.acting_as(alice.pk):
        row = Feedback.objects.get()
        assert Signal.objects.count() == policy.SIGNALS_AT_ONCE
    again = call(token, "record_feedback", {"action": "accept", "evidence_ref": {"signals": signals}})
    assert (again["learned"], again["ignored"]) == ([], "This was already recorded.")
    tasks.learn_from_feedback(str(alice.pk), str(row.pk))
    with scope.acting_as(alice.pk):
        row.refresh_from_db()
        assert not row.is_due
        assert (Signal.objects.count(), Signal.objects.filter(is_due=True).count()) == (20, 0)
        assert Evidence.objects.filter(kind="feedback").count() == 20
    assert versions_at_once() <= 2 * policy.SIGNALS_AT_ONCE  # each is noted, and then counted


def test_a_run_that_was_given_much_is_counted_in_portions(alice_and_token: tuple[User, str, str]) -> None:
    alice, token, _ = alice_and_token
    with scope.acting_as(alice.pk):
        agent = Agent.objects.get(name="Trusty")
        for each in likes(50):
            agent_says(agent, each, name=f"about {each}")
    for each in likes(50)[:40]:
        call(token, "recall_preferences", {"query": each, "run": "much"})
    with scope.acting_as(alice.pk):
        given = receipts.memories_given_in_run(agent, "much")
    assert len(given) > 32
    assert call(token, "record_feedback", {"action": "accept", "run": "much"})["waiting"]
    with scope.acting_as(alice.pk):
        assert Signal.objects.filter(is_due=True).count() == len(given) - policy.LEDGERS_AT_ONCE
        row = Feedback.objects.get()
    tasks.learn_from_feedback(str(alice.pk), str(row.pk))
    with scope.acting_as(alice.pk):
        assert set(history_model().objects.filter(changed_verb="boost").values_list("id", flat=True)) == given
        assert not Signal.objects.filter(is_due=True).exists()
    assert versions_at_once("boost") == policy.LEDGERS_AT_ONCE


def test_neither_call_nor_worker_reads_a_sentence_while_the_person_is_held(
    alice_and_token: tuple[User, str, str],
) -> None:
    alice, token, _ = alice_and_token
    said = [f"{each.removesuffix('.')} {'on long walks by the old harbour ' * 3}." for each in likes(20)]
    signals = [{"preference": f"about {number}", "details": each} for number, each in enumerate(said)]
    with watched(alice, long=100) as held:
        call(token, "record_conversation", {"conversation_id": "much", "messages": said, "project": "Harbour"})
        call(token, "record_feedback", {"action": "accept", "evidence_ref": {"signals": signals}})
    with scope.acting_as(alice.pk):
        conversation, feedback, begun = Conversation.objects.get(), Feedback.objects.get(), Memory.objects.count()
    with watched(alice, long=100) as held_by_worker:
        tasks.read(str(alice.pk), str(conversation.pk))
        tasks.learn_from_feedback(str(alice.pk), str(feedback.pk))
    with scope.acting_as(alice.pk):
        assert Memory.objects.count() > begun
    compared = identity.Wording.__init__.__code__  # with what is known under the lock only
    assert [(reader.co_name, text) for reader, text in [*held, *held_by_worker] if reader is not compared] == []


@pytest.fixture
def much(alice_and_token: tuple[User, str, str]) -> User:
    """alice, of whom a conversation and a feedback say more than is learned at once."""
    alice, token, _ = alice_and_token
    with scope.acting_as(alice.pk):
        set_settings(alice, long_term_every=3)
    for name in ("one", "two", "three"):
        said = {"conversation_id": name, "messages": likes(MANY) if name == "three" else ["Hello."]}
        call(token, "record_conversation", said)
    signals = [{"preference": each, "details": f"{each} Always."} for each in likes(20)]
    call(token, "record_feedback", {"action": "accept", "evidence_ref": {"signals": signals}})
    return alice


def test_the_sweep_finds_what_no_task_has_learned(much: User) -> None:
    upkeep.run_now("update_long_term", now=timezone.now() + timedelta(minutes=policy.LEASE_MINUTES + 1))
    with scope.acting_as(much.pk):
        assert Evidence.objects.filter(kind="conversation").count() == MANY
        assert not Conversation.objects.filter(is_due=True).exists()
        assert (Feedback.objects.get().is_due, Signal.objects.count()) == (False, 20)


def _switch_off(person: User) -> None:
    set_settings(person, learning_enabled=False)


def _end_agent(person: User) -> None:
    Agent.objects.get(name="Trusty").revoke(now=timezone.now())


def _erase_words(person: User) -> None:
    """Erase by hand what is stored of the words, as an erasure by topic does."""
    Feedback.objects.update(evidence_ref={}, note="")
    conversations.forget(Conversation.objects.get(external_id="three"), now=timezone.now())


@pytest.mark.parametrize("change", [_switch_off, _end_agent, _erase_words])
def test_what_the_person_has_ended_or_erased_since_is_not_learned(much: User, change: Callable[[User], None]) -> None:
    with scope.acting_as(much.pk):
        before = Evidence.objects.count()
        change(much)
        conversation, row = Conversation.objects.get(external_id="three"), Feedback.objects.get()
    tasks.read(str(much.pk), str(conversation.pk))
    tasks.learn_from_feedback(str(much.pk), str(row.pk))
    with scope.acting_as(much.pk):
        assert Evidence.objects.count() == before
        assert not Feedback.objects.filter(is_due=True).exists()
