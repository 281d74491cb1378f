"""Undo: takes one act back, or all that one run of an agent did.

Every row that the act changed becomes what it was before, as far as nothing later built on it; otherwise nothing
changes. Later evidence and boosts do not count as building on it: they stay. Undo is an act too, so undoing it is redo.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from memoryweb.memories.actions import proposals, rivals, store, transitions
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome
from memoryweb.memories.acts import recorded_rows, recording
from memoryweb.memories.acts.recorded_rows import RowState
from memoryweb.memories.models import Act, ActChange, Conflict, Evidence, Memory, Proposal, Status, history_model
from memoryweb.rules import policy
from memoryweb.rules.policy import OutcomeName

OWN_COLUMNS = frozenset(
    {"id", "person_id", "changed_by", "changed_by_agent_id", "changed_verb", "changed_because", "changed_at"}
)
# What agents' evidence and boosts change: it may have changed since, and then stays.
COUNTED = frozenset(
    {
        "evidence_count",
        "repeats",
        "evidence_from",
        "evidence_to",
        "ttl_from",
        "importance_base",
        "importance_as_of",
        "importance_assumed",
    }
)
COLUMNS = [f.attname for f in Memory._meta.concrete_fields if not f.generated and f.attname not in OWN_COLUMNS]

ERASED = "Something it changed was erased, so it can’t be undone."
UNDONE = "It is already undone."
TOO_OLD = f"It was more than {policy.UNDO_DAYS} days ago, so it can’t be undone."
NOTHING_IN_RUN = "This run changed nothing that can be undone."
NOTHING_LEFT = "All of it was changed since, so nothing was undone."
NOT_UNDONE = "so nothing was undone."
VERBS = {  # what happened to a memory since, as its newest version says
    "remember": "said again",
    "reinforce": "said again",
    "revise": "replaced",
    "supersede": "replaced",
    "confirm": "confirmed",
    "decline": "declined",
    "only_this_time": "used for one day",
    "expire": "stopped",
    "archive": "archived",
    "restore": "restored",
    "edit": "edited",
    "contest": "put in a conflict",
    "settle": "settled in a conflict",
    "pin": "pinned",
    "unpin": "unpinned",
    "mute": "muted",
    "unmute": "unmuted",
    "promote": "kept for good",
    "widen": "made to apply everywhere",
    "weigh": "changed by feedback",
    "withdraw": "withdrawn",
    "undo": "changed by another Undo",
    "keep_part": "kept when another part changed",
    "file_under": "filed under another category, too",
}
SINCE = {  # what happened to another row since
    "memories_proposal": "The question about it has changed since",
    "memories_conflict": "The conflict has changed since",
    "memories_conflictmember": "The conflict has changed since",
    "memories_evidence": "Its evidence has changed since",
    "memories_tombstone": "What you said not to remember has changed since",
    "people_memorysettings": "The same setting has changed since",
    "agents_agent": "The agent has changed since",
    "recall_wantedcase": "What you said of it has changed since",
}


# Told of acts that were taken back or stand again, so that other rooms can show it.
FOLLOWERS: list[Callable[[Collection[UUID], datetime], None]] = []


class BuiltOn(Exception):  # noqa: N818  reads as what it says
    """Something later was built on the act; the reason names it."""

    def __init__(self, reason: str, memory: Memory | None = None) -> None:
        super().__init__(reason)
        self.reason, self.memory = reason, memory


@action
def undo_act(act_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Take an act back, if nothing later built on it. Raises Act.DoesNotExist for a stranger's id."""
    act = Act.objects.select_for_update(of=("self",)).get(pk=act_id)
    if act.erased_at:
        return Outcome.unchanged(None, ERASED)
    if act.undone_at:
        return Outcome.unchanged(None, UNDONE)
    if act.at <= now - timedelta(days=policy.UNDO_DAYS):
        return Outcome.unchanged(None, TOO_OLD)
    return _take_back([act], by=by, now=now)


@action
def undo_untouched(act_id: UUID, *, by: Actor, now: datetime) -> Outcome:
    """Take back of a large act, such as an import's, each memory that nothing later was built on; the others stay."""
    act = Act.objects.select_for_update(of=("self",)).get(pk=act_id)
    by_memory: dict[UUID, list[ActChange]] = {}
    for change in ActChange.objects.filter(act=act).exclude(memory=None).order_by("pk"):
        by_memory.setdefault(cast(UUID, change.memory), []).append(change)
    changed = []
    for changes in by_memory.values():
        with suppress(BuiltOn, IntegrityError), transaction.atomic():
            changed += _Plan.from_changes(changes, began=act.pk, by=by, now=now).apply()
    if not changed:
        return Outcome.unchanged(None, NOTHING_LEFT)
    _mark_undone([act], now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Undone.", memory=None, version=None)


@action
def undo_run(agent_id: UUID, run: str, *, by: Actor, now: datetime) -> Outcome:
    """Undo one run of one agent; other runs stay."""
    done = recording.undoable_of_run(agent_id, run, now=now)
    return _take_back(done, by=by, now=now) if done else Outcome.unchanged(None, NOTHING_IN_RUN)


def _take_back(done: Sequence[Act], *, by: Actor, now: datetime) -> Outcome:
    changes = list(ActChange.objects.filter(act__in=done).order_by("pk"))
    try:
        with transaction.atomic():
            began = min(act.pk for act in done)
            changed = _Plan.from_changes(changes, began=began, by=by, now=now).apply()
    except BuiltOn as later:
        return Outcome.unchanged(later.memory, later.reason)
    except IntegrityError:
        return Outcome.unchanged(None, f"Something else has taken its place, {NOT_UNDONE}")
    _mark_undone(done, now=now)
    in_use = [each for each in changed if each[0].status == Status.ACTIVE]
    about = in_use or [each for each in changed if each[0].is_live] or changed
    memory, version = about[0] if len(about) == 1 else (None, None)
    return Outcome(name=OutcomeName.REVISED, reason="Undone.", memory=memory, version=version)


def _mark_undone(done: Sequence[Act], *, now: datetime) -> None:
    """Mark these acts as undone. What one of them had taken back stands again, and so on along a chain of Undo."""
    this, acts = recording.OPEN.get(), {act.pk for act in done}
    Act.objects.filter(pk__in=acts).update(undone_at=now, undone_by=this.id if this else None)
    taken_back, changed, is_undone = acts, set(acts), True
    while taken_back:
        is_undone = not is_undone
        before = Act.objects.filter(undone_by__in=taken_back).exclude(pk__in=changed)
        taken_back = set(before.values_list("pk", flat=True))
        Act.objects.filter(pk__in=taken_back).update(undone_at=now if is_undone else None)
        changed |= taken_back
    for follow in FOLLOWERS:
        follow(changed, now)


@dataclass
class _Revert:
    """A memory, its version after the act and the one before; None if the act created the memory."""

    memory: Memory
    after: Any
    before: Any
    is_exact: bool  # nothing was counted for it since

    @property
    def creates(self) -> bool:
        return self.before is None

    def set_columns(self, *, by: Actor, now: datetime) -> None:
        """Set the columns to what they were. What was created ends instead, with that reason."""
        memory, was_live = self.memory, self.memory.is_live
        if self.creates:
            memory.status, memory.contested, memory.superseded_by = Status.EXPIRED, False, None
            memory.expired_on, memory.expire_reason = timezone.localdate(now, by.settings.zone), "Undone."
            return
        for column in COLUMNS:
            if self.is_exact or column not in COUNTED:
                setattr(memory, column, getattr(self.before, column))
        if memory.is_live and not was_live and not self.is_exact:
            transitions.renew_if_due(memory, counts_anew=False, now=now)

    def recount(self) -> None:
        """Count its evidence anew where more came since."""
        if not self.is_exact and not self.creates:
            self.memory.evidence_count += self.before.evidence_count - self.after.evidence_count
            store.update_evidence_counts(self.memory)


@dataclass
class _Plan:
    """Rows to write for an Undo. Raises BuiltOn when made or applied."""

    by: Actor
    now: datetime
    began: UUID  # the first act; ids grow with time, so what came since has a greater one
    memories: list[_Revert] = field(default_factory=list)  # the last changed first
    rows: list[RowState] = field(default_factory=list)  # likewise

    @classmethod
    def from_changes(cls, changes: Sequence[ActChange], *, began: UUID, by: Actor, now: datetime) -> "_Plan":
        plan = cls(by, now, began)
        of_memories = [change for change in changes if change.version_after]
        plan.memories = _revert_memories(of_memories)
        created = {revert.memory.pk for revert in plan.memories if revert.creates}
        others = [
            change
            for change in changes
            # the evidence of what the act created stays with it, in the past
            if not change.version_after
            and not (change.table_name == Evidence._meta.db_table and change.memory in created)
        ]
        plan.rows = recorded_rows.revert(others)
        for row in plan.rows:
            if not row.is_as_the_act_left_it:
                raise BuiltOn(f"{SINCE.get(row.table, 'It has changed since')}, {NOT_UNDONE}", _memory(row.memory))
        for revert in plan.memories:
            revert.set_columns(by=by, now=now)
        return plan

    def apply(self) -> list[tuple[Memory, int]]:
        """Write everything; return the memories with their new versions."""
        self._check_links()
        self._check_places()
        for row in self.rows:
            row.write()
        # What ends makes room for what returns; apart from that the last change is taken back first.
        written = []
        for revert in sorted(self.memories, key=lambda each: each.memory.is_live):
            revert.recount()
            because = self.by.because
            version = store.save(revert.memory, by=self.by, verb="undo", because=because, now=self.now)
            written.append((revert.memory, version))
            self._withdraw_questions(revert.memory)
        self._check_conflicts()
        self._check_questions()
        return written

    def _withdraw_questions(self, memory: Memory) -> None:
        """Withdraw what was asked about a memory since, as it no longer applies; of what ends nothing waits."""
        if not memory.is_live:
            Evidence.objects.filter(memory=memory, told_to_wait__isnull=False).update(told_to_wait=None)
        restored = [row.id for row in self.rows if row.table == Proposal._meta.db_table]
        about = Proposal.objects.filter(Q(memory=memory) | Q(replaces=memory.pk), pk__gt=self.began)
        since = about.exclude(pk__in=restored)
        if memory.is_live:
            since = since.filter(kind=Proposal.Kind.REMEMBER) if memory.status == Status.ACTIVE else since.none()
        proposals.close_questions(since, Proposal.Status.WITHDRAWN, now=self.now)

    def _check_links(self) -> None:
        """Raise BuiltOn where a memory would refer to one that was erased since."""
        for memory in (revert.memory for revert in self.memories):
            linked = {pk for pk in (memory.superseded_by_id, memory.negates_id) if pk}
            if Memory.objects.filter(pk__in=linked).count() < len(linked):
                raise BuiltOn(f"What it was about was erased since then, {NOT_UNDONE}", memory)

    def _check_places(self) -> None:
        """Raise BuiltOn where another memory by now stands where one of these is to be used again."""
        own = [revert.memory.pk for revert in self.memories]
        for memory in (revert.memory for revert in self.memories if revert.memory.is_live):
            others = [each for each in rivals.rivals(memory) if each.pk not in own]
            if memory.status == Status.CANDIDATE:
                others = [each for each in others if bytes(each.fingerprint) == bytes(memory.fingerprint)]
            if others:
                raise BuiltOn(f"Another memory has taken its place, {NOT_UNDONE}", others[0])

    def _check_conflicts(self) -> None:
        """Raise BuiltOn where a conflict would be open with less than two members in use."""
        touched = [row.id for row in self.rows if row.table == Conflict._meta.db_table]
        for conflict in Conflict.objects.open().filter(pk__in=touched):
            if Memory.objects.live().filter(conflicts__conflict=conflict).count() < 2:
                raise BuiltOn(f"What the conflict was about is no longer in use, {NOT_UNDONE}")

    def _check_questions(self) -> None:
        """Raise BuiltOn where a question would be open about what is not in use, or no longer waits."""
        touched = [row.id for row in self.rows if row.table == Proposal._meta.db_table]
        for question in Proposal.objects.open().filter(pk__in=touched).select_related("memory"):
            waits = question.memory.status == Status.CANDIDATE
            if not question.memory.is_live or (question.kind == Proposal.Kind.REMEMBER and not waits):
                reason = f"What it asks about is {question.memory.get_status_display()} now, {NOT_UNDONE}"
                raise BuiltOn(reason, question.memory)


def _revert_memories(changes: Sequence[ActChange]) -> list[_Revert]:
    """Lock the memories and find what each was before its first change, the last changed first.

    Raises BuiltOn if anything but evidence and boosts changed one since.
    """
    by_memory: dict[UUID, list[ActChange]] = {}
    for change in reversed(changes):
        by_memory.setdefault(change.row_id, []).append(change)
    locked = {pk: store.lock(pk) for pk in sorted(by_memory)}
    newest = {pk: store.newest_version(pk) for pk in locked}
    ids = {pk for change in changes for pk in (change.version_before, change.version_after)} | set(newest.values())
    versions = history_model().objects.in_bulk([pk for pk in ids if pk], field_name="history_id")
    reverts = []
    for pk, of_memory in by_memory.items():
        current, is_exact = versions[newest[pk]], True
        for change in of_memory:
            after = versions[change.version_after]
            differing = {column for column in COLUMNS if getattr(current, column) != getattr(after, column)}
            if not differing <= COUNTED:
                happened = VERBS.get(versions[newest[pk]].changed_verb, "changed")
                raise BuiltOn(f"A memory was {happened} since then, {NOT_UNDONE}", locked[pk])
            is_exact = is_exact and not differing
            current = versions[change.version_before] if change.version_before else None
        reverts.append(
            _Revert(locked[pk], after=versions[of_memory[0].version_after], before=current, is_exact=is_exact)
        )
    return reverts


def _memory(pk: UUID | None) -> Memory | None:
    return Memory.objects.filter(pk=pk).first() if pk else None
