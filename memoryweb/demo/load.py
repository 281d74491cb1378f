"""Fills an account with the example month by calling the operations that every agent calls, each on its own day."""

from datetime import datetime, timedelta
from uuid import UUID

from memoryweb.agents.models import Agent, Trust
from memoryweb.demo.models import ExampleMonth
from memoryweb.demo.month import CODER, MONTH, READER, WRITER, Step
from memoryweb.memories.actions import Person, store
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import MemorySettings, User, all_sections
from memoryweb.rls import scope


class SwitchedOffError(Exception):
    """The person's settings keep out what the month would bring: memory or one of its sections is off."""


def load(person: User, *, now: datetime) -> bool:
    """Fill an empty account and return True. Needs no scope. Raises SwitchedOffError and changes nothing.

    Returns False and changes nothing if the account has memories: the month would contradict them, and itself. All of
    it is one transaction, so that a month that fails leaves the account empty.
    """
    with scope.acting_as(person.pk):
        store.lock_person(person.pk)  # two clicks load one month
        if Memory.objects.of(person).exists():
            return False
        settings = MemorySettings.for_person(person.pk)
        if not settings.enable_memory or not set(all_sections()) <= set(settings.enabled_sections):
            raise SwitchedOffError
        agents = _connect_agents(person, now)
        for step in MONTH:
            at = now - timedelta(days=step.days_ago, minutes=7 * step.days_ago)
            _run(step, person, agents[step.agent], at)
    return True


def _connect_agents(person: User, now: datetime) -> dict[str, Agent]:
    trusts = {CODER: Trust.ASK, WRITER: Trust.ASK, READER: Trust.TRUSTED}
    agents = {name: Agent.connect(person, name=name, trust=trust)[0] for name, trust in trusts.items()}
    ids = [agent.pk for agent in agents.values()]
    connected = Agent.objects.of(person).filter(pk__in=ids)
    connected.update(created_at=now - timedelta(days=MONTH[0].days_ago + 1))
    ExampleMonth.objects.update_or_create(person=person, defaults={"agents": ids, "loaded_at": now})
    return agents


def _run(step: Step, person: User, agent: Agent, at: datetime) -> None:
    call = dispatch.Call(agent=agent, name=step.call.operation, arguments=step.call.arguments, now=at)
    result = dispatch.run(call)
    if not result.envelope["ok"] and result.outcome != "SENSITIVE_DATA":
        raise RuntimeError(f"the example month no longer fits the operations: {call.name} {result.envelope['error']}")
    if step.answer and (statement_id := result.envelope["data"]["id"]):  # none for what the person had erased before
        _answer(step, person, UUID(statement_id), at + timedelta(hours=2))


def _answer(step: Step, person: User, statement_id: UUID, at: datetime) -> None:
    """Answer the open question about this statement as the person. Some answers need no question any more."""
    question = Proposal.objects.of(person).open().filter(memory__evidence=statement_id).first()
    if question and step.answer:
        step.answer(question.pk, by=Person(person), now=at)
