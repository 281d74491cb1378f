"""remember: the only way a memory comes to exist, whichever door.

It reads top to bottom: check, interpret, look for a tombstone, match with what is in use and what waits, decide.
"""

from dataclasses import replace
from datetime import date, datetime

from django.utils import formats, timezone

from memoryweb.language import compounds, locales
from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.text import signs
from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, matching, reconcile, rivals, store, telling, types
from memoryweb.memories.actions.interpretation import (
    Interpretation,
    classify_statement,
    section_for,
)
from memoryweb.memories.actions.matching import Matches
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.people.models import Section
from memoryweb.rules import fields, limits, policy
from memoryweb.rules.policy import Horizon, OutcomeName

BLOCKED = "Not kept."  # one sentence, whether it was erased or declined


@action
def remember(statement: Statement, *, by: Actor, now: datetime) -> Outcome:
    """Validate, guard, classify, and then save, revise, reinforce, propose, note, block or ask.

    A sentence that says two things is two statements: the outcome is that of the first, with those of the `others`.
    Raises Invalid for an argument that cannot be. Needs the person's scope. Two callers with the same new thing at once
    leave one memory: they take turns, and the second finds what the first one wrote.
    """
    statement = statement.checked()
    if stopped := why_not_written(statement, by=by, now=now):
        return stopped
    first, *others = (_remember_one(each, by=by, now=now) for each in split_statement(statement))
    return replace(first, others=tuple(others))


def met_in_use(statement: Statement, *, by: Actor, now: datetime) -> list[Memory]:
    """Return the memories in use that a statement is about and its speaker may read, one for each thing; locked.

    Raises Invalid as `remember` does. Needs the person's scope, and the person held.
    """
    parts = [Interpretation.from_statement(part, by=by, now=now) for part in split_statement(statement.checked())]
    met = [Matches(part).readable or _lasting_one(part, is_seen=True) for part in parts]
    return [memory for memory in met if memory]


def _remember_one(statement: Statement, *, by: Actor, now: datetime) -> Outcome:
    """Decide about one statement. A half may belong to a closed section, though the whole passed the guard."""
    if statement.sentence and (stopped := why_not_written(statement, by=by, now=now)):
        return stopped
    return decide(Interpretation.from_statement(statement, by=by, now=now))


# How likely a new statement says another thing of what one in use is about, and how likely it takes its place, from
# which on it does not simply stand beside it. Below, both are in use, and nobody is asked (docs/learning.md).
SURELY_ANOTHER, SURELY_UPDATE = 0.85, 0.8


def split_statement(statement: Statement) -> list[Statement]:
    """Return a statement for each thing that a sentence says, where each stands alone; mostly the statement itself.

    One with a key, a value or a field of one value has one subject, whatever its words; a file's stays as it is. A name
    was given to the whole: the halves keep it only where it is that of a list.
    """
    is_told = statement.evidence_kind == Evidence.Kind.STATEMENT and statement.polarity > 0 and not statement.is_whole
    if not is_told or statement.key or statement.value is not None or statement.negates or statement.condition:
        return [statement]
    parts = compounds.split(statement.details)
    if len(parts) == 1:
        return [statement]
    classification = classify_statement(statement)
    is_field = classification.key in fields.fields_by_key()
    if is_field and classification.one_valued:
        return [statement]
    name, label = (statement.name, statement.label) if is_field else ("", "")
    sentence = signs.cut(statement.details, limits.QUOTE_MAX)
    half = replace(statement, name=name, label=label, sentence=sentence, is_guarded=True)
    return [replace(half, details=part) for part in parts]


def why_not_written(statement: Statement, *, by: Actor, now: datetime, memory: Memory | None = None) -> Outcome | None:
    """Return the outcome if the guard or the settings stop a statement; None to go on.

    `memory` is the one it is about, if the caller knows it.
    """
    if refused := check_guard(statement, by=by, now=now):
        return refused
    if not by.settings.enable_memory:
        return Outcome.unchanged(memory, "Memory is off in Settings, so nothing was saved.")
    if not by.decides and not by.settings.learning_enabled and not policy.is_explicit(statement.how_known):
        return Outcome.unchanged(memory, "Settings don’t let agents note what they observe, so nothing was saved.")
    if section := find_closed_section(statement, by=by, memory=memory):
        return Outcome.unchanged(memory, f"“{Section(section).label}” is off in Settings, so nothing was saved.")
    return None


def find_closed_section(statement: Statement, *, by: Actor, memory: Memory | None = None) -> str:
    """Return the statement's section if switched off; else empty."""
    closed = set(Section.values) - set(by.settings.enabled_sections)
    if not closed:
        return ""
    classification = classify_statement(statement)
    section = "" if classification.temporary or statement.day else section_for(statement)
    section = memory.section if memory and memory.section else section
    return section if section in closed else ""


def check_guard(statement: Statement, *, by: Actor, now: datetime) -> Outcome | None:
    """Let the guard read a statement that it has not read yet, and count a refusal.

    An allergy passes only in the person's own save in dietary.
    """
    if statement.is_guarded:
        return None
    allow_allergy = by.decides and known_fields.slugify(statement.category) == "dietary"
    finding = refusals.refuse(statement.texts(), person_id=by.person_id, now=now, allow_allergy=allow_allergy)
    return Outcome.refused(finding) if finding else None


def decide(interpretation: Interpretation) -> Outcome:
    """Decide what becomes of a statement: from what is in use, what waits, and who says it (docs/rules.md)."""
    return telling.keep_told(interpretation, _decide(interpretation))


def _decide(interpretation: Interpretation) -> Outcome:
    if blocked := check_tombstone(interpretation):
        return blocked
    matches = Matches(interpretation)
    if matches.readable:
        return _decide_beside(matches.readable, interpretation, matches)
    before = _lasting_one(interpretation, is_seen=True)
    hidden = matches.hidden or (None if before else _lasting_one(interpretation, is_seen=False))
    outcome = _decide_unseen(interpretation, matches, before or hidden)
    if hidden:
        return telling.as_if_hidden(interpretation, outcome)
    return telling.as_it_is(interpretation, outcome) if before else telling.as_new(interpretation, outcome)


def _decide_beside(seen: Memory, interpretation: Interpretation, matches: Matches) -> Outcome:
    """Decide about a statement on the subject of a readable memory in use.

    Words that say what is hidden, or what waits, count there. What is told of them is what would be told without it.
    """
    if matching.is_same_value(interpretation, seen):
        if interpretation.by.decides and seen.contested:
            conflicts.settle_by(seen, by=interpretation.by, now=interpretation.now)
        return telling.as_it_is(interpretation, reconcile.repeat(interpretation, seen))
    same = _unseen_same(interpretation, matches)
    is_own = same is not None and reconcile.said_before(interpretation, same)
    if not is_own and (outcome := reconcile.count_against(interpretation, seen)):
        return telling.as_it_is(interpretation, outcome)
    if outcome := _repeat_unseen(interpretation, same, seen):
        if is_own and outcome.name == OutcomeName.NOTED:
            return telling.as_it_is(interpretation, outcome)
        return telling.as_change(interpretation, outcome, seen)
    return telling.as_it_is(interpretation, reconcile.change(interpretation, seen))


def _decide_unseen(interpretation: Interpretation, matches: Matches, before: Memory | None) -> Outcome:
    """Decide about a statement that matches no memory in use, or only hidden ones."""
    if outcome := _repeat_unseen(interpretation, _unseen_same(interpretation, matches), matches.hidden):
        return outcome
    if matches.hidden:
        return reconcile.change(interpretation, matches.hidden)
    rival = matches.waiting_rival()
    if rival is None and before is None and _is_saved_unasked(interpretation) and (found := matches.close()):
        memory_id, likely = found
        if likely["update"] + likely["contradiction"] >= SURELY_ANOTHER:
            close = store.lock(memory_id)
            return reconcile.change_close(interpretation, close, is_update=likely["update"] >= SURELY_UPDATE)
    return create.create_new(interpretation, before=before, rival=rival)


def _is_saved_unasked(interpretation: Interpretation) -> bool:
    """Return whether a new statement of an agent would come into use without a question."""
    is_lasting = not interpretation.by.decides and not interpretation.temporary
    return is_lasting and create.initial_outcome(interpretation) == OutcomeName.SAVED


def _repeat_unseen(interpretation: Interpretation, same: Memory | None, in_use: Memory | None) -> Outcome | None:
    """Return the outcome of repeating a hidden or waiting memory; None if not repeated."""
    if same is None:
        return None
    if same.status == Status.ACTIVE:
        return reconcile.repeat(interpretation, same)
    return reconcile.repeat_waiting(interpretation, same, in_use)


def _unseen_same(interpretation: Interpretation, matches: Matches) -> Memory | None:
    """Return the hidden or waiting memory with the same value; None if none."""
    is_hidden = matches.hidden and matching.is_same_value(interpretation, matches.hidden)
    return matches.hidden if is_hidden else matches.waiting()


def _lasting_one(interpretation: Interpretation, *, is_seen: bool) -> Memory | None:
    """Return the lasting memory that a statement for one day would stand before on that day."""
    if not interpretation.temporary:
        return None
    matches = Matches(interpretation.without_day)
    return matches.readable if is_seen else matches.hidden


def check_tombstone(interpretation: Interpretation) -> Outcome | None:
    """Block what was erased or declined, until the person says it again themselves: that lifts the tombstone."""
    if interpretation.by.decides:
        interpretation.lift_tombstone()
        return None
    return Outcome(name=OutcomeName.BLOCKED, reason=BLOCKED) if interpretation.is_blocked else None


def repeats_erased(statement: Statement, *, by: Actor, now: datetime) -> bool:
    """Return whether a statement, or a part of it, repeats an erased value."""
    parts = split_statement(statement.checked())
    return any(Interpretation.from_statement(each, by=by, now=now).repeats_erased() for each in parts)


# What a file brings: questions for Review, and what the file says has ended into the past. Nothing in a file
# comes into use by itself, and it never changes or back-dates what is in use.
FULL_DATE = "j F Y"
OLDER = "What you use now is newer."


@action
def import_statement(statement: Statement, *, said_at: datetime, by: Actor, now: datetime) -> Outcome:
    """Remember what a file says of the day `said_at`; the question is asked now, and stays open as long as any other.

    A question about another value than the one in use says which of the two is older. Where that is certainly about
    the same and the file is older, it replaces nothing: it goes into the past.
    """
    if refused := check_guard(statement, by=by, now=now):
        return refused
    if in_use := _newer_in_use(statement, by=by, said_at=said_at):
        ended_on = known_on(in_use, by)
        return import_ended(
            replace(statement, is_guarded=True),
            said_at=said_at,
            ended_at=now,
            ended_on=ended_on,
            reason=OLDER,
            by=by,
            now=now,
        )
    outcome = remember(replace(statement, is_guarded=True), by=by, now=said_at)
    if outcome.proposal_id is None:
        return outcome
    question = outcome.question
    if outcome.quotes:
        question = f"{question} {compare_dates(outcome.quotes, statement, by)}"
    Proposal.objects.filter(pk=outcome.proposal_id).update(created_at=now, question=question)
    return replace(outcome, question=question)


def _newer_in_use(statement: Statement, *, by: Actor, said_at: datetime) -> Memory | None:
    """Return a memory in use with the same key, a different value, and a newer date than the file's; None if none."""
    said_on = statement.updated_on or statement.learned_on
    if said_on is None:
        return None
    interpretation = Interpretation.from_statement(statement.checked(), by=by, now=said_at)
    in_use = Matches(interpretation).in_use_in_its_place()
    if in_use is None:
        return None
    is_same = matching.is_same_value(interpretation, in_use)
    return None if is_same or said_on >= known_on(in_use, by) else in_use


def known_on(memory: Memory, by: Actor) -> date:
    """Return the last day on which what is in use was said, changed or confirmed."""
    confirmed_on = timezone.localdate(memory.confirmed_at, by.settings.zone) if memory.confirmed_at else None
    days = (confirmed_on, memory.updated_on, memory.learned_on or memory.observed_on)
    return max(day for day in days if day)


def compare_dates(in_use: Memory, statement: Statement, by: Actor) -> str:
    """Return a sentence comparing the dates of the file's value and of the value in use."""
    language = locales.for_code(in_use.language)
    in_use_since = known_on(in_use, by)
    said_on = statement.updated_on or statement.learned_on
    if said_on is None:
        sentence = language.file_without_date
    elif said_on == in_use_since:
        sentence = language.file_of_same_day
    else:
        sentence = language.file_is_older if said_on < in_use_since else language.file_is_newer
    return sentence.format(file=_full_date(said_on, language.code), yours=_full_date(in_use_since, language.code))


def _full_date(day: date | None, language: str) -> str:
    if day is None:
        return ""
    return f"{day.year}年{day.month}月{day.day}日" if language == "zh" else formats.date_format(day, FULL_DATE)


@action
def import_ended(
    statement: Statement,
    *,
    said_at: datetime,
    ended_at: datetime,
    ended_on: date,
    reason: str,
    by: Actor,
    now: datetime,
    is_archived: bool = False,
    is_short: bool = False,
    texts: tuple[str, str | None, str] | None = None,
) -> Outcome:
    """Put what a file says has ended into the past or the archive, with its dates. No agent was or is given it.

    Its label, value and details are `texts` to the letter, where the file has them so.
    Where the same is in use here, or in the past already, nothing changes.
    """
    statement = statement.checked()
    if stopped := why_not_written(statement, by=by, now=now):
        return stopped
    types.check_storable("reason", reason)
    if finding := refusals.refuse(reason, person_id=by.person_id, now=now):
        return Outcome.refused(finding)
    interpretation = Interpretation.from_statement(statement, by=by, now=said_at)
    if blocked := check_tombstone(interpretation):
        return blocked
    same = Memory.objects.of(by.person_id).filter(fingerprint=interpretation.fingerprint)
    if live := same.live().first():
        return Outcome.unchanged(live, "The file says it ended, but you still have it here. Nothing was changed.")
    status = Status.ARCHIVED if is_archived else Status.EXPIRED
    if ended := same.filter(status=status, expired_on=ended_on).first():
        return Outcome.unchanged(ended, "It is already here, marked as ended.")
    memory = _build_ended(interpretation, is_short=is_short)
    if texts:
        memory.label, memory.value, memory.details = texts
    if not any(each.status == Status.ACTIVE for each in rivals.rivals(memory)):
        store.save(memory, by=by, verb="remember", because=statement.because, now=said_at)
    memory.status, memory.expired_on = status, ended_on
    memory.expire_reason = signs.cut(types.clean_text(reason), limits.REASON_MAX)
    verb = "archive" if is_archived else "expire"
    version = store.save(memory, by=by, verb=verb, because="ended in the file", now=max(said_at, ended_at))
    store.add_evidence(memory, by=by, statement=statement, now=said_at)
    return Outcome(name=OutcomeName.SAVED, reason="Saved as ended.", memory=memory, version=version)


def _build_ended(interpretation: Interpretation, *, is_short: bool) -> Memory:
    """Build the memory as it was while it was in use: a long-term one, unless the file says otherwise."""
    memory = create.build(interpretation, status=Status.ACTIVE)
    memory.unasked_at, memory.horizon = None, Horizon.SHORT if is_short else Horizon.LONG
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    return memory
