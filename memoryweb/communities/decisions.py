"""What moderators decide about a shared memory. Each decision has a reason and leaves a line that all members read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction

from memoryweb.communities import indexing, sharing
from memoryweb.communities.models import Decision, Report, SharedMemory, State, Verb, history_of_shared
from memoryweb.communities.sharing import NotPossible, Words
from memoryweb.memories.actions.types import Invalid
from memoryweb.people.models import User
from memoryweb.rules import moderation

UNDO = timedelta(seconds=moderation.UNDO_SECONDS)
STATE = ("status", "shown_at")
WORDS = ("statement", "details", "kind", "category", "key", "one_valued", "language")  # which only an edit changes


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What a moderator pressed: the verb, the reason from the short list, and their own words."""

    verb: moderation.Verb
    reason: str
    words: str = ""

    def check(self) -> moderation.Rule:
        """Return the verb's rule. Raises Invalid for a reason that it does not have."""
        rule = moderation.DECISIONS[self.verb]
        if self.reason not in rule.reasons:
            raise Invalid("reason", "Choose why. Every member can read it.")
        return rule


def decide(
    shared_id: UUID,
    ruling: Ruling,
    *,
    by: User,
    now: datetime,
    edited: Words | None = None,
    into: SharedMemory | None = None,
    seen: datetime | None = None,
) -> Decision:
    """Carry out one decision. `edited` are the words that an edit shows instead; `into` is what a merge keeps.

    `seen` is when what the moderator read was written: nobody approves words that they have not read. Raises Invalid
    for a missing reason, Refused by the guard, NotPossible where the memory has moved on meanwhile.
    """
    rule = ruling.check()
    words = sharing.checked_note(ruling.words, person_id=by.pk, now=now)
    edited = edited.checked(person_id=by.pk, now=now) if edited else None
    with transaction.atomic():
        shared = _still_there(shared_id, ruling.verb, seen)
        decision = Decision(
            community_id=shared.community_id,
            shared=shared,
            moderator=by,
            verb=ruling.verb,
            reason=ruling.reason,
            words=words,
            before=shared.status,
            version=_newest_version(shared),
            at=now,
            other=into.pk if into else None,
        )
        for name, value in edited.classified().items() if edited else ():
            if name != "reason":
                setattr(shared, name, value)
        if rule.to:
            _move(shared, State(rule.to), decision, now=now)
        decision.save(force_insert=True)
        Report.objects.filter(shared=shared, resolved_at=None).update(resolved_at=now)
    return decision


def _still_there(shared_id: UUID, verb: moderation.Verb, seen: datetime | None) -> SharedMemory:
    """Return the memory, locked. Raises NotPossible if it is no longer what the moderator decides about."""
    shared = SharedMemory.objects.select_for_update(of=("self",)).get(pk=shared_id)
    if verb not in moderation.possible(shared.status, is_appealed=shared.appealed_at is not None):
        raise NotPossible("Somebody decided this meanwhile.")
    if seen and shared.changed_at != seen:
        raise NotPossible("It was changed meanwhile. Look at it again.")
    return shared


def decide_many(
    shared_ids: Sequence[UUID], ruling: Ruling, *, by: User, now: datetime, seen: Mapping[UUID, datetime] | None = None
) -> list[Decision]:
    """Carry out one decision about several, each by itself; those that moved on meanwhile are left out."""
    ruling.check()
    made = []
    for pk in shared_ids[: moderation.BULK_MAX]:
        try:
            made.append(decide(pk, ruling, by=by, now=now, seen=(seen or {}).get(pk)))
        except (NotPossible, SharedMemory.DoesNotExist):
            continue
    return made


@transaction.atomic
def undo(decision_ids: Sequence[UUID], *, by: User, now: datetime) -> int:
    """Take back one's own decisions of the last minute, if nothing came after; return how many."""
    mine = Decision.objects.filter(pk__in=decision_ids, moderator=by, undone_at=None, at__gt=now - UNDO)
    return sum(_undo(decision, by=by, now=now) for decision in mine.exclude(verb=Verb.UNDO))


def _undo(decision: Decision, *, by: User, now: datetime) -> bool:
    shared = SharedMemory.objects.select_for_update(of=("self",)).get(pk=decision.shared_id)
    if shared.changed_at > decision.at or Decision.objects.filter(shared=shared, at__gt=decision.at).exists():
        return False
    if decision.verb != Verb.WARN:
        before = history_of_shared().objects.get(history_id=decision.version)
        if decision.verb == Verb.EDIT and not before.statement:
            return False  # the author's account was deleted meanwhile, and with it the old words
        for name in (*STATE, *(WORDS if decision.verb == Verb.EDIT else ())):
            setattr(shared, name, getattr(before, name))
        if shared.appeal and shared.status in sharing.APPEALABLE:  # an appeal writes no version
            shared.appealed_at = decision.at
        _save(shared, now=now)
        _restore_replaced(shared, decision, now=now)
    _reopen_reports(shared, decision)
    Decision.objects.create(
        community_id=shared.community_id,
        shared=shared,
        moderator=by,
        verb=Verb.UNDO,
        reason=moderation.Reason.MISTAKE,
        before=decision.verb,
        at=now,
    )
    Decision.objects.filter(pk=decision.pk).update(undone_at=now)
    return True


def _reopen_reports(shared: SharedMemory, decision: Decision) -> None:
    """Open again what the decision answered, but for members who have reported it once more since."""
    again = Report.objects.filter(shared=shared, resolved_at=None).values("person")
    answered = Report.objects.filter(shared=shared, resolved_at=decision.at).exclude(person__in=again)
    answered.update(resolved_at=None)


def _move(shared: SharedMemory, status: State, decision: Decision, *, now: datetime) -> None:
    """Bring the memory into its new state, and what it replaces out of use."""
    if status == State.SHOWN and shared.status != State.SHOWN:
        shared.shown_at = now
    shared.status = status
    shared.appealed_at = None
    _save(shared, now=now)
    old = _linked(shared.replaces_id, State.SHOWN)
    if status == State.SHOWN and old:
        old.status, decision.other = State.REPLACED, old.pk
        _save(old, now=now)
    if status == State.REMOVED:
        with connection.cursor() as cursor:
            cursor.execute("SELECT communities_empty_lines(%s)", [shared.pk])


def _restore_replaced(shared: SharedMemory, decision: Decision, *, now: datetime) -> None:
    """Show again what the decision had replaced."""
    replaced = _linked(decision.other, State.REPLACED)
    if decision.other == shared.replaces_id and replaced:
        replaced.status = State.SHOWN
        Decision.objects.create(
            community_id=shared.community_id,
            shared=replaced,
            moderator=decision.moderator,
            verb=Verb.UNDO,
            reason=moderation.Reason.MISTAKE,
            before=State.REPLACED,
            at=now,
        )
        _save(replaced, now=now)


def _linked(pk: UUID | None, status: State) -> SharedMemory | None:
    return SharedMemory.objects.filter(pk=pk, status=status).first() if pk else None


def _save(shared: SharedMemory, *, now: datetime) -> None:
    shared.changed_at = now
    indexing.index(shared)
    shared.save()


def _newest_version(shared: SharedMemory) -> int | None:
    versions = history_of_shared().objects.filter(id=shared.pk).order_by("-history_id")
    newest: int | None = versions.values_list("history_id", flat=True).first()
    return newest
