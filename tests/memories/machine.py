"""A state machine of one person, two agents, a file and the clock; after each step the invariants hold.

test_random_actions adds the rules: which step may come next.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine, invariant

from memoryweb.agents.models import Agent
from memoryweb.memories import actions
from memoryweb.memories.actions import Actor, AgentOf, FileOf, Person
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Conflict, Evidence, Memory, Proposal, history_model
from memoryweb.people.models import User
from memoryweb.rls import scope
from tests.builders import check_constraints
from tests.memories import account, invariants

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
UNDONE_EVERY = 2  # steps
MARK = re.compile(r"zq\d+x")
WROTE_NOTHING = ("unchanged", "refused", "blocked")


class MemoryMachine(RuleBasedStateMachine):
    alice: User
    agents: dict[str, Agent]

    def __init__(self) -> None:
        super().__init__()
        self.now, self.marks, self.steps = START, 0, 0
        self.outcomes: list[actions.Outcome] = []
        # how many there are, for the rules that need one
        self.memories = self.proposals = self.conflicts = 0
        self.transaction = transaction.atomic()
        self.transaction.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    # What the rules use

    def actor(self, name: str) -> Actor:
        if name in self.agents:
            return AgentOf(self.agents[name])
        return FileOf(self.alice) if name == "file" else Person(self.alice)

    @contextmanager
    def step(self) -> Iterator[None]:
        """Run one action in alice's scope, a little later than the last one, and check what it wrote."""
        self.now += timedelta(minutes=7)
        self.outcomes.clear()
        with scope.acting_as(self.alice.pk):
            last = invariants.newest_version()
            self.steps += 1
            before = account.dump() if self.steps % UNDONE_EVERY == 0 else None
            yield
            versions = invariants.check_new_versions(last)
            for outcome in self.outcomes:
                self.check_outcome(outcome, versions)
            if before is not None:
                self.check_undo(before)

    def check_outcome(self, outcome: actions.Outcome, versions: list[Any]) -> None:
        """Check that the action did what its outcome says."""
        if outcome.name in WROTE_NOTHING:
            assert not versions, (outcome, [version.changed_verb for version in versions])
        if outcome.version:
            assert outcome.memory
            assert history_model().objects.get(history_id=outcome.version).id == outcome.memory.pk
        if outcome.proposal_id:
            assert Proposal.objects.get(pk=outcome.proposal_id).status == Proposal.Status.OPEN

    def check_undo(self, before: account.Rows) -> None:
        """Undo the act of this step, compare the account with what it was, and do as if that had not happened."""
        act = next((outcome.act for outcome in self.outcomes if outcome.act), None)
        if act is None:
            return
        with transaction.atomic():
            undone = undo_act(act, by=Person(self.alice), now=self.now)
            assert undone.name == "revised", undone
            differences = account.differences(before, account.dump())
            assert not differences, differences
            check_constraints()
            transaction.set_rollback(True)

    def act(self, verb: str, *args: Any, **options: Any) -> None:
        options = {"by": Person(self.alice), "now": self.now, **options}
        action = undo_act if verb == "undo_act" else getattr(actions, verb)
        self.outcomes.append(action(*args, **options))

    def pick(self, index: int, **filters: Any) -> UUID | None:
        """Return one of alice's memories, whatever the index; None if she has none."""
        ids = list(Memory.objects.filter(**filters).order_by("obs_id").values_list("pk", flat=True))
        return ids[index % len(ids)] if ids else None

    def new_mark(self) -> str:
        """Return a word that occurs in this one statement only, so that tables can be searched for it."""
        self.marks += 1
        return f"zq{self.marks}x"

    def marks_only_in(self, pk: UUID) -> set[str]:
        """Return the marks that stand in this memory, its versions and its evidence and nowhere else."""
        own, others = set[str](), set[str]()
        tables: list[tuple[Any, str]] = [(Memory, "id"), (history_model(), "id"), (Evidence, "memory_id")]
        for model, column in tables:
            for row in model.objects.values():
                (own if row[column] == pk else others).update(MARK.findall(str(row)))
        # what another memory is offered belongs to that offer until it is accepted
        for offer in Proposal.objects.exclude(memory=pk).values("question", "change"):
            others.update(MARK.findall(str(offer)))
        return own - others

    # What always holds

    @invariant()
    def the_database_agrees(self) -> None:
        check_constraints()

    @invariant()
    def the_rows_agree(self) -> None:
        with scope.acting_as(self.alice.pk):
            memories = {memory.pk: memory for memory in Memory.objects.all()}
            conflicts = list(Conflict.objects.prefetch_related("members"))
            proposals = list(Proposal.objects.all())
            open_conflicts = [conflict for conflict in conflicts if conflict.status == "open"]
            invariants.check_keys([memory for memory in memories.values() if memory.is_live])
            invariants.check_ended(list(memories.values()))
            invariants.check_clocks(list(memories.values()), self.now.date())
            invariants.check_history()
            invariants.check_conflicts(memories, open_conflicts)
            invariants.check_proposals(memories, proposals)
            invariants.check_evidence(memories)
        self.memories, self.conflicts = len(memories), len(open_conflicts)
        self.proposals = sum(proposal.status == "open" for proposal in proposals)
