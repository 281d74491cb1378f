"""Any actions in any order, with nights between them: after every step the invariants hold."""

# ruff: noqa: SIM905  a list of words is easier to read as one

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, upkeep
from memoryweb.memories.actions import Person
from memoryweb.memories.erasing import erasure
from memoryweb.memories.erasing.tombstones import value_fingerprint
from memoryweb.memories.models import Act, Conflict, Memory, Proposal, Tombstone, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules import policy
from tests.builders import edit_form, set_settings
from tests.memories import invariants
from tests.memories.machine import MemoryMachine
from tests.memories.tables import tables_containing
from tests.rings import ALL

# name, category, values: one value, one value of a free key, many values, and no key at all
SUBJECTS = {
    "format": ("document_format", "technical", ("PDF", "Word", "Markdown")),
    "style": ("style", "communication", ("concise", "detailed")),
    "drink": ("drink", "food", ("I like coffee", "I don't like coffee", "I prefer green tea")),
    "taste": ("taste", "kitchen", ("I like coffee", "I don't like coffee")),
    "topics": ("topics", "content", ("cello music", "old maps")),
    "words": ("", "", ("The boat needs paint in spring", "The boat does not need paint in spring")),
}
PHRASES = ("{}", "{}", "Actually {}", "From now on {}", "{} today")
KINDS = ("", "", "", "preference", "fact", "goal", "habit", "event", "rule", "context", "reminder")
PLACES = st.sampled_from([("", ""), ("", ""), ("", ""), ("atlas", ""), ("", "when tired")])  # project and condition
UPDATERS = ["person", "scribe", "trusted", "trusted"]  # a file only remembers
ACTORS = st.sampled_from([*UPDATERS, "file"])
INDEX = st.integers(0, 999)
PARTS, EXAMPLES, STEPS = 3 if ALL else 1, 3 if ALL else 1, 40  # the parts run on as many workers as there are


class RandomActions(MemoryMachine):
    @initialize(values=st.lists(INDEX, min_size=2, max_size=4), confirm_new=st.sampled_from(["ask", "never"]))
    def begin(self, values: list[int], confirm_new: str) -> None:
        """Save a few memories, so that there is something to act on."""
        with self.step():
            set_settings(self.alice, confirm_new=confirm_new)
        for value in values:
            name, category, words = SUBJECTS[sorted(SUBJECTS)[value % len(SUBJECTS)]]
            statement = actions.Statement(name=name, category=category, details=f"Always {words[0]} {self.new_mark()}")
            with self.step():
                self.act("remember", statement, by=self.actor("trusted"))

    @rule(
        actor=ACTORS,
        source=st.sampled_from(policy.Source),
        subject=st.sampled_from(sorted(SUBJECTS)),
        value=INDEX,
        phrase=st.sampled_from(PHRASES),
        kind=st.sampled_from(KINDS),
        place=PLACES,
        quote=st.booleans(),
        marked=st.booleans(),
        conversation=st.integers(0, 3),
        days_ago=st.sampled_from([None, None, 1, 20]),
        points=st.sampled_from([None, None, 9.5]),
    )
    def remember(
        self,
        *,
        actor: str,
        source: policy.Source,
        subject: str,
        value: int,
        phrase: str,
        kind: str,
        place: tuple[str, str],
        quote: bool,
        marked: bool,
        conversation: int,
        days_ago: int | None,
        points: float | None,
    ) -> None:
        name, category, values = SUBJECTS[subject]
        details = phrase.format(values[value % len(values)]) + (f" {self.new_mark()}" if marked else "")
        statement = actions.Statement(
            name=name,
            category=category,
            details=details,
            source=source,
            kind=kind,
            project=place[0],
            condition=place[1],
            quote=f"words {self.new_mark()}" if quote else "",
            importance=points,
            ref={"conversation": conversation} if conversation else {},
            observed_on=self.now.date() - timedelta(days_ago) if days_ago else None,
            evidence_kind="import" if actor == "file" else "statement",
        )
        with self.step():
            self.act("remember", statement, by=self.actor(actor))

    @precondition(lambda self: self.memories)
    @rule(index=INDEX, actor=ACTORS, source=st.sampled_from(["", *policy.Source]))
    def repeat(self, index: int, actor: str, source: str) -> None:
        with self.step():
            if pk := self.pick(index):
                memory = Memory.objects.get(pk=pk)
                statement = actions.Statement(
                    name=memory.label,
                    key=memory.key,
                    category=memory.category,
                    value=memory.value,
                    source=source,
                    details=memory.details,
                    project=memory.project,
                    condition=memory.condition,
                )
                self.act("remember", statement, by=self.actor(actor))

    @precondition(lambda self: self.memories)
    @rule(index=INDEX, actor=ACTORS, source=st.sampled_from(policy.Source), value=INDEX, conversation=st.integers(0, 3))
    def state_another_value(self, index: int, actor: str, source: str, value: int, conversation: int) -> None:
        with self.step():
            if pk := self.pick(index, status__in=["active", "candidate"]):
                memory = Memory.objects.get(pk=pk)
                values = next((v for _, category, v in SUBJECTS.values() if category == memory.category), ("yes", "no"))
                statement = actions.Statement(
                    name=memory.label,
                    key=memory.key,
                    category=memory.category,
                    source=source,
                    project=memory.project,
                    condition=memory.condition,
                    details=f"{values[value % len(values)]} {self.new_mark()}",
                    ref={"conversation": conversation} if conversation else {},
                )
                self.act("remember", statement, by=self.actor(actor))

    @precondition(lambda self: self.memories)
    @rule(
        index=INDEX,
        actor=st.sampled_from(UPDATERS),
        subject=st.sampled_from(sorted(SUBJECTS)),
        value=INDEX,
        quoted=st.booleans(),
        source=st.sampled_from(["", "correction", "behaviour"]),
    )
    def update(self, *, index: int, actor: str, subject: str, value: int, quoted: bool, source: str) -> None:
        values = SUBJECTS[subject][2]
        details = f"Now {values[value % len(values)]} {self.new_mark()}"
        with self.step():
            may_read = {} if actor == "person" else {"status__in": ["active", "superseded", "expired", "archived"]}
            if pk := self.pick(index, **may_read):
                quote = self.new_mark() if quoted else ""
                self.act("update", pk, details=details, quote=quote, source=source, by=self.actor(actor))

    @precondition(lambda self: self.memories)
    @rule(
        index=INDEX,
        value=st.sampled_from([None, "PDF", "Word", "I like coffee", "quiet"]),
        kind=st.sampled_from(["", "goal", "event", "rule"]),
        place=st.none() | PLACES,
        pinned=st.booleans(),
    )
    def edit(self, index: int, value: str | None, kind: str, place: tuple[str, str] | None, pinned: bool) -> None:
        with self.step():
            if pk := self.pick(index, status__in=["candidate", "active", "expired", "archived"]):
                memory = Memory.objects.get(pk=pk)
                project, condition = place or (memory.project, memory.condition)
                form = edit_form(
                    memory,
                    value=memory.value if value is None else value,
                    kind=kind or memory.kind,
                    tags=(),
                    details=f"{memory.details[:50]} {self.new_mark()}",
                    project=project,
                    condition=condition,
                    pinned=pinned,
                )
                self.act("edit", pk, form, since=actions.newest_version(pk))

    # What the person decides

    @precondition(lambda self: self.memories)
    @rule(
        index=INDEX,
        verb=st.sampled_from(
            "confirm decline only_this_time expire archive pin unpin keep let_age still_true boost complete promote"
            " restore_ended forget".split()
        ),
    )
    def decide(self, index: int, verb: str) -> None:
        with self.step():
            if pk := self.pick(index):
                self.act(verb, pk)

    @precondition(lambda self: self.memories)
    @rule(index=INDEX, verb=st.sampled_from(["expire", "forget"]))
    def an_agent_forgets(self, index: int, verb: str) -> None:
        with self.step():
            may_read = {"status__in": ["active", "superseded", "expired", "archived"]}
            if pk := self.pick(index, **may_read):
                self.act(verb, pk, by=self.actor("scribe"), reason=f"because {self.new_mark()}")

    @precondition(lambda self: self.proposals)
    @rule(index=INDEX, verb=st.sampled_from(["accept", "reject"]))
    def answer_a_proposal(self, index: int, verb: str) -> None:
        with self.step():
            ids = list(Proposal.objects.open().order_by("created_at", "pk").values_list("pk", flat=True))
            if ids:
                self.act(verb, ids[index % len(ids)])

    @precondition(lambda self: self.memories)
    @rule(index=INDEX, version=INDEX)
    def restore(self, index: int, version: int) -> None:
        with self.step():
            if pk := self.pick(index):
                rows: Any = history_model().objects.filter(id=pk).order_by("history_id")
                ids = list(rows.values_list("history_id", flat=True))
                self.act("restore", ids[version % len(ids)])

    @precondition(lambda self: self.memories)
    @rule(index=INDEX)
    def undo(self, index: int) -> None:
        with self.step():
            acts = list(Act.objects.order_by("pk").values_list("pk", flat=True))
            self.act("undo_act", acts[index % len(acts)])

    @precondition(lambda self: self.memories)
    @rule()
    def undo_the_last_act(self) -> None:
        with self.step():
            self.act("undo_act", Act.objects.order_by("pk").values_list("pk", flat=True).latest("pk"))

    @precondition(lambda self: self.conflicts)
    @rule(index=INDEX, member=INDEX, verb=st.sampled_from("keep_one was_temporary keep_both later".split()))
    def answer_a_conflict(self, index: int, member: int, verb: str) -> None:
        with self.step():
            if not (conflict := self.one_of(Conflict.objects.open(), index)):
                return
            live = conflict.members.filter(memory__in=Memory.objects.live())
            members = sorted(live.values_list("memory_id", flat=True))
            if verb == "later":
                self.act(verb, conflict.pk)
            elif verb == "keep_both":
                conditions = ["", *(f"at {hour} o'clock {self.new_mark()}" for hour in range(1, len(members)))]
                with suppress(actions.Invalid):  # another memory may apply always already
                    self.act(verb, conflict.pk, dict(zip(members, conditions, strict=True)))
            else:
                self.act(verb, conflict.pk, members[member % len(members)])

    @staticmethod
    def one_of(conflicts: Any, index: int) -> Conflict | None:
        rows = list(conflicts.order_by("created_at", "pk"))
        return rows[index % len(rows)] if rows else None

    @precondition(lambda self: self.memories)
    @rule(index=INDEX)
    def erase(self, index: int) -> None:
        with self.step():
            if not (pk := self.pick(index)):
                return
            marks = self.marks_only_in(pk)
            memory = Memory.objects.get(pk=pk)
            fingerprint = value_fingerprint(memory.person_id, memory.label, memory.value)
            erasure.erase(pk, by=Person(self.alice), now=self.now)
            assert not marks or tables_containing(*marks) == set(), f"one of {marks} was erased"
            assert Tombstone.objects.filter(fingerprint=fingerprint).exists() or (
                Memory.objects.live().filter(value=memory.value).exists()
            )

    @rule(
        confirm_new=st.sampled_from(["ask", "explicit_only", "never"]),
        below=st.sampled_from([None, None, 2.5]),
        memory=st.sampled_from([True, True, True, False]),
        learning=st.sampled_from([True, True, False]),
    )
    def change_settings(self, confirm_new: str, below: float | None, memory: bool, learning: bool) -> None:
        with self.step():
            set_settings(
                self.alice,
                confirm_new=confirm_new,
                archive_below=below,
                enable_memory=memory,
                learning_enabled=learning,
            )

    # Time

    @rule(days=st.one_of(st.integers(1, 20), st.integers(1, 400)))
    def days_pass(self, days: int) -> None:
        self.now += timedelta(days=days)

    @rule(batch=st.sampled_from([1, 500]))
    def archive_what_is_due(self, batch: int) -> None:
        self.run_twice("archive", batch)
        with scope.acting_as(self.alice.pk):
            if not MemorySettings.for_person(self.alice.pk).enable_memory:
                return
            for memory in Memory.objects.live().filter(contested=False):
                day = invariants.archive_day(memory)
                if day is None or day > self.now.date():
                    continue
                if memory.is_unfinished_goal:
                    assert memory.proposals.filter(kind="expire"), f"nobody was asked about {memory}"
                else:
                    waits = Q(kind="remember") | Q(replaces__isnull=False)  # for an answer; expire_proposals ends that
                    assert memory.proposals.filter(waits, status="open"), f"{memory} was due on {day}"

    @rule(name=st.sampled_from(["promote", "detect_conflicts", "expire_proposals"]), batch=st.sampled_from([1, 500]))
    def sweep(self, name: str, batch: int) -> None:
        self.run_twice(name, batch)
        if name == "promote":
            with scope.acting_as(self.alice.pk):
                self.check_promotions()

    def run_twice(self, name: str, batch: int) -> None:
        """Run a sweep twice: the second time it finds nothing to do."""
        self.now += timedelta(minutes=7)
        with scope.acting_as_clock():
            last = invariants.newest_version()
        upkeep.run_now(name, now=self.now, batch=batch)
        with scope.acting_as_clock():
            invariants.check_new_versions(last)
        again = upkeep.run_now(name, now=self.now)
        assert (again.counts, again.open_shards) == ({}, []), f"{name} again: {again.counts}"

    def check_promotions(self) -> None:
        """Check that alice was asked about every short memory that is ripe."""
        if not MemorySettings.for_person(self.alice.pk).enable_memory:
            return
        for memory in Memory.objects.active().filter(horizon="short", contested=False, day=None):
            if memory.kind in policy.NEVER_PROMOTED:
                continue
            ripe = memory.repeats >= policy.PROMOTE_REPEATS or memory.evidence_days > policy.PROMOTE_DAYS
            assert not ripe or memory.proposals.filter(Q(kind="promote") | Q(status="open")).exists()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_invariant_holds_after_every_action(part: int, alice: User, scribe: Agent, trusted: Agent) -> None:
    """Without shrinking, which takes minutes: a sequence that fails is printed as it was."""
    RandomActions.alice, RandomActions.agents = alice, {"scribe": scribe, "trusted": trusted}
    run_state_machine_as_test(
        RandomActions,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            database=None,
        ),
    )
