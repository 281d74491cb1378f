"""Any verbs in any order, nights between them: what must hold after every step (SPEC §3–§7, §10, §14)."""

# ruff: noqa: SIM905  a list of words is easier to read as one

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, Q
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memoryweb.agents.models import Agent
from memoryweb.memories import actions, erasure, upkeep
from memoryweb.memories.actions import Edit, conflicts
from memoryweb.memories.actions.interpretation import lasting_fingerprint
from memoryweb.memories.actors import Actor, AgentOf, FileOf, Person
from memoryweb.memories.models import LIVE, Conflict, Evidence, Memory, Proposal, Tombstone, columns, history_model
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.rules import decay, policy
from tests.memories.tables import places_of

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
MARK = re.compile(r"zq\d+x")  # a word of its own in what is said, so that it can be looked for

# name, category, values: one value, one value of a free key, many values, and no key at all
SUBJECTS = {
    "format": ("document_format", "technical", ("PDF", "Word", "Markdown")),
    "style": ("style", "communication", ("concise", "detailed")),
    "drink": ("drink", "food", ("I like coffee", "I don't like coffee", "I prefer green tea")),
    "taste": ("taste", "kitchen", ("I like coffee", "I don't like coffee")),
    "topics": ("topics", "content", ("cello music", "old maps")),
    "words": ("", "", ("The boat needs paint in spring", "The boat does not need paint in spring")),
}
WORDS_AROUND = ("{}", "{}", "Actually {}", "From now on {}", "{} today")
KINDS = ("", "", "", "preference", "fact", "goal", "habit", "event", "rule", "context", "reminder")
WHERE = st.sampled_from([("", ""), ("", ""), ("", ""), ("atlas", ""), ("", "when tired")])
WHO = st.sampled_from(["person", "scribe", "trusted", "trusted", "file"])
ANY = st.integers(0, 999)
SAME = "person_id audience community_id project condition key".split()
UNCHANGED = ("unchanged", "refused", "blocked")
DIFFERENT = " OR ".join(f"m.{name.strip()} IS DISTINCT FROM h.{name.strip()}" for name in columns().split(","))
UNLIKE_THEIR_VERSION = f"""
SELECT m.id FROM memories_memory m LEFT JOIN LATERAL (
    SELECT * FROM memories_historicalmemory h WHERE h.id = m.id ORDER BY h.history_id DESC LIMIT 1
) h ON true WHERE {DIFFERENT}
"""
OUT_OF_ORDER = """
SELECT v.id FROM (
    SELECT h.*, lag(history_date) OVER line AS before, row_number() OVER line AS number
    FROM memories_historicalmemory h WINDOW line AS (PARTITION BY h.id ORDER BY history_id)
) v WHERE v.before > v.history_date OR (v.number = 1) <> (v.history_type = '+') OR v.changed_verb = ''
   OR v.changed_by NOT IN ('person', 'agent', 'clock') OR v.changed_at <> v.history_date AND v.changed_verb <> 'erase'
   OR (v.history_type <> '-' AND NOT EXISTS (SELECT FROM memories_memory m WHERE m.id = v.id) AND v.label <> '')
"""


class Life(RuleBasedStateMachine):
    """One person, her agents and her file, and the clock; each step is a verb, a night or a sweep."""

    alice: User
    agents: dict[str, Agent]

    def __init__(self) -> None:
        super().__init__()
        self.now, self.said = START, 0
        # how many there are, for the rules that need one
        self.memories = self.questions = self.conflicts = self.conflicts_ever = 0
        self.whole = transaction.atomic()
        self.whole.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.whole.__exit__(None, None, None)

    # Helpers

    def by(self, who: str) -> Actor:
        if who in self.agents:
            return AgentOf(self.agents[who])
        return FileOf(self.alice) if who == "file" else Person(self.alice)

    @property
    def me(self) -> Actor:
        return Person(self.alice)

    @contextmanager
    def step(self) -> Iterator[None]:
        """In alice's scope, a little later than the last one: no memory gets two versions in one verb."""
        self.now += timedelta(minutes=7)
        with scope.acting_as(self.alice.pk):
            last = self.newest()
            yield
            self.check_one_version_each(last)

    @staticmethod
    def newest() -> int:
        return history_model().objects.order_by("-history_id").values_list("history_id", flat=True).first() or 0

    @staticmethod
    def check_one_version_each(last: int) -> None:
        new = history_model().objects.filter(history_id__gt=last).order_by().values("id").annotate(n=Count("id"))
        assert not new.filter(n__gt=1).exists(), "a verb wrote two versions of one memory"

    def done(self, outcome: actions.Outcome, last: int) -> None:
        """What a verb answers is what it did."""
        written = history_model().objects.filter(history_id__gt=last)
        if outcome.name in UNCHANGED:
            assert not written.exists(), (outcome, list(written.values("changed_verb")))
        if outcome.version:
            assert outcome.memory
            assert history_model().objects.get(history_id=outcome.version).id == outcome.memory.pk
        if outcome.proposal_id:
            assert Proposal.objects.get(pk=outcome.proposal_id).status == Proposal.Status.OPEN

    def call(self, verb: str, *args: Any, **more: Any) -> actions.Outcome:
        last = self.newest()
        outcome: actions.Outcome = getattr(actions, verb)(*args, **{"by": self.me, "now": self.now, **more})
        self.done(outcome, last)
        return outcome

    def pick(self, of: int, **filters: Any) -> UUID | None:
        """One of alice's memories, whatever the number."""
        ids = list(Memory.objects.filter(**filters).order_by("obs_id").values_list("pk", flat=True))
        return ids[of % len(ids)] if ids else None

    def mark(self) -> str:
        self.said += 1
        return f"zq{self.said}x"

    # What is said

    @initialize(values=st.lists(ANY, min_size=2, max_size=4), confirm_new=st.sampled_from(["ask", "never"]))
    def begin(self, values: list[int], confirm_new: str) -> None:
        """A few memories in use, so that there is something to happen to."""
        with self.step():
            MemorySettings.for_person(self.alice.pk)
            MemorySettings.objects.update(confirm_new=confirm_new)
        for value in values:
            name, category, words = SUBJECTS[sorted(SUBJECTS)[value % len(SUBJECTS)]]
            statement = actions.Statement(name=name, category=category, details=f"Always {words[0]} {self.mark()}")
            with self.step():
                self.call("remember", statement, by=self.by("trusted"))

    @rule(
        who=WHO, source=st.sampled_from(policy.Source), subject=st.sampled_from(sorted(SUBJECTS)), value=ANY,
        around=st.sampled_from(WORDS_AROUND), kind=st.sampled_from(KINDS), where=WHERE,
        quote=st.booleans(), marked=st.booleans(), talk=st.integers(0, 3),
        days_ago=st.sampled_from([None, None, 1, 20]), points=st.sampled_from([None, None, 9.5]),
    )  # fmt: skip
    def remember(
        self, *, who: str, source: policy.Source, subject: str, value: int, around: str, kind: str,
        where: tuple[str, str], quote: bool, marked: bool, talk: int, days_ago: int | None, points: float | None,
    ) -> None:  # fmt: skip
        name, category, values = SUBJECTS[subject]
        details = around.format(values[value % len(values)]) + (f" {self.mark()}" if marked else "")
        statement = actions.Statement(
            name=name, category=category, details=details, source=source, kind=kind, project=where[0],
            condition=where[1], quote=f"words {self.mark()}" if quote else "", importance=points,
            ref={"conversation": talk} if talk else {},
            observed_on=self.now.date() - timedelta(days_ago) if days_ago else None,
            evidence_kind="import" if who == "file" else "statement",
        )  # fmt: skip
        with self.step():
            self.call("remember", statement, by=self.by(who))

    @precondition(lambda self: self.memories)
    @rule(which=ANY, who=WHO, source=st.sampled_from(["", *policy.Source]))
    def say_again(self, which: int, who: str, source: str) -> None:
        with self.step():
            if pk := self.pick(which):
                memory = Memory.objects.get(pk=pk)
                statement = actions.Statement(
                    name=memory.label, key=memory.key, category=memory.category, value=memory.value, source=source,
                    details=memory.details, project=memory.project, condition=memory.condition,
                )  # fmt: skip
                self.call("remember", statement, by=self.by(who))

    @precondition(lambda self: self.memories)
    @rule(which=ANY, who=WHO, source=st.sampled_from(policy.Source), value=ANY, talk=st.integers(0, 3))
    def say_otherwise(self, which: int, who: str, source: str, value: int, talk: int) -> None:
        """Another value for what is known."""
        with self.step():
            if pk := self.pick(which, status__in=["active", "candidate"]):
                memory = Memory.objects.get(pk=pk)
                values = next((v for n, c, v in SUBJECTS.values() if c == memory.category), ("yes", "no"))
                statement = actions.Statement(
                    name=memory.label, key=memory.key, category=memory.category, source=source, project=memory.project,
                    condition=memory.condition, details=f"{values[value % len(values)]} {self.mark()}",
                    ref={"conversation": talk} if talk else {},
                )  # fmt: skip
                self.call("remember", statement, by=self.by(who))

    @precondition(lambda self: self.memories)
    @rule(which=ANY, who=WHO, subject=st.sampled_from(sorted(SUBJECTS)), value=ANY, quote=st.booleans(),
          source=st.sampled_from(["", "correction", "behaviour"]))  # fmt: skip
    def update(self, *, which: int, who: str, subject: str, value: int, quote: bool, source: str) -> None:
        values = SUBJECTS[subject][2]
        details = f"Now {values[value % len(values)]} {self.mark()}"
        with self.step():
            if pk := self.pick(which):
                said = self.mark() if quote else ""
                self.call("update", pk, details=details, quote=said, source=source, by=self.by(who))

    @precondition(lambda self: self.memories)
    @rule(
        which=ANY, value=st.sampled_from([None, "PDF", "Word", "I like coffee", "quiet"]),
        kind=st.sampled_from(["", "goal", "event", "rule"]), where=st.none() | WHERE, pinned=st.booleans(),
    )  # fmt: skip
    def edit(self, which: int, value: str | None, kind: str, where: tuple[str, str] | None, pinned: bool) -> None:
        with self.step():
            if pk := self.pick(which):
                memory = Memory.objects.get(pk=pk)
                project, condition = where or (memory.project, memory.condition)
                form = Edit(
                    label=memory.label, value=memory.value if value is None else value,
                    details=f"{memory.details[:50]} {self.mark()}", kind=kind or memory.kind, condition=condition,
                    project=project, tags=(), pinned=pinned,
                )  # fmt: skip
                self.call("edit", pk, form)

    # What the person decides

    @precondition(lambda self: self.memories)
    @rule(which=ANY, verb=st.sampled_from(
        "confirm decline only_this_time expire archive pin unpin keep let_age still_true boost complete promote"
        " restore_ended forget".split()
    ))  # fmt: skip
    def decide(self, which: int, verb: str) -> None:
        with self.step():
            if pk := self.pick(which):
                self.call(verb, pk)

    @precondition(lambda self: self.memories)
    @rule(which=ANY, verb=st.sampled_from(["expire", "forget"]))
    def an_agent_forgets(self, which: int, verb: str) -> None:
        with self.step():
            if pk := self.pick(which):
                self.call(verb, pk, by=self.by("scribe"), reason=f"because {self.mark()}")

    @precondition(lambda self: self.questions)
    @rule(which=ANY, verb=st.sampled_from(["accept", "reject"]))
    def answer(self, which: int, verb: str) -> None:
        with self.step():
            asked = list(Proposal.objects.open().order_by("created_at", "pk").values_list("pk", flat=True))
            if asked:
                self.call(verb, asked[which % len(asked)])

    @precondition(lambda self: self.memories)
    @rule(which=ANY, version=ANY)
    def restore(self, which: int, version: int) -> None:
        with self.step():
            if pk := self.pick(which):
                rows: Any = history_model().objects.filter(id=pk).order_by("history_id")
                ids = list(rows.values_list("history_id", flat=True))
                self.call("restore", ids[version % len(ids)])

    @precondition(lambda self: self.memories)
    @rule(which=ANY)
    def undo(self, which: int) -> None:
        with self.step():
            if pk := self.pick(which):
                self.call("undo", history_model().objects.filter(id=pk).latest("history_id").history_id)

    @precondition(lambda self: self.memories)
    @rule()
    def undo_the_last_change(self) -> None:
        with self.step():
            rows: Any = history_model().objects.filter(id__in=Memory.objects.values("pk")).order_by("-history_id")
            if last := rows.first():
                self.call("undo", last.history_id)

    @precondition(lambda self: self.conflicts)
    @rule(which=ANY, member=ANY, how=st.sampled_from("keep_one was_temporary keep_both later".split()))
    def settle(self, which: int, member: int, how: str) -> None:
        with self.step():
            if not (conflict := self.one_of(Conflict.objects.open(), which)):
                return
            members = sorted(each.memory_id for each in conflict.members.filter(memory__in=Memory.objects.live()))
            if how == "later":
                self.call(how, conflict.pk)
            elif how == "keep_both":
                taken = dict(zip(members, ["", *(f"at {n} o'clock {self.mark()}" for n in members)], strict=False))
                self.call(how, conflict.pk, taken)
            else:
                self.call(how, conflict.pk, members[member % len(members)])

    @precondition(lambda self: self.conflicts_ever)
    @rule(which=ANY)
    def reopen(self, which: int) -> None:
        with self.step():
            if conflict := self.one_of(Conflict.objects.all(), which):
                self.call("reopen", conflict.pk)

    @staticmethod
    def one_of(conflicts: Any, which: int) -> Conflict | None:
        found = list(conflicts.order_by("created_at", "pk"))
        return found[which % len(found)] if found else None

    @precondition(lambda self: self.memories)
    @rule(which=ANY)
    def erase(self, which: int) -> None:
        with self.step():
            if not (pk := self.pick(which)):
                return
            words = self.words_of(pk)
            fingerprint = lasting_fingerprint(Memory.objects.get(pk=pk))
            erasure.erase(pk, by=self.me, now=self.now)
            for word in words:
                assert places_of(word) == set(), f"{word} was erased"
            assert Tombstone.objects.filter(fingerprint=fingerprint).exists() or (
                Memory.objects.live().filter(fingerprint=fingerprint).exists()
            )

    @staticmethod
    def words_of(pk: UUID) -> set[str]:
        """Words that only this memory carries, in any version, reason or question of it."""

        def marks(texts: Iterable[object]) -> set[str]:
            return {mark for text in texts for mark in MARK.findall(str(text))}

        def texts(mine: bool) -> set[str]:
            found: set[str] = set()
            for model, about in ((Memory, "pk"), (history_model(), "id"), (Evidence, "memory")):
                rows = model.objects.filter(**{about: pk}) if mine else model.objects.exclude(**{about: pk})
                found |= marks(rows.values_list())
            return found

        # the words that another memory is offered are that offer's, until it is accepted
        offered = marks(Proposal.objects.exclude(memory=pk).values_list("question", "change"))
        return texts(True) - texts(False) - offered

    @rule(
        confirm_new=st.sampled_from(["ask", "explicit_only", "never"]), below=st.sampled_from([None, None, 2.5]),
        on=st.sampled_from([True, True, True, False]), learning=st.sampled_from([True, True, False]),
    )  # fmt: skip
    def choose(self, confirm_new: str, below: float | None, on: bool, learning: bool) -> None:
        with self.step():
            MemorySettings.for_person(self.alice.pk)
            MemorySettings.objects.update(
                confirm_new=confirm_new, archive_below=below, enable_memory=on, learning_enabled=learning
            )

    # Time

    @rule(days=st.one_of(st.integers(1, 20), st.integers(1, 400)))
    def days_pass(self, days: int) -> None:
        self.now += timedelta(days=days)

    @rule(batch=st.sampled_from([1, 500]))
    def archive_what_is_due(self, batch: int) -> None:
        self.sweep("archive", batch)
        with scope.acting_as(self.alice.pk):
            today, own = self.now.date(), MemorySettings.for_person(self.alice.pk)
            for memory in Memory.objects.live().filter(contested=False) if own.enable_memory else ():
                due = archive_day(memory)
                if memory.is_unfinished_goal:
                    asked = memory.proposals.filter(kind="expire").exists()
                    assert asked or not due or due > today, "a goal past its time was not asked about"
                    continue
                waits = memory.proposals.filter(kind="remember", status="open").exists()
                assert waits or due is None or due > today, f"{memory} was due on {due}"

    @rule(name=st.sampled_from(["promote", "detect_conflicts", "expire_proposals"]), batch=st.sampled_from([1, 500]))
    def sweep(self, name: str, batch: int) -> None:
        """The second sweep finds nothing to do: what is done is done."""
        with self.step():
            pass
        with scope.acting_as_clock():
            last = self.newest()
        upkeep.run_now(name, now=self.now, batch=batch)
        with scope.acting_as_clock():
            self.check_one_version_each(last)
        again = upkeep.run_now(name, now=self.now)
        assert (again.counts, again.open_shards) == ({}, []), f"{name} again: {again.counts}"
        if name == "promote":
            with scope.acting_as(self.alice.pk):
                self.check_who_is_asked()

    def check_who_is_asked(self) -> None:
        today_on = MemorySettings.for_person(self.alice.pk).enable_memory
        for memory in Memory.objects.active().filter(horizon="short", contested=False) if today_on else ():
            ripe = memory.repeats >= policy.PROMOTE_REPEATS or memory.evidence_days > policy.PROMOTE_DAYS
            asked = memory.proposals.filter(Q(kind="promote") | Q(status="open")).exists()
            assert asked or not ripe or memory.kind in policy.NEVER_PROMOTED or memory.day

    # What always holds

    @invariant()
    def the_database_agrees(self) -> None:
        """What it checks at the end of a transaction."""
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")

    @invariant()
    def it_holds(self) -> None:
        with scope.acting_as(self.alice.pk):
            memories = list(Memory.objects.order_by("obs_id"))
            live = [memory for memory in memories if memory.is_live]
            self.check_uniqueness(live)
            self.check_ends(memories)
            self.check_clocks(memories)
            self.check_history()
            self.check_conflicts(live)
            self.check_questions()
            self.check_evidence(memories)
            self.memories, self.questions = len(memories), Proposal.objects.open().count()
            self.conflicts, self.conflicts_ever = Conflict.objects.open().count(), Conflict.objects.count()

    def check_uniqueness(self, live: list[Memory]) -> None:
        free = [m for m in live if m.status == "active" and m.one_valued and m.key and not m.contested]
        assert len({tuple(getattr(m, name) for name in SAME) for m in free}) == len(free), "two hold one key"
        held = [
            tuple(getattr(m, name) for name in SAME)
            for m in live
            if m.status == "active" and m.one_valued and m.key and m.contested
        ]
        assert not {tuple(getattr(m, name) for name in SAME) for m in free} & set(held), "one stands beside a conflict"
        assert len({bytes(m.fingerprint) for m in live}) == len(live), "one statement lives twice"

    def check_ends(self, memories: list[Memory]) -> None:
        after = {memory.pk: memory.superseded_by_id for memory in memories}
        for memory in memories:
            assert not (memory.is_live and (memory.superseded_by_id or memory.expired_on or memory.expire_reason))
            assert memory.is_live or not memory.contested
            seen, at = set(), memory.pk
            while at := after.get(at):  # type: ignore[assignment]
                assert at not in seen, "successors in a circle"
                seen.add(at)

    def check_clocks(self, memories: list[Memory]) -> None:
        for memory in memories:
            assert memory.archive_on == archive_day(memory), memory
            assert 0 <= memory.importance_on(self.now.date()) <= 10

    def check_history(self) -> None:
        with connection.cursor() as cursor:
            for query in (UNLIKE_THEIR_VERSION, OUT_OF_ORDER):
                cursor.execute(query)
                assert cursor.fetchall() == [], query

    def check_conflicts(self, live: list[Memory]) -> None:
        contested = {memory.pk for memory in live if memory.contested}
        members: list[UUID] = []
        for conflict in Conflict.objects.open():
            own = set(Memory.objects.filter(LIVE, conflicts__conflict=conflict).values_list("pk", flat=True))
            assert len(own) >= 2, f"{conflict.question!r} has {len(own)} live members"
            standing = sorted(Memory.objects.filter(pk__in=own), key=lambda m: (m.weight, *conflicts.statement_age(m)))
            assert conflict.winner_id == standing[-1].pk, "the newest of the heaviest is used (SPEC §7)"
            places = Memory.objects.filter(pk__in=own).values_list("project", "condition").distinct()
            assert len(places) == 1, "they do not contradict each other: each has a place of its own"
            assert conflict.question
            members += own
        assert set(members) == contested
        assert len(set(members)) == len(members), "one memory is in two open conflicts"

    def check_questions(self) -> None:
        asked = Proposal.objects.open().select_related("memory")
        for each in asked:
            assert each.memory.is_live, f"{each.kind} is asked about what is {each.memory.status}"
            assert each.kind != "remember" or each.memory.status == "candidate"
        decided = Proposal.objects.filter(kind="update").exclude(status="open")
        assert not decided.exclude(question="", change={}).exists(), "a decided update keeps words"

    def check_evidence(self, memories: list[Memory]) -> None:
        """What a row says of its evidence follows from its evidence."""
        found: dict[UUID, list[Evidence]] = {memory.pk: [] for memory in memories}
        for each in Evidence.objects.filter(polarity=1):
            found[each.memory_id].append(each)
        for memory in memories:
            days = [each.occurred_at.date() for each in found[memory.pk]]
            times = {each.ref.get("conversation") or each.occurred_at.date() for each in found[memory.pk]}
            assert (memory.evidence_count, memory.repeats) == (len(days), len(times)), memory
            assert (memory.evidence_from, memory.evidence_to) == (min(days), max(days)), memory


def archive_day(memory: Memory) -> object:
    """By the rule in Python, not by the column."""
    return decay.archive_day(
        kind=memory.kind, pinned=memory.pinned, base=memory.importance_base, as_of=memory.importance_as_of,
        assumed=memory.importance_assumed, ttl_from=memory.ttl_from, ttl_days=memory.ttl_days,
        valid_until=memory.valid_until,
    )  # fmt: skip


def test_whatever_happens_in_whatever_order_every_rule_holds(alice: User, scribe: Agent, trusted: Agent) -> None:
    """Without shrinking, which takes minutes: a life that fails is printed as it was."""
    Life.alice, Life.agents = alice, {"scribe": scribe, "trusted": trusted}
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=15, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck),
            phases=[Phase.generate], database=None,
        ),
    )  # fmt: skip
