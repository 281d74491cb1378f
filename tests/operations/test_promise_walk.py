"""A random walk of agents, the person and the clock: no agent is ever given words that no yes covers.

PROMISE_STEPS sets how many steps each walk takes.
"""

import json
import os
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Act, Conflict, Memory, Proposal, history_model
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import edit_form
from tests.cases import with_each
from tests.rings import third

STEPS = int(os.environ.get("PROMISE_STEPS", "60"))
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
WORD = re.compile(r"zq\d+z", re.IGNORECASE)  # every statement has one of its own
SOURCES = ("", "instruction", "correction", "behaviour", "pattern", "inference", "weak", "uncertain")
SUBJECTS = (
    ("technical", "document_format", "I prefer {word} for reports"),
    ("technical", "document_format", "From now on always {word}, please"),
    ("dietary", "drink", "I like {word} in the morning"),
    ("personal", "hobby", "I love {word}"),
    ("schedule", "meetings", "Only {word} today"),
    ("communication", "tone", "Never write {word} in letters"),
)
RUNS = ("", "r1", "r2", "r3")
SWEEPS = ("archive", "promote", "detect_conflicts", "expire_proposals")


class Walk:
    """One account, and which of the walk's words a yes covers by now."""

    def __init__(self, person: User, seed: int) -> None:
        self.random = random.Random(seed)
        self.person, self.me = person, Person(person)
        self.now, self.words = START, 0
        self.covered: set[str] = set()
        self.said: list[str] = []
        trusts = (Trust.ASK, Trust.ASK, Trust.TRUSTED, Trust.READ_ONLY)
        self.agents = [Agent.connect(person, name=f"Agent {n}", trust=trust)[0] for n, trust in enumerate(trusts)]
        self.statements: dict[Any, list[str]] = {agent.pk: [] for agent in self.agents}

    # words

    def word(self) -> str:
        """Return a new word, or one that was said before."""
        if self.said and self.random.random() < 0.4:
            return self.random.choice(self.said)
        self.words += 1
        self.said.append(f"zq{self.words}z")
        return self.said[-1]

    def cover(self, *texts: object) -> None:
        for text in texts:
            self.covered |= set(WORD.findall(json.dumps(text, default=str).lower()))

    def cover_memory(self, memory: Any) -> None:
        self.cover(memory.label, memory.value, memory.details, memory.tags, memory.condition, memory.project)
        self.cover(memory.key, memory.category)

    # agents

    def call(self, agent: Agent, name: str, **arguments: Any) -> dict[str, Any]:
        agent.refresh_from_db()
        call = dispatch.Call(agent=agent, name=name, arguments=arguments, now=self.now)
        envelope = dispatch.run(call).envelope
        if not envelope["ok"]:
            assert envelope["error"]["code"] in ("PERMISSION_DENIED", "NOT_FOUND", "INVALID_ARGUMENT"), envelope
        return envelope.get("data") or {}

    def agent_saves(self) -> None:
        agent, word = self.random.choice(self.agents), self.word()
        category, name, details = self.random.choice(SUBJECTS)
        source = self.random.choice(SOURCES)
        arguments: dict[str, Any] = {
            "category": category,
            "preference": name,
            "source": source,
            "details": details.format(word=word),
        }
        if self.random.random() < 0.3:
            arguments |= {"value": self.random.choice([word, [word], {"a": word}]), "tags": [self.word()]}
        if self.random.random() < 0.3:
            arguments |= {"run": self.random.choice(RUNS), "quote": f"I said {word}"}
        self._cover_if_yes(agent, source, arguments)
        answer = self.call(agent, "save_user_preference", **arguments)
        if answer.get("id"):
            self.statements[agent.pk].append(answer["id"])

    def _cover_if_yes(self, agent: Agent, source: str, arguments: Any) -> None:
        agent.refresh_from_db()
        confirm_new = MemorySettings.for_person(self.person.pk).confirm_new
        named = source in ("instruction", "correction")
        has_yes = agent.trust == "trusted" or confirm_new == "never" or (confirm_new == "explicit_only" and named)
        if has_yes and agent.trust != "read_only":
            self.cover(arguments)

    def agent_changes(self) -> None:
        agent = self.random.choice(self.agents)
        known = [each["id"] for each in self.call(agent, "get_user_preferences").get("preferences", [])]
        ids = known + self.statements[agent.pk]
        if not ids:
            return
        pk = self.random.choice(ids)
        if self.random.random() < 0.3:
            self.call(agent, "forget_user_preference", preference_id=pk)
            return
        source = self.random.choice(SOURCES)
        details = self.random.choice(SUBJECTS)[2].format(word=self.word())
        self._cover_if_yes(agent, source, details)
        self.call(agent, "update_user_preference", preference_id=pk, details=details, source=source)

    def agent_gives_feedback(self) -> None:
        agent = self.random.choice(self.agents)
        signals = [{"preference": self.word(), "details": f"short {self.word()} answers"}]
        run = self.random.choice(RUNS)
        if run and self.random.random() < 0.5:
            self.call(agent, "recall_preferences", query="reports", run=run)
        action = self.random.choice(["accept", "accept", "accept", "reject"])
        self._cover_if_yes(agent, "behaviour", signals)
        self.call(agent, "record_feedback", action=action, run=run, evidence_ref={"signals": signals})

    def agent_records_a_conversation(self) -> None:
        messages = [self.random.choice(SUBJECTS)[2].format(word=self.word()) for _ in range(3)]
        external_id = f"c{self.random.randrange(20)}"
        self.call(
            self.random.choice(self.agents), "record_conversation", conversation_id=external_id, messages=messages
        )

    # the person

    def person_types(self) -> None:
        category, name, details = self.random.choice(SUBJECTS)
        details = details.format(word=self.word())
        statement = actions.Statement(name=name, category=category, details=details, source="instruction")
        actions.remember(statement, by=self.me, now=self.now)
        self.cover(details)

    def person_answers(self) -> None:
        proposal = self._pick(Proposal.objects.open().order_by("pk"))
        if proposal is None:
            return
        answer = self.random.choice(["accept", "accept", "reject", "only_this_time"])
        if answer == "reject":
            actions.reject(proposal.pk, by=self.me, now=self.now)
            return
        self.cover(proposal.change)
        self.cover_memory(proposal.memory)
        if answer == "accept":
            actions.accept(proposal.pk, by=self.me, now=self.now)
        else:
            actions.only_this_time(proposal.memory_id, by=self.me, now=self.now)

    def person_decides(self) -> None:
        memory = self._pick(Memory.objects.order_by("pk"))
        if memory is None:
            return
        verb = self.random.choice(["confirm", "decline", "expire", "restore_ended", "pin", "archive", "still_true"])
        if verb in ("confirm", "restore_ended"):
            self.cover_memory(memory)
            for version in history_model().objects.filter(id=memory.pk):
                self.cover_memory(version)
        getattr(actions, verb)(memory.pk, by=self.me, now=self.now)

    def person_edits(self) -> None:
        memory = self._pick(Memory.objects.live().order_by("pk"))
        if memory is None:
            return
        form = edit_form(memory, details=f"typed {self.word()}")
        since = actions.newest_version(memory.pk)
        actions.edit(memory.pk, form, by=self.me, now=self.now, since=since)
        self.cover_memory(memory)
        self.cover(form.details, *[same.details for same in Memory.objects.filter(value=memory.value).active()])

    def person_undoes(self) -> None:
        act = self._pick(Act.objects.order_by("-at", "-pk")[:10])
        if act is not None:
            undo_act(act.pk, by=self.me, now=self.now)

    def person_answers_a_conflict(self) -> None:
        conflict = self._pick(Conflict.objects.open().order_by("pk"))
        member = conflict and self._pick(Memory.objects.filter(conflicts__conflict=conflict).order_by("pk"))
        if conflict and member:
            self.cover_memory(member)
            actions.keep_one(conflict.pk, member.pk, by=self.me, now=self.now)

    def person_changes_settings(self) -> None:
        confirm_new = self.random.choice(["ask", "ask", "explicit_only", "never"])
        MemorySettings.objects.filter(person=self.person).update(
            confirm_new=confirm_new, privacy_mode=self.random.random() < 0.2, learning_threshold=2
        )
        agent = self.random.choice(self.agents[1:3])
        Agent.objects.filter(pk=agent.pk).update(trust=self.random.choice(["ask", "trusted"]))

    # the clock

    def time_passes(self) -> None:
        self.now += timedelta(hours=self.random.choice([1, 6, 30, 200]))
        upkeep.run_now(self.random.choice(SWEEPS), now=self.now)

    def _pick(self, rows: Any) -> Any:
        found = list(rows)
        return self.random.choice(found) if found else None

    # the promise

    def check(self) -> None:
        """Check that one agent is given only words that a yes covers."""
        agent = self.random.choice(self.agents)
        reads: tuple[tuple[str, dict[str, Any]], ...] = (
            ("recall_preferences", {"query": self.random.choice(["reports", "morning", "today", ""])}),
            ("get_user_preferences", {"limit": 200}),
            ("search_user_preferences", {"query": "reports morning love letters"}),
        )
        name, arguments = self.random.choice(reads)
        given = set(WORD.findall(json.dumps(self.call(agent, name, **arguments)).lower()))
        given -= set(WORD.findall(json.dumps(arguments)))
        if uncovered := sorted(given - self.covered):
            raise AssertionError(f"{agent} was given {uncovered} by {name}: {self._story(uncovered[0])}")

    def _story(self, word: str) -> list[str]:
        """Return how the memories that have the word came to it."""
        story = []
        for version in history_model().objects.order_by("history_id"):
            words = f"{version.label}: {version.value} · {version.details} {version.tags} {version.key}"
            if word in words.lower():
                who = f"{version.changed_by} {version.changed_verb} {version.status}"
                story.append(f"{str(version.id)[-4:]} {who} {words} ({version.source})")
        return story

    def step(self) -> str:
        steps: list[tuple[Callable[[], None], int]] = [
            (self.agent_saves, 10),
            (self.agent_changes, 4),
            (self.agent_gives_feedback, 3),
            (self.agent_records_a_conversation, 2),
            (self.person_types, 2),
            (self.person_answers, 3),
            (self.person_decides, 2),
            (self.person_edits, 1),
            (self.person_undoes, 1),
            (self.person_answers_a_conflict, 1),
            (self.person_changes_settings, 1),
            (self.time_passes, 3),
        ]
        (step,) = self.random.choices([each for each, _ in steps], [weight for _, weight in steps])
        step()
        return step.__name__


@with_each("seed", lambda: third(range(4)))
def test_no_agent_is_ever_given_words_that_no_yes_covers(alice: User, seed: int) -> None:
    with scope.acting_as(alice.pk):
        MemorySettings.for_person(alice.pk)
        walk = Walk(alice, seed)
        done: list[str] = []
        for _ in range(STEPS):
            try:
                done.append(walk.step())
                walk.check()
            except AssertionError as error:
                raise AssertionError(f"after {len(done)} steps, the last ones {done[-6:]}: {error}") from error
        assert walk.covered
