"""What a file brings: questions for Review, and what the file says has ended into the past (SPEC §13).

Nothing a file says comes into use by itself, and it never changes or back-dates what is in use.
"""

from dataclasses import replace
from datetime import date, datetime

from django.utils import formats, timezone

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, store, types
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.remember import check_guard, check_tombstone, remember, why_not_written
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.rules import classifier, languages, limits
from memoryweb.rules.policy import Horizon, OutcomeName

FULL_DATE = "j F Y"


@action
def import_statement(statement: Statement, *, said_at: datetime, by: Actor, now: datetime) -> Outcome:
    """Remember what a file says of the day `said_at`; the question is asked now, and stays open as long as any other.

    A question about another value than the one in use says which of the two is older.
    """
    if refused := check_guard(statement, by=by, now=now):
        return refused
    outcome = remember(replace(statement, is_guarded=True), by=by, now=said_at)
    if outcome.proposal_id is None:
        return outcome
    proposal = Proposal.objects.get(pk=outcome.proposal_id)
    proposal.created_at = now
    if outcome.quotes:
        proposal.question = f"{proposal.question} {compare_dates(outcome.quotes, statement, by)}"
    proposal.save(update_fields=["created_at", "question"])
    return replace(outcome, question=proposal.question)


def compare_dates(in_use: Memory, statement: Statement, by: Actor) -> str:
    """Return a sentence with the day of the file's value and that of the value in use, and which is older."""
    language = languages.for_code(in_use.language)
    confirmed_on = timezone.localdate(in_use.confirmed_at, by.settings.zone) if in_use.confirmed_at else None
    days = (confirmed_on, in_use.updated_on, in_use.learned_on or in_use.observed_on)
    known_on = max(day for day in days if day)
    said_on = statement.updated_on or statement.learned_on
    if said_on is None:
        sentence = language.file_without_date
    elif said_on == known_on:
        sentence = language.file_of_same_day
    else:
        sentence = language.file_is_older if said_on < known_on else language.file_is_newer
    return sentence.format(file=_full_date(said_on, language.code), yours=_full_date(known_on, language.code))


def _full_date(day: date | None, language: str) -> str:
    if day is None:
        return ""
    return f"{day.year}年{day.month}月{day.day}日" if language == "zh" else formats.date_format(day, FULL_DATE)


@action
def import_ended(
    statement: Statement, *, said_at: datetime, ended_at: datetime, ended_on: date, reason: str, by: Actor,
    now: datetime,
) -> Outcome:  # fmt: skip
    """Put what a file says has ended into the past, with the file's dates. No agent was or is given it.

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
        return Outcome.unchanged(live, "It has ended in the file. Here it is in use or waiting, and stays so.")
    if ended := same.filter(status=Status.EXPIRED, expired_on=ended_on).first():
        return Outcome.unchanged(ended, "It is in the past already.")
    memory = _build_lasting(interpretation)
    if not conflicts.rivals(memory).filter(status=Status.ACTIVE).exists():
        store.save(memory, by=by, verb="remember", because=statement.because, now=said_at)
    memory.status, memory.expired_on = Status.EXPIRED, ended_on
    memory.expire_reason = types.clean_text(reason)[: limits.REASON_MAX]
    version = store.save(memory, by=by, verb="expire", because="ended in the file", now=max(said_at, ended_at))
    store.add_evidence(memory, by=by, statement=statement, now=said_at)
    return Outcome(name=OutcomeName.SAVED, reason="It is in the past.", memory=memory, version=version)


def _build_lasting(interpretation: Interpretation) -> Memory:
    """Build the memory as it was while it was in use: a long-term one, as files hold those."""
    memory = create.build(interpretation, status=Status.ACTIVE)
    memory.unasked_at, memory.horizon = None, Horizon.LONG
    memory.section = classifier.section_for(memory.kind, memory.category, memory.key, memory.tags, memory.horizon)
    return memory
