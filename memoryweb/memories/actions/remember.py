"""remember: the only way a memory comes to exist, whichever door (SPEC §3).

It reads top to bottom: check, interpret, look for a tombstone, match, decide, store.
"""

from datetime import datetime

from memoryweb.memories import refusals
from memoryweb.memories.actions import create, matching, reconcile
from memoryweb.memories.actions.interpretation import Interpretation, classify_statement, section_for
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Actor, Outcome, Statement
from memoryweb.memories.models import Memory, Status, Tombstone
from memoryweb.people.models import Section
from memoryweb.rules import fields, policy
from memoryweb.rules.policy import OutcomeName

BLOCKED_REASONS = {
    Tombstone.Cause.ERASED: "The person erased this. Only they can add it again, in the browser.",
    Tombstone.Cause.DECLINED: "The person said not to remember this. Only they can add it, in the browser.",
}
NEW_REASONS = {
    OutcomeName.SAVED: "Saved.",
    OutcomeName.NOTED: "Noted. It counts once it has been seen again.",
}


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
    """Find the memory a statement is about and let the two meet; create one if there is none."""
    if blocked := check_tombstone(interpretation):
        return blocked
    memory = matching.find(interpretation)
    return reconcile.apply(interpretation, memory) if memory else _create(interpretation)


def check_tombstone(interpretation: Interpretation) -> Outcome | None:
    """Block what was erased or declined, until the person says it again themselves: that lifts the tombstone."""
    tombstones = Tombstone.objects.filter(
        person_id=interpretation.by.person_id, fingerprint=interpretation.lasting_fingerprint
    )
    if interpretation.by.decides:
        tombstones.delete()
        return None
    tombstone = tombstones.first()
    if tombstone is None:
        return None
    return Outcome(name=OutcomeName.BLOCKED, reason=BLOCKED_REASONS[Tombstone.Cause(tombstone.cause)])


def _create(interpretation: Interpretation) -> Outcome:
    if interpretation.temporary and interpretation.by.trust != "file":
        memory, version = create.create(interpretation, status=Status.ACTIVE)
        reason = "Only for today, so nobody was asked."
        return Outcome(name=OutcomeName.SAVED, reason=reason, memory=memory, version=version)
    name = create.initial_outcome(interpretation)
    status = Status.ACTIVE if name == OutcomeName.SAVED else Status.CANDIDATE
    memory, version = create.create(interpretation, status=status)
    if name == OutcomeName.PROPOSED:
        return create.propose_memory(interpretation, memory, version)
    return Outcome(name=name, reason=NEW_REASONS[name], memory=memory, version=version)
