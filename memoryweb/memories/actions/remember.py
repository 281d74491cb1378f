"""remember: the only way a memory comes to exist, whichever door (SPEC §3).

It reads top to bottom: check, interpret, look for a tombstone, match with what is in use and what waits, decide.
"""

from dataclasses import replace
from datetime import datetime

from memoryweb.memories import refusals
from memoryweb.memories.actions import conflicts, create, matching, reconcile
from memoryweb.memories.actions.interpretation import (
    Interpretation,
    classify_statement,
    section_for,
    value_fingerprint,
)
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Memory, Tombstone
from memoryweb.people.models import Section
from memoryweb.rules import fields, policy
from memoryweb.rules.policy import OutcomeName

BLOCKED = "Not kept."  # one sentence, whether it was erased or declined


@action
def remember(statement: Statement, *, by: Actor, now: datetime) -> Outcome:
    """Validate, guard, classify, and then save, revise, reinforce, propose, note, block or ask.

    Raises Invalid for an argument that cannot be. Needs the person's scope. Two callers with the same new thing at once
    leave one memory: they take turns, and the second finds what the first one wrote.
    """
    statement = statement.checked()
    if stopped := why_not_written(statement, by=by, now=now):
        return stopped
    return decide(Interpretation.from_statement(statement, by=by, now=now))


def why_not_written(statement: Statement, *, by: Actor, now: datetime, memory: Memory | None = None) -> Outcome | None:
    """Return the outcome of a statement that the guard refuses or the settings switch off; None if it may be written.

    `memory` is the one it is about, if the caller knows it.
    """
    if refused := check_guard(statement, by=by, now=now):
        return refused
    if not by.settings.enable_memory:
        return Outcome.unchanged(memory, "Memory is switched off in Settings, so nothing was written.")
    if not by.decides and not by.settings.learning_enabled and not policy.is_explicit(statement.how_known):
        return Outcome.unchanged(memory, "Agents may not note what they observe (Settings), so nothing was written.")
    if section := find_closed_section(statement, by=by, memory=memory):
        return Outcome.unchanged(
            memory, f"“{Section(section).label}” is switched off in Settings, so nothing was written."
        )
    return None


def find_closed_section(statement: Statement, *, by: Actor, memory: Memory | None = None) -> str:
    """Return the section that the statement would end up in, if the person switched it off."""
    closed = set(Section.values) - set(by.settings.enabled_sections)
    if not closed:
        return ""
    classification = classify_statement(statement)
    section = "" if classification.temporary or statement.day else section_for(statement)
    section = memory.section if memory and memory.section else section
    return section if section in closed else ""


def check_guard(statement: Statement, *, by: Actor, now: datetime) -> Outcome | None:
    """Let the guard read a statement that it has not read yet, and count a refusal.

    An allergy passes only in the person's own save in dietary (SPEC §10).
    """
    if statement.is_guarded:
        return None
    allow_allergy = by.decides and fields.slugify(statement.category) == "dietary"
    finding = refusals.refuse(statement.texts(), person_id=by.person_id, now=now, allow_allergy=allow_allergy)
    return Outcome.refused(finding) if finding else None


def decide(interpretation: Interpretation) -> Outcome:
    """Decide by SPEC §3's table what becomes of a statement: from what is in use, what waits, and who says it."""
    if blocked := check_tombstone(interpretation):
        return blocked
    in_use = matching.find_in_use(interpretation)
    before = _lasting_memory(interpretation)
    met_readable = interpretation.may_read(in_use or before)
    return replace(_decide(interpretation, in_use, before), met_readable=met_readable)


def _decide(interpretation: Interpretation, in_use: Memory | None, before: Memory | None) -> Outcome:
    if in_use and matching.is_same_value(interpretation, in_use):
        if interpretation.by.decides and in_use.contested:
            conflicts.settle_by(in_use, by=interpretation.by, now=interpretation.now)
        return reconcile.repeat(interpretation, in_use)
    waiting = matching.find_waiting(interpretation)
    if waiting and (outcome := reconcile.repeat_waiting(interpretation, waiting, in_use)):
        return outcome
    if in_use:
        return reconcile.change(interpretation, in_use)
    return create.create_new(interpretation, before=before)


def _lasting_memory(interpretation: Interpretation) -> Memory | None:
    """Return the lasting memory that a statement for one day would stand before on that day."""
    return matching.find_in_use(interpretation.lasting) if interpretation.temporary else None


def check_tombstone(interpretation: Interpretation) -> Outcome | None:
    """Block what was erased or declined, until the person says it again themselves: that lifts the tombstone."""
    person_id, new = interpretation.by.person_id, interpretation.classification
    tombstones = Tombstone.objects.filter(
        person_id=person_id, fingerprint=value_fingerprint(person_id, new.label, new.value)
    )
    if interpretation.by.decides:
        tombstones.delete()
        return None
    return Outcome(name=OutcomeName.BLOCKED, reason=BLOCKED) if tombstones.exists() else None
