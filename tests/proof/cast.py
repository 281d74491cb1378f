"""Who is in the marked walk: people, agents, what they say, and the check of all that they are given."""

import random
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.api import mcp_resources
from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.communities import membership
from memoryweb.memories.models import Act, Conflict, Evidence, Memory
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from tests.builders import post
from tests.proof import ledger as ledgers
from tests.proof import marks
from tests.proof.ledger import Fault, Ledger, Origin, Reader

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
PERSON = "the person"
READS = [name for name, operation in OPERATIONS.items() if not operation.writes]
# What statements have in common so that they meet. {m} is a mark of its own, {v} a value and {p} a place said before.
POOLS: dict[str, tuple[str, ...]] = {
    "category": ("technical", "technical", "personal", "Technical", "schedule", "communication", "dietary"),
    "preference": ("document_format", "Editor", "Editor", "drink", "hobby", "{m}", "Rule {m}", "pet"),
    "value": ("Helix", "PDF", "{v}", "{v}", "{m}"),
    "key": ("technical.editor", "technical.editor", "personal.pet", "Technical.Editor", "technical.{m}", ""),
    "details": (
        "My editor is Helix",
        "I prefer PDF for reports",
        "From now on always {v}, please",
        "I love {m}",
        "Only {m} today",
        "Never write {m} in letters",
        "I prefer {m} for reports",
        "They use {v}, {m}",
        "Actually {m} instead of {v}",
        "{v}",
        "{m}",
    ),
    "content": (
        "I prefer {m} for reports",
        "I love {m}",
        "I live in {m}",
        "Remember that my pet is {m}",
        "The deploy of {m} is on Friday",
    ),
    "condition": ("", "", "", "when {p}", "when {p}", "when {P}"),
    "project": ("", "", "", "", "Deal {p}", "Deal {p}", "Deal {P}"),
    "run": ("", "r1", "r2", "r3", "run {m}"),
    "conversation_id": ("c1", "c2", "c3", "c {m}"),
    "query": ("reports", "editor Helix", "morning letters love", "PDF", ""),
    "task_type": ("", "generate_report", "code_task", "reply_message", "task {m}"),
    "answers": ("",),
    "cursor": ("",),
}


class Cast:
    """alice with six agents, mira and hers in the same community, bob and his; and the clock that only this moves."""

    def __init__(self, seed: int, patch: pytest.MonkeyPatch, *, goes_on: bool = False) -> None:
        self.chance, self.goes_on = random.Random(seed), goes_on
        self.now, self.step, self.numbers = START, 0, 16
        patch.setattr(timezone, "now", lambda: self.now)
        self.ledger = Ledger(is_moderated=seed % 2 == 0)
        self.counts, self.told = Counter[tuple[str, ...]](), dict[tuple[str, ...], str]()
        self.done: list[str] = ["begin"]
        self.values, self.places = ["Helix", "PDF"], ["zQ0z"]
        self.calls: deque[dict[str, Any]] = deque(maxlen=30)
        self.ids: dict[str, list[str]] = {}
        self.keyed: dict[str, tuple[str, dict[str, Any], str]] = {}
        self.people = {
            name: User.objects.create_user(f"{name}@example.org", "a long password")
            for name in ("alice", "mira", "bob")
        }
        self._found_community()
        self.agents = self._connect()
        self.speaker = marks.Speaker(self.chance, self.text)
        self.speaking, self.operation = self.agents[0], ""

    # who is there

    def _found_community(self) -> None:
        with scope.acting_as(self.people["mira"].pk):
            kind = "reviewed" if self.ledger.is_moderated else "open"
            self.community = membership.found("Harbour", moderation=kind, my_name="Mira")
            token = membership.invite(self.community, self.people["mira"], uses=2, days=7, now=datetime.now(UTC))
        with scope.acting_as(self.people["alice"].pk):
            membership.join(token, my_name="Alice")
        for name, person in self.people.items():
            with scope.acting_as(person.pk):
                MemorySettings.for_person(person.pk)
                MemorySettings.objects.filter(person=person).update(
                    learning_threshold=2, share_global_in_communities=name == "alice"
                )

    def _connect(self) -> list[Reader]:
        """Connect the agents, each with a mark in its name; the last ones belong to others."""
        made: list[tuple[str, str, dict[str, Any]]] = [
            ("asking", "alice", {}),
            ("second", "alice", {}),
            ("trusted", "alice", {"trust": Trust.TRUSTED}),
            ("blocked", "alice", {}),
            ("bound", "alice", {"project": "Deal zQ0z"}),
            ("crew", "alice", {"community": self.community}),
            ("member", "mira", {"community": self.community}),
            ("strange", "bob", {}),
        ]
        self.tokens, readers = {}, []
        self.ledger.origins[0] = Origin(0, PERSON, "connect", "project")
        for name, whose, options in made:
            person, mark = self.people[whose].pk, self.fresh("connect", "name", name)
            with scope.acting_as(person):
                agent, self.tokens[name] = Agent.connect(self.people[whose], name=f"{name} {mark}", **options)
                if name == "blocked":
                    agent.set_sight({"technical": False})
            self.ledger.origins[self.numbers] = Origin(0, name, "connect", "name", agent.pk)
            said = {mark, "zQ0z"} if whose == "alice" else {mark}
            readers.append(Reader(name, person, agent.pk, community="community" in options, said=said))
        self.ledger.cover(self.people["alice"].pk, ["zQ0z"], "typed")
        self.ledger.show(self.people["alice"].pk, ["zQ0z"])
        return readers

    # words

    def fresh(self, operation: str, path: str, who: str, agent: UUID | None = None, **how: bool) -> str:
        """Return a mark that was never said before."""
        self.numbers += 1
        self.ledger.origins[self.numbers] = Origin(self.step, who, operation, path, agent, **how)
        return f"zq{self.numbers}z"

    def text(self, path: str) -> str:
        """Return a text for a field of a call: of its pool, or anything with a mark of its own."""
        name = path.rsplit(".", 1)[-1]
        pool = POOLS.get(name)
        if name in ("preference_id", "memories", "answers") and self.chance.random() < 0.9:
            return self._known_id(name)
        template = self.chance.choice(pool) if pool and self.chance.random() < 0.75 else "note {m}"
        if "{p}" in template:  # a place, in the spelling of whoever said it before or in another one
            template = template.replace("{p}", self.chance.choice(self.places[-4:]))
            template = marks.respelled(template, self.chance) if self.chance.random() < 0.4 else template
        if "{P}" in template:
            self.places.append(self.new("{M}", path))
            template = template.replace("{P}", self.places[-1])
        if "{v}" in template:
            template = template.replace("{v}", self.chance.choice(self.values))
        said = self.new(template, path)
        if name == "value" and self.chance.random() < 0.3:
            self.values = [*self.values[-6:], said]
        if self.chance.random() < 0.05:
            said += self.unseen(path)
        if name in ("details", "value", "preference", "content") and self.chance.random() < 0.05:
            said = f"{said} {'and so on ' * 32}{self.new('{m}', path)}"
        return said

    def new(self, template: str, path: str) -> str:
        if "{m}" not in template.lower():
            return template
        mark = self.fresh(self.operation, path, self.speaking.name, self.speaking.agent)
        spelled = self.chance.choice(marks.SPELLINGS).format(self.numbers)
        return template.replace("{m}", mark).replace("{M}", spelled)

    def unseen(self, path: str, pair: str = "") -> str:
        """Return a mark in letters that nobody sees."""
        self.fresh(self.operation, path, self.speaking.name, self.speaking.agent, is_unseen=True)
        return marks.hidden(self.numbers, pair or self.chance.choice(marks.INVISIBLE))

    def _known_id(self, name: str) -> str:
        """Return an id that the agent was told, or, rarely, one that it was not."""
        if name == "answers":
            with scope.acting_as(self.speaking.person):
                known = [str(pk) for pk in Conflict.objects.open().order_by("pk").values_list("pk", flat=True)]
        else:
            known = self.ids.get(self.speaking.name, [])[-12:]
            if self.chance.random() < 0.1:
                known = [each for ids in self.ids.values() for each in ids][-30:]
        return self.chance.choice(known) if known else ""

    # calls

    def say(self, reader: Reader, name: str) -> dict[str, Any]:
        """Let an agent call an operation with marks in its fields."""
        self.speaking, self.operation = reader, name
        arguments = self._repeat_some(name, marks.arguments_for(OPERATIONS[name].arguments_model, self.speaker))
        key = ""
        if OPERATIONS[name].writes and self.chance.random() < 0.15:
            key = self.new("key {m}", "Idempotency-Key")
            self.keyed[reader.name] = (name, arguments, key)
        return self.call(reader, name, arguments, key=key)

    def say_again(self, reader: Reader) -> None:
        """Send a call with its key again: it is answered by what the agent may be told today."""
        if reader.name in self.keyed:
            name, arguments, key = self.keyed[reader.name]
            self.call(reader, name, arguments, key=key)

    def _repeat_some(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Say some of what another call said, so that the two are about the same, with the same value or another."""
        others = [each for each in self.calls if each["name"] == name]
        if others and self.chance.random() < 0.5:
            before = self.chance.choice(others)["arguments"]
            is_other = self.chance.random() < 0.3
            about = {"category", "key", "project", "condition", "preference"}
            kept = [
                each for each in before if each in (about if is_other else ledgers.GIVEN) and self.chance.random() < 0.7
            ]
            arguments = arguments | {each: before[each] for each in kept}
        return arguments

    def call(self, reader: Reader, name: str, arguments: dict[str, Any], *, key: str = "") -> dict[str, Any]:
        """Send a call over HTTP, note what is said and what a standing yes covers, and check the whole answer."""
        self.ledger.say(reader, [arguments, key])
        self.calls.append({"name": name, "arguments": arguments})
        is_yes = self._has_standing_yes(reader, name, arguments)
        covered = marks.marks_in(list(said_under(arguments))) | self._restated(reader, arguments) if is_yes else set()
        headers = {"Idempotency-Key": key} if key else {}
        response = post(Client(), f"/api/v1/tools/{name}", self.tokens[reader.name], arguments, **headers)
        assert response.status_code < 500, (name, arguments, response.content)
        answer: dict[str, Any] = response.json()
        if answer["ok"] and covered:
            self.ledger.cover(reader.person, covered, self._act_of(reader, answer["meta"]["requestId"]))
        self.given(reader, answer, name)
        self.ids.setdefault(reader.name, []).extend(ids_in(answer))
        return answer

    def _has_standing_yes(self, reader: Reader, name: str, arguments: dict[str, Any]) -> bool:
        if name not in ("save_user_preference", "update_user_preference", "record_feedback"):
            return False
        with scope.acting_as(reader.person):
            trust = Agent.objects.get(pk=reader.agent).trust
            confirm_new = MemorySettings.for_person(reader.person).confirm_new
        is_named = arguments.get("source") in ("instruction", "correction") or bool(arguments.get("note"))
        return trust == Trust.TRUSTED or confirm_new == "never" or (confirm_new == "explicit_only" and is_named)

    def _restated(self, reader: Reader, arguments: dict[str, Any]) -> set[str]:
        """Return the agent's own words of a memory that it changes: with the new ones it says them again."""
        if (pk := arguments.get("preference_id", "")) not in self.ids.get(reader.name, ()):
            return set()
        with scope.acting_as(reader.person):
            told = Evidence.objects.filter(pk=pk).values("memory")
            memories = Memory.objects.filter(Q(pk=pk) | Q(pk__in=told), person=reader.person)
            held = [[getattr(memory, name) for name in ledgers.OF_A_MEMORY] for memory in memories]
        return {mark for mark in marks.marks_in(held) if reader.has_said(mark)}

    def _act_of(self, reader: Reader, request: str) -> object:
        with scope.acting_as(reader.person):
            return Act.objects.filter(request=request).values_list("pk", flat=True).first() or request

    def given(self, reader: Reader, answer: object, how: str) -> None:
        """Check what a reader is given. The first fault ends the walk, unless all kinds of them are to be found."""
        for fault in self.ledger.faults(reader, answer, how, now=self.now):
            self.found(fault)

    def found(self, fault: Fault) -> None:
        """Tell of a fault with how the memories came to it; one of each kind is enough where the walk goes on."""
        self.counts[fault.kind] += 1
        if self.goes_on and self.counts[fault.kind] > 1:
            return
        story = ledgers.story(self.agents[0].person, fault.mark)
        self.told[fault.kind] = "\n    ".join([f"step {self.step}, {self.done[-1]}: {fault}", *story])
        if not self.goes_on:
            raise AssertionError(self.told[fault.kind])

    def read(self, reader: Reader, how: str = "") -> None:
        """Let an agent read in one of the ways there are."""
        self.speaking = reader
        how = how or self.chance.choice([*READS, *mcp_resources.READABLE, "hook"])
        if how in OPERATIONS:
            self.operation = how
            model = OPERATIONS[how].arguments_model
            arguments = marks.arguments_for(model, self.speaker)
            arguments = {name: value for name, value in arguments.items() if name not in ("cursor", "category")}
            if "limit" in model.model_fields:
                arguments["limit"] = 50
            self.call(reader, how, arguments)
        elif how == "hook":
            self._hook(reader)
        else:
            readable = mcp_resources.READABLE[how]
            answer = self.call(reader, readable.operation, readable.arguments)
            if answer["ok"] and how == mcp_resources.MEMORIES:
                self.given(reader, mcp_resources.to_markdown(answer["data"]), how)

    def _hook(self, reader: Reader) -> None:
        """Let a host report an event of a session, and check what it puts into the conversation."""
        self.operation = "hook"
        host = self.chance.choice(sorted(HOSTS.values(), key=lambda each: each.code))
        event = self.chance.choice(sorted(host.moments))
        prompt = self.new(self.chance.choice(POOLS["content"]), "messages.content")
        payload = {
            "hook_event_name": event,
            host.session: f"s{self.chance.randrange(3)}",
            "prompt": prompt,
            "project": self.text("project"),
        }
        self.ledger.say(reader, payload)
        headers = {"Authorization": f"Bearer {self.tokens[reader.name]}"}
        response = Client().post(f"/hooks/v1/{host.code}", payload, content_type="application/json", headers=headers)
        assert response.status_code == 200, response.content
        self.given(reader, response.json(), "hook")


def said_under(value: Any, *, is_given: bool = False) -> Iterator[str]:
    """Yield the texts of a call that a standing yes covers: what a memory says, and no note of the agent's own."""
    if isinstance(value, str):
        if is_given:
            yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if is_given:
                yield name
            yield from said_under(part, is_given=is_given or name in ledgers.GIVEN)
    elif isinstance(value, list):
        for part in value:
            yield from said_under(part, is_given=is_given)


def ids_in(value: object) -> list[str]:
    """Return the ids of memories and statements in an answer."""
    if isinstance(value, dict):
        own = [each for name in ("id", "preference_id") if isinstance(each := value.get(name), str) and each]
        return own + [each for part in value.values() for each in ids_in(part)]
    return [each for part in value for each in ids_in(part)] if isinstance(value, list) else []
