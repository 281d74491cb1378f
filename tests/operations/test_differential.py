"""The same calls in two accounts, one of which also holds what the agent may not read: every answer is the same.

DIFFERENTIAL_STEPS sets how many calls each walk makes.
"""

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import transaction

from memoryweb.agents.models import Agent, Sight, Trust
from memoryweb.learning import policy
from memoryweb.memories import actions
from memoryweb.memories.actions import Person, proposals
from memoryweb.memories.models import Memory
from memoryweb.operations import dispatch
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import User
from memoryweb.rls import scope
from memoryweb.rules import limits
from tests.builders import agent_says, memory_of, person_types, set_settings
from tests.cases import with_each
from tests.rings import third

STEPS = int(os.environ.get("DIFFERENTIAL_STEPS", "25"))
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PLACES = re.compile(r"<id (\d+)>")
SOURCES = ("", "instruction", "correction", "behaviour", "inference", "weak")
# What is said of one thing: its category, its label and sentences of which each says another value.
THINGS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("personal", "drink", ("I like green tea in the morning", "I like coffee in the morning", "I like tea at night")),
    ("technical", "document_format", ("I prefer reports as PDF", "From now on reports as Word", "Reports as LaTeX")),
    ("technical", "editor", ("My editor is Vim", "My editor is Emacs now", "I use Helix to edit")),
    ("dietary", "diet", ("I'm vegetarian", "I'm vegan", "I eat no peanuts")),
    ("schedule", "meetings", ("No meetings on Fridays", "No meetings before ten", "Only today no meetings")),
    ("work", "city", ("I live in Porto and work as a nurse", "I live in Rome", "I work as a nurse")),
)


class Account:
    """One person with the agent that calls, and the ids that its answers gave it, in their order."""

    def __init__(self, name: str, trust: str) -> None:
        self.person = User.objects.create(email=f"{name}@example.org", password=make_password(None))
        with scope.acting_as(self.person.pk):
            self.agent = Agent.connect(self.person, name="Scribe", trust=trust)[0]
            self.other = Agent.connect(self.person, name="Other")[0]
        self.ids: list[str] = []

    def call(self, name: str, at: datetime, key: str, arguments: dict[str, Any]) -> str:
        """Return the answer with ids as their place in the order in which they were first told."""
        with scope.acting_as(self.person.pk):
            agent = Agent.objects.get(pk=self.agent.pk)
        call = dispatch.Call(agent=agent, name=name, arguments=arguments, now=at, idempotency_key=key)
        envelope = dispatch.run(call).envelope
        return UUIDS.sub(self._place, json.dumps(envelope.get("data") or envelope["error"], ensure_ascii=False))

    def count_waiting(self) -> tuple[int, int]:
        """Return what counts towards the agent's limits of questions and notes."""
        with scope.acting_as(self.person.pk):
            return proposals.count_waiting(self.agent)

    def filled(self, text: str) -> str:
        """Return a text with this account's ids at their places."""
        return PLACES.sub(lambda found: self.ids[int(found[1])], text)

    def _place(self, found: re.Match[str]) -> str:
        if found[0] not in self.ids:
            self.ids.append(found[0])
        return f"<id {self.ids.index(found[0])}>"


Hide = Callable[[Account, dict[str, Any], str, datetime], None]


def typed(account: Account, words: dict[str, Any], details: str, at: datetime) -> list[Memory]:
    """Return what the person's sentence became: a memory for each thing that it says."""
    outcome = person_types(account.person, details, at, **words)
    return [memory_of(each) for each in (outcome, *outcome.others)]


def mute(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    for memory in typed(account, words, details, at):
        actions.mute(memory.pk, agent=account.agent.pk, by=Person(account.person), now=at)


def hide_under_condition(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    mute(account, words | {"condition": "when tired"}, details, at)


def block(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    person_types(account.person, details, at, **words | {"category": "secret"})
    Sight.objects.get_or_create(
        person=account.person, agent=account.agent, category="secret", defaults={"allowed": False}
    )


def make_unsure(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    set_settings(account.person, min_confidence=0.3)
    memories = typed(account, words, details, at)
    Memory.objects.filter(pk__in=[memory.pk for memory in memories]).update(confidence=0.1)


def propose(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    agent_says(account.other, details, at, **words, source="instruction")


def note(account: Account, words: dict[str, Any], details: str, at: datetime) -> None:
    agent_says(account.other, details, at, **words, source="inference")


HIDE: dict[str, Hide] = {
    "mute": mute,
    "condition": hide_under_condition,
    "block": block,
    "unsure": make_unsure,
    "propose": propose,
    "note": note,
}


def rows_in_use() -> set[tuple[Any, ...]]:
    return set(Memory.objects.active().values_list("pk", "details", "contested", "evidence_count", "changed_at"))


class Walk:
    """Makes the same random calls in both accounts, about things of which either has something."""

    def __init__(self, seed: int, hide: str, trust: str) -> None:
        self.random = random.Random(f"{seed} {hide} {trust}")
        self.accounts = [Account(name, trust) for name in ("without", "with")]
        self.now, self.calls = START, list[str]()
        self.is_trusted, self.is_over = trust == Trust.TRUSTED, False
        for category, name, sentences in THINGS:
            words = {"category": category, "name": name}
            self.now += timedelta(minutes=1)
            seen, hidden, *_ = self.random.sample(sentences, len(sentences))
            is_seen = self.random.random() < 0.6
            for account in self.accounts:
                with scope.acting_as(account.person.pk):
                    if is_seen:
                        person_types(account.person, seen, self.now, **words)
            words["name"] = self.random.choice([name, "note"])
            with scope.acting_as((account := self.accounts[1]).person.pk), transaction.atomic():
                before = rows_in_use()
                HIDE[hide](account, words, hidden, self.now)
                if not before <= rows_in_use():  # it took the place of what the agent may read
                    transaction.set_rollback(True)
        if hide == "unsure":
            with scope.acting_as(self.accounts[0].person.pk):
                set_settings(self.accounts[0].person, min_confidence=0.3)

    def step(self) -> None:
        self.now += timedelta(minutes=1)
        name, arguments = self.random.choice(self.requests)(self)
        key = self.random.choice(["", "", "", f"k{len(self.calls) // 3}"]) if OPERATIONS[name].writes else ""
        state, answers = self.random.getstate(), list[str]()
        for account in self.accounts:
            self.random.setstate(state)
            answers.append(account.call(name, self.now, key, json.loads(account.filled(json.dumps(arguments)))))
        self.calls.append(f"{name} {arguments}")
        said = "\n".join(self.calls[-3:])
        if self.is_trusted and _is_saved_and_not_found(*map(json.loads, answers)):
            self.is_over = True  # from here on it finds what it saved in one of the accounts only
            return
        assert answers[0] == answers[1], f"{said}\n  without: {answers[0][:700]}\n  with:    {answers[1][:700]}"
        waiting = [account.count_waiting() for account in self.accounts]
        assert self.is_trusted or waiting[0] == waiting[1], f"{said}\n  questions and notes that wait: {waiting}"

    def sentence(self) -> tuple[str, str, str]:
        category, name, sentences = self.random.choice(THINGS)
        return category, self.random.choice([name, name, "note"]), self.random.choice(sentences)

    def known_id(self) -> str:
        known = len(self.accounts[0].ids)
        return f"<id {self.random.randrange(known)}>" if known else "0192f0c1-2b3d-7c4e-8f50-617283940516"

    def version(self) -> dict[str, Any]:
        at = START + timedelta(minutes=self.random.randrange(1, 8))
        return {"if_version": int(at.timestamp() * 1_000_000)} if self.random.random() < 0.3 else {}

    def save(self) -> tuple[str, dict[str, Any]]:
        category, name, details = self.sentence()
        more: dict[str, Any] = {"source": self.random.choice(SOURCES)} | self.version()
        if self.random.random() < 0.2:
            more |= {"tags": ["home"], "importance": 8, "run": "r"}
        if self.random.random() < 0.2:
            more |= {"condition": self.random.choice(["when tired", "When Tired."])}
        if self.random.random() < 0.2:
            more |= {"answers": self.known_id()}
        return "save_user_preference", {"category": category, "preference": name, "details": details} | more

    def update(self) -> tuple[str, dict[str, Any]]:
        more = self.version()
        return "update_user_preference", {"preference_id": self.known_id(), "details": self.sentence()[2]} | more

    def forget(self) -> tuple[str, dict[str, Any]]:
        return "forget_user_preference", {"preference_id": self.known_id()} | self.version()

    def feedback(self) -> tuple[str, dict[str, Any]]:
        evidence = {"signals": [self.sentence()[2]], "memories": [self.known_id()]}
        note = self.random.choice(["", self.sentence()[2]])
        action = self.random.choice(["accept", "reject"])
        return "record_feedback", {"action": action, "run": "r", "note": note, "evidence_ref": evidence}

    def conversation(self) -> tuple[str, dict[str, Any]]:
        said = [self.sentence()[2] for _ in range(2)]
        return "record_conversation", {"conversation_id": f"c{self.random.randrange(3)}", "messages": said}

    def read(self) -> tuple[str, dict[str, Any]]:
        name = self.random.choice(["search_user_preferences", "recall_preferences"])
        more = {"run": "r"} if name == "recall_preferences" else {}
        return name, {"query": self.sentence()[2]} | more

    def browse(self) -> tuple[str, dict[str, Any]]:
        name = self.random.choice(["get_user_preferences", "get_memory_settings"])
        return name, {}

    requests: tuple[Callable[["Walk"], tuple[str, dict[str, Any]]], ...] = (
        save,
        save,
        save,
        save,
        update,
        forget,
        feedback,
        conversation,
        read,
        read,
        browse,
    )


def _is_saved_and_not_found(without: dict[str, Any], with_hidden: dict[str, Any]) -> bool:
    """Return whether the answers differ as docs/agents.md says: what a trusted agent says of hidden words waits.

    It would not find what it was told is in use. Nothing else differs, and nothing is told of what is hidden.
    """
    told = ([each, *each.get("others", []), *each.get("learned", [])] for each in (without, with_hidden))
    waits = [
        (mine, its)
        for mine, its in zip(*told, strict=True)
        if its.get("outcome") == "proposed" and mine.get("outcome") in ("saved", "revised", "conflict")
    ]
    for mine, its in waits:
        assert its["reason"] == "The person will be asked first."
        assert not any(its.get(name) for name in ("preference", "replacedId", "conflictId"))
        mine |= {name: its[name] for name in its if name != "others"}
    return bool(waits) and without == with_hidden


def cases() -> Iterator[tuple[int, str, str]]:
    for seed in range(int(os.environ.get("DIFFERENTIAL_SEEDS", "2"))):
        for hide in HIDE:
            yield seed, hide, Trust.ASK
        for hide in HIDE:
            yield seed, hide, Trust.TRUSTED


@with_each("seed, hide, trust", lambda: third(list(cases())))
def test_every_answer_is_the_same_with_and_without_what_is_hidden(
    db: None, monkeypatch: pytest.MonkeyPatch, *, seed: int, hide: str, trust: str
) -> None:
    monkeypatch.setattr(limits, "OPEN_QUESTIONS_MAX", 4 if seed % 2 else 100)
    monkeypatch.setattr(policy, "READ_SECONDS", 60.0)  # what a call reads at once goes by the processor's time
    walk = Walk(seed, hide, trust)
    for _ in range(STEPS):
        if not walk.is_over:
            walk.step()
