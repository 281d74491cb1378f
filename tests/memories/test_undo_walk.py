"""Every action on every state of a memory, undone at once: the whole account is what it was before.

Undoing the Undo brings the account back to what it was after the act. The walk does not say what an action does, only
that all of it is taken back. A new action cannot be forgotten: the test reads policy.MAY.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, FileOf, LedgerResult, Person, store
from memoryweb.memories.acts import undo
from memoryweb.memories.acts.undo import undo_act
from memoryweb.memories.models import Act, Conflict, Evidence, Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rules import policy
from tests.builders import check_constraints, edit_form, make_statement, set_settings, versions_of
from tests.cases import check_each, undone
from tests.memories import account
from tests.rings import ninth

NOON = datetime(2026, 2, 22, 12, tzinfo=UTC)
AT = NOON + timedelta(hours=2)  # of the act
LATER = NOON + timedelta(hours=3)  # of its Undo
NO_MEMORY = UUID(int=0)
PARTS = 3  # they run on as many workers as there are


@dataclass(frozen=True)
class Walk:
    """alice's account with one memory in some state, on which an action is tried."""

    alice: User
    asking: Agent
    trusted: Agent
    memory_id: UUID = NO_MEMORY

    @property
    def memory(self) -> Memory:
        return Memory.objects.get(pk=self.memory_id)

    @property
    def me(self) -> actions.Actor:
        return Person(self.alice)

    def about(self, outcome: actions.Outcome) -> "Walk":
        assert outcome.memory, outcome.reason
        return replace(self, memory_id=outcome.memory.pk)

    def says(self, details: str, at: datetime = NOON, /, agent: Agent | None = None, **fields: Any) -> actions.Outcome:
        by = AgentOf(agent or self.asking)
        return actions.remember(make_statement(details, **fields), by=by, now=at)

    def types(self, details: str, at: datetime = NOON, /, **fields: Any) -> actions.Outcome:
        fields.setdefault("source", "instruction")
        return actions.remember(make_statement(details, **fields), by=self.me, now=at)

    def calls(self, name: str, agent: Agent | None = None, now: datetime = AT, **arguments: Any) -> None:
        call = dispatch.Call(agent=agent or self.trusted, name=name, arguments=arguments, now=now)
        envelope = dispatch.run(call).envelope
        assert envelope["ok"], envelope

    def statement(self, **changes: Any) -> actions.Statement:
        """Return what the memory says, as a statement."""
        memory = self.memory
        says = actions.Statement(
            name=memory.label,
            label=memory.label,
            key=memory.key,
            category=memory.category,
            value=memory.value,
            details=memory.details,
            project=memory.project,
            condition=memory.condition,
            kind=memory.kind,
        )
        return replace(says, **changes)


# The states of a memory, reached through actions


def noted(walk: Walk) -> Walk:
    return walk.about(walk.says("PDF", source="inference"))


def proposed(walk: Walk) -> Walk:
    return walk.about(walk.says("I prefer PDF"))


def standing_yes(walk: Walk) -> Walk:
    return walk.about(walk.says("Always PDF", agent=walk.trusted))


def confirmed(walk: Walk) -> Walk:
    walk = proposed(walk)
    actions.confirm(walk.memory_id, by=walk.me, now=NOON)
    return walk


def typed(walk: Walk) -> Walk:
    return walk.about(walk.types("PDF"))


def pinned(walk: Walk) -> Walk:
    walk = typed(walk)
    actions.pin(walk.memory_id, by=walk.me, now=NOON)
    return walk


def contested(walk: Walk) -> Walk:
    set_settings(walk.alice, confirm_new="never")
    first = walk.says("Always PDF", agent=walk.trusted)
    walk.says("Word", NOON + timedelta(minutes=1), agent=walk.trusted)
    return walk.about(first)


def of_three_in_conflict(walk: Walk) -> Walk:
    walk = contested(walk)
    walk.says("Markdown", NOON + timedelta(minutes=2), agent=walk.trusted)
    return walk


def one_day(walk: Walk) -> Walk:
    typed(walk)
    return walk.about(walk.types("Today only Word"))


def superseded(walk: Walk) -> Walk:
    first = walk.types("PDF")
    walk.types("Actually Word", NOON + timedelta(minutes=1))
    return walk.about(first)


def successor(walk: Walk) -> Walk:
    walk.says("Always PDF", agent=walk.trusted)
    return walk.about(walk.says("Actually Word", NOON + timedelta(minutes=1), agent=walk.trusted))


def expired(walk: Walk) -> Walk:
    walk = typed(walk)
    actions.expire(walk.memory_id, by=walk.me, now=NOON, reason="It changed.")
    return walk


def declined(walk: Walk) -> Walk:
    walk = proposed(walk)
    actions.decline(walk.memory_id, by=walk.me, now=NOON)
    return walk


def archived(walk: Walk) -> Walk:
    walk = typed(walk)
    actions.archive(walk.memory_id, by=walk.me, now=NOON)
    return walk


def expired_and_typed_again(walk: Walk) -> Walk:
    walk = expired(walk)
    walk.types("PDF", NOON + timedelta(minutes=1))
    return walk


def open_goal(walk: Walk) -> Walk:
    return walk.about(walk.types("Run a marathon", name="marathon", category="personal", kind="goal"))


def done_goal(walk: Walk) -> Walk:
    walk = open_goal(walk)
    actions.complete(walk.memory_id, by=walk.me, now=NOON)
    return walk


def rule(walk: Walk) -> Walk:
    return walk.about(walk.types("Never use passive voice", name="voice", category="communication", kind="rule"))


def muted(walk: Walk) -> Walk:
    walk = typed(walk)
    actions.mute(walk.memory_id, agent=walk.asking.pk, by=walk.me, now=NOON)
    actions.mute(walk.memory_id, task="code_task", by=walk.me, now=NOON)
    return walk


def in_a_project(walk: Walk) -> Walk:
    walk.types("PDF", project="borealis")
    return walk.about(walk.types("PDF", project="atlas"))


def asked_about_an_update(walk: Walk) -> Walk:
    walk = confirmed(walk)
    actions.update(walk.memory_id, details="Word", by=AgentOf(walk.asking), now=NOON)
    return walk


def asked_to_stop(walk: Walk) -> Walk:
    walk = confirmed(walk)
    actions.forget(walk.memory_id, by=AgentOf(walk.asking), now=NOON, reason="It may be old.")
    return walk


def asked_to_widen(walk: Walk) -> Walk:
    walk = in_a_project(walk)
    actions.propose_widening(walk.memory, by=AgentOf(walk.asking), now=NOON)
    return walk


def learned(walk: Walk) -> Walk:
    for day in range(4):
        walk.calls(
            "record_feedback",
            now=NOON - timedelta(days=5 - day),
            action="accept",
            run=f"run-{day}",
            evidence_ref={"signals": [{"preference": "document_format", "category": "technical", "value": "PDF"}]},
        )
    return replace(walk, memory_id=Memory.objects.latest("changed_at").pk)


STATES = [
    noted,
    proposed,
    standing_yes,
    confirmed,
    typed,
    pinned,
    contested,
    of_three_in_conflict,
    one_day,
    superseded,
    successor,
    expired,
    declined,
    archived,
    expired_and_typed_again,
    open_goal,
    done_goal,
    rule,
    muted,
    in_a_project,
    asked_about_an_update,
    asked_to_stop,
    asked_to_widen,
    learned,
]


# The acts


def on_memory(name: str, **options: Any) -> Callable[[Walk], Any]:
    return lambda walk: getattr(actions, name)(walk.memory_id, by=walk.me, now=AT, **options)


def on_question(name: str) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        question = Proposal.objects.open().order_by("created_at", "pk").first()
        return question and getattr(actions, name)(question.pk, by=walk.me, now=AT)

    return act


def on_conflict(name: str, *, second: bool = False) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        conflict = Conflict.objects.open().first()
        if conflict is None:
            return None
        members = sorted(conflict.members.values_list("memory_id", flat=True))
        if name == "keep_both":
            conditions = dict(zip(members, ("", "to edit", "to print"), strict=False))
            return actions.keep_both(conflict.pk, conditions, by=walk.me, now=AT)
        member = () if name == "later" else (members[second],)
        return getattr(actions, name)(conflict.pk, *member, by=walk.me, now=AT)

    return act


def say(actor: str, **changes: Any) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        by = {
            "me": walk.me,
            "asking": AgentOf(walk.asking),
            "trusted": AgentOf(walk.trusted),
            "file": FileOf(walk.alice),
        }[actor]
        return actions.remember(walk.statement(**changes), by=by, now=AT)

    return act


def edit(**changes: Any) -> Callable[[Walk], Any]:
    return lambda walk: actions.edit(
        walk.memory_id,
        edit_form(walk.memory, **changes),
        by=walk.me,
        now=AT,
        since=actions.newest_version(walk.memory_id),
    )


def update_by(actor: str, **options: Any) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        by = walk.me if actor == "me" else AgentOf(walk.trusted if actor == "trusted" else walk.asking)
        if by.agent and walk.memory.status == "candidate":
            return None  # no agent may read it
        return actions.update(walk.memory_id, details="From now on LaTeX", by=by, now=AT, **options)

    return act


def forget_by(name: str, *, trusted: bool) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        agent = walk.trusted if trusted else walk.asking
        is_own = Evidence.objects.filter(memory=walk.memory_id, agent=agent).exists()
        if walk.memory.status == "candidate" and not is_own:
            return None  # no agent may read it
        return getattr(actions, name)(walk.memory_id, by=AgentOf(agent), now=AT, reason="It is over.")

    return act


def restore_first(walk: Walk) -> Any:
    return actions.restore(versions_of(walk.memory)[0].history_id, by=walk.me, now=AT)


def undo_last(walk: Walk) -> Any:
    last = Act.objects.order_by("pk").last()
    return last and undo_act(last.pk, by=walk.me, now=AT)


def undo_untouched(walk: Walk) -> Any:
    last = Act.objects.order_by("pk").last()
    return last and undo.undo_untouched(last.pk, by=walk.me, now=AT)


def undo_run(walk: Walk) -> Any:
    return undo.undo_run(walk.trusted.pk, "run-3", by=walk.me, now=AT)


def apply_feedback(confidence: float, *, is_earned: bool = False, is_lost: bool = False) -> Callable[[Walk], Any]:
    result = LedgerResult(confidence=confidence, is_earned=is_earned, is_lost=is_lost, has_standing_yes=is_earned)
    return lambda walk: actions.apply_feedback(walk.memory_id, result, by=AgentOf(walk.trusted), now=AT)


def count_against(walk: Walk) -> Any:
    return actions.record_counter_evidence(walk.memory_id, ref={"run": "r"}, by=AgentOf(walk.trusted), now=AT)


def mute(walk: Walk) -> Any:
    return actions.mute(walk.memory_id, agent=walk.trusted.pk, by=walk.me, now=AT)


def on_own_statement(name: str) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        own = Evidence.objects.filter(memory=walk.memory_id, agent=walk.asking).first()
        if own is None or not walk.memory.is_live:
            return None
        words = {"details": "I prefer LaTeX"} if name == "restate" else {}
        return getattr(actions, name)(own.pk, by=AgentOf(walk.asking), now=AT, **words)

    return act


def answer_conflict(walk: Walk) -> Any:
    conflict = Conflict.objects.open().first()
    said = walk.statement(source="instruction")
    if conflict is None:
        return None
    shown = list(conflict.members.values_list("memory", flat=True))
    return actions.answer_conflict(conflict.pk, said, shown=shown, by=AgentOf(walk.trusted), now=AT)


def import_from_file(name: str) -> Callable[[Walk], Any]:
    def act(walk: Walk) -> Any:
        ended = {"ended_at": AT, "ended_on": AT.date(), "reason": "over"} if name == "import_ended" else {}
        said = walk.statement(evidence_kind="import", **OTHER)
        return getattr(actions, name)(said, said_at=NOON, by=FileOf(walk.alice), now=AT, **ended)

    return act


def expire_opposite(walk: Walk) -> Any:
    rule = Memory.objects.filter(kind="rule").live().first()
    return rule and actions.expire_opposite(rule.pk, by=AgentOf(walk.trusted), now=AT)


def unmute(walk: Walk) -> Any:
    return actions.unmute(walk.memory_id, agent=walk.asking.pk, by=walk.me, now=AT)


def file_under(walk: Walk) -> Any:
    memory = Memory.objects.get(pk=walk.memory_id)
    said = next(iter(actions.categories_of_agents(memory.evidence.all())), memory.category)
    return actions.file_under(memory.pk, said, by=walk.me, now=AT)


OTHER = {"value": "Markdown", "details": "Now Markdown"}
ACTS: dict[str, list[Callable[[Walk], Any]]] = {
    "remember": [
        *(say(actor) for actor in ("me", "asking", "trusted", "file")),
        *(say(actor, source="inference") for actor in ("asking", "trusted")),
        *(say(actor, source="instruction", **OTHER) for actor in ("me", "asking", "trusted", "file")),
        *(say(actor, value=None, details="Today only Markdown") for actor in ("me", "asking", "trusted")),
        say("me", name="tea", label="tea", key="", category="food", value=None, details="I like tea", kind=""),
    ],
    "update": [update_by("me"), update_by("asking"), update_by("trusted"), update_by("trusted", quote="LaTeX, please")],
    "edit": [
        edit(label="Format"),
        edit(value="Markdown"),
        edit(condition="when tired"),
        edit(project="cosmos"),
        edit(kind="rule"),
        edit(details="Thin margins", tags=("a", "b"), pinned=True),
    ],
    "expire": [on_memory("expire"), forget_by("expire", trusted=False), forget_by("expire", trusted=True)],
    "forget": [on_memory("forget"), forget_by("forget", trusted=False), forget_by("forget", trusted=True)],
    "accept": [on_question("accept")],
    "reject": [on_question("reject")],
    "keep_one": [on_conflict("keep_one"), on_conflict("keep_one", second=True)],
    "keep_both": [on_conflict("keep_both")],
    "was_temporary": [on_conflict("was_temporary"), on_conflict("was_temporary", second=True)],
    "later": [on_conflict("later")],
    "mute": [mute],
    "unmute": [unmute],
    "file_under": [file_under],
    "restore": [restore_first],
    "undo_act": [undo_last],
    "undo_untouched": [undo_untouched],
    "undo_run": [undo_run],
    "apply_feedback": [apply_feedback(0.4, is_lost=True), apply_feedback(0.9, is_earned=True)],
    "record_counter_evidence": [count_against],
    "restate": [on_own_statement("restate")],
    "take_back": [on_own_statement("take_back")],
    "answer_conflict": [answer_conflict],
    "import_statement": [import_from_file("import_statement")],
    "import_ended": [import_from_file("import_ended")],
    "expire_opposite": [expire_opposite],
}
BY_NAME = {
    "confirm",
    "decline",
    "only_this_time",
    "archive",
    "pin",
    "unpin",
    "keep",
    "let_age",
    "complete",
    "still_true",
    "promote",
    "widen",
    "restore_ended",
    "boost",
}
ACTS |= {name: [on_memory(name)] for name in BY_NAME if name in policy.MAY}


def call_of(name: str, **arguments: Any) -> Callable[[Walk], Any]:
    """Return an agent's call, which may be several actions and is one act."""

    def act(walk: Walk) -> Any:
        newest = Act.objects.order_by("pk").last()
        walk.calls(name, **arguments)
        act = Act.objects.order_by("pk").last()
        return None if act == newest else act

    return act


SIGNAL = {"preference": "document_format", "category": "technical", "value": "PDF"}
CALLS = {
    "save": call_of("save_user_preference", category="food", preference="tea", details="I like tea", run="run-3"),
    "feedback": call_of("record_feedback", action="accept", run="run-9", evidence_ref={"signals": [SIGNAL]}),
    "rejection": call_of("record_feedback", action="reject", run="run-9", evidence_ref={"signals": [SIGNAL]}),
    "note": call_of("record_feedback", action="reject", run="run-9", note="I prefer LaTeX for reports."),
    "conversation": call_of("record_conversation", conversation_id="c", messages=["I prefer tea.", "I live in Oslo."]),
}


def test_the_walk_tries_every_action() -> None:
    assert set(ACTS) == set(policy.MAY) - policy.NEVER_UNDONE


@pytest.fixture
def walk(as_alice: User) -> Walk:
    asking = Agent.connect(as_alice, name="Scribe")[0]
    trusted = Agent.connect(as_alice, name="Trusty", trust=Trust.TRUSTED)[0]
    store.lock_person(as_alice.pk)
    return Walk(as_alice, asking, trusted)


@pytest.mark.parametrize("part", range(PARTS))
def test_undo_of_every_act_restores_the_whole_account(walk: Walk, part: int) -> None:
    """In each state, with a ninth of the acts in `make test`, which is another one for each state."""
    acts = [(name, number, act) for name, of_name in ACTS.items() for number, act in enumerate(of_name)]
    acts += [(f"call: {name}", 0, act) for name, act in CALLS.items()]
    for number, state in list(enumerate(STATES))[part::PARTS]:
        with undone():
            check_acts(state(walk), state.__name__, ninth(acts[number:] + acts[:number]))


def check_acts(walk: Walk, state: str, acts: list[tuple[str, int, Callable[[Walk], Any]]]) -> None:
    before = account.dump()

    def check_act(_state: str, _name: str, number: int, act: Callable[[Walk], Any]) -> None:
        with undone():
            check_undo(walk, act, before, and_redo=number == 0)

    check_each(check_act, ((state, *act) for act in acts))


def check_undo(walk: Walk, act: Callable[[Walk], Any], before: account.Rows, *, and_redo: bool) -> None:
    try:
        with transaction.atomic():
            outcome = act(walk)
    except (actions.Invalid, actions.Stale):
        outcome = None
    after = account.dump()
    act_id = outcome.pk if isinstance(outcome, Act) else outcome and outcome.act
    if act_id is None:
        assert account.differences(before, after) == [], "it changed something, and no act was recorded"
        return
    undone = undo_act(act_id, by=walk.me, now=LATER)
    assert undone.name == policy.OutcomeName.REVISED, undone.reason
    assert account.differences(before, account.dump()) == []
    check_constraints()
    if not and_redo:
        return
    assert undone.act
    redone = undo_act(undone.act, by=walk.me, now=LATER)
    assert redone.name == policy.OutcomeName.REVISED, f"redo: {redone.reason}"
    assert account.differences(after, account.dump()) == [], "redo"
    check_constraints()
