"""remember: the only way a memory comes to exist, whichever door (SPEC §3)."""

from dataclasses import replace
from datetime import datetime

from memoryweb.memories import refusals
from memoryweb.memories.actions import create, matching, reconcile
from memoryweb.memories.actions.interpretation import Interpretation, classify_statement
from memoryweb.memories.actions.store import action
from memoryweb.memories.actions.types import Outcome, Statement
from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Evidence, Status, Tombstone
from memoryweb.people.models import MemorySettings
from memoryweb.rules import classifier, fields, policy
from memoryweb.rules.policy import OutcomeName


@action
def remember(statement: Statement, *, by: Actor, now: datetime) -> Outcome:
    """Validate, guard, classify, and then save, revise, reinforce, propose, note, block or ask.

    Raises Invalid for an argument that cannot be. Needs the person's scope. Two callers with the same
    new thing at once leave one memory: they take turns, and the second finds what the first made.
    """
    statement = statement.checked()
    if refused := check_refusal(statement, by, now):
        return refused
    settings = MemorySettings.for_person(by.person_id)
    if off := why_switched_off(statement, by, settings):
        return Outcome(name=OutcomeName.UNCHANGED, reason=off)
    return decide(
        Interpretation(statement=statement, reading=_classify(statement, by), by=by, settings=settings, now=now)
    )


def _classify(statement: Statement, by: Actor) -> classifier.Classification:
    """A kind that the person chose themselves is theirs for ever; one that a file or an agent names is a tag."""
    read = classify_statement(statement)
    chosen = by.decides and statement.evidence_kind == Evidence.Kind.STATEMENT and read.kind == statement.kind
    return replace(read, basis="person") if chosen else read


def check_refusal(statement: Statement, by: Actor, now: datetime) -> Outcome | None:
    """What the guard refuses, counted. An allergy only by the person's own save in dietary (SPEC §10)."""
    allow_allergy = by.decides and fields.slugify(statement.category) == "dietary"
    found = refusals.refuse(statement.texts(), person_id=by.person_id, now=now, allow_allergy=allow_allergy)
    if not found:
        return None
    return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)


def why_switched_off(statement: Statement, by: Actor, settings: MemorySettings) -> str:
    if not settings.enable_memory:
        return "Memory is switched off in Settings, so nothing was written."
    if not by.decides and not settings.learning_enabled and not policy.is_explicit(statement.how_known):
        return "Agents may not note what they observe (Settings), so nothing was written."
    return ""


def decide(heard: Interpretation) -> Outcome:
    if found := check_tombstone(heard):
        return found
    memory = matching.find(heard)
    return reconcile.apply(heard, memory) if memory else _new(heard)


def check_tombstone(heard: Interpretation) -> Outcome | None:
    """What was erased or declined is not learned again, until the person says it again themselves."""
    stone = Tombstone.objects.filter(person_id=heard.by.person_id, fingerprint=heard.lasting_fingerprint)
    if heard.by.decides:
        stone.delete()
        return None
    found = stone.first()
    return Outcome(name=OutcomeName.BLOCKED, reason=BLOCKED[Tombstone.Cause(found.cause)]) if found else None


BLOCKED = {
    Tombstone.Cause.ERASED: "The person erased this. Only they can add it again, in the browser.",
    Tombstone.Cause.DECLINED: "The person said not to remember this. Only they can add it, in the browser.",
}


def _new(heard: Interpretation) -> Outcome:
    if heard.temporary and heard.by.trust != "file":
        memory, version = create.create(heard, status=Status.ACTIVE)
        return Outcome(
            name=OutcomeName.SAVED, reason="Only for today, so nobody was asked.", memory=memory, version=version
        )
    name = create.initial_outcome(heard)
    memory, version = create.create(heard, status=Status.ACTIVE if name == OutcomeName.SAVED else Status.CANDIDATE)
    if name != OutcomeName.PROPOSED:
        return Outcome(name=name, reason=REASONS[name], memory=memory, version=version)
    return create.propose_memory(heard, memory, version)


REASONS = {
    OutcomeName.SAVED: "Saved.",
    OutcomeName.NOTED: "Noted. It counts once it has been seen again.",
}
