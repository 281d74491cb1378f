"""remember: the only way a memory comes to exist, whichever door (SPEC §3)."""

from datetime import datetime

from django.db import IntegrityError, transaction

from memoryweb.memories import policy, refusals, registry
from memoryweb.memories.actors import Actor
from memoryweb.memories.lifecycle import meet, new
from memoryweb.memories.lifecycle.heard import Heard, understand
from memoryweb.memories.lifecycle.outcome import Outcome
from memoryweb.memories.lifecycle.statement import Statement
from memoryweb.memories.models import Status, Tombstone
from memoryweb.memories.policy import OutcomeName
from memoryweb.people.models import MemorySettings

RACES = 3  # who loses a race for a constraint looks again; two losses in a row need two winners


def remember(statement: Statement, *, by: Actor, now: datetime) -> Outcome:
    """Validate, guard, classify, and then save, revise, reinforce, propose, note, block or ask.

    Raises Invalid for an argument that cannot be. Needs the person's scope. Two callers with the same
    new thing at once leave one memory: the constraint decides, and the loser looks again.
    """
    statement = statement.checked()
    settings = MemorySettings.of(by.person_id)
    allow_allergy = by.decides and registry.slug(statement.category) == "dietary"
    if found := refusals.refuse(statement.texts(), person_id=by.person_id, now=now, allow_allergy=allow_allergy):
        return Outcome(name=OutcomeName.REFUSED, reason=refusals.REASONS[found.category], category=found.category)
    if off := _switched_off(statement, by, settings):
        return Outcome(name=OutcomeName.UNCHANGED, reason=off)
    heard = Heard(statement=statement, reading=understand(statement), by=by, settings=settings, now=now)
    for attempt in range(RACES):
        try:
            with transaction.atomic():
                return _decide(heard)
        except IntegrityError:
            if attempt == RACES - 1:
                raise
    raise AssertionError("unreachable")


def _switched_off(statement: Statement, by: Actor, settings: MemorySettings) -> str:
    if not settings.enable_memory:
        return "Memory is switched off in Settings, so nothing was written."
    if not by.decides and not settings.learning_enabled and not policy.is_explicit(statement.how_known):
        return "Agents may not note what they observe (Settings), so nothing was written."
    return ""


def _decide(heard: Heard) -> Outcome:
    stone = Tombstone.objects.filter(person_id=heard.by.person_id, fingerprint=heard.fingerprint)
    if heard.by.decides:
        stone.delete()  # the person says it again themselves: it may be learned again
    elif found := stone.first():
        return Outcome(name=OutcomeName.BLOCKED, reason=BLOCKED[Tombstone.Cause(found.cause)])
    known = meet.known(heard)
    return meet.again(heard, known) if known else _new(heard)


BLOCKED = {
    Tombstone.Cause.ERASED: "The person erased this. Only they can add it again, in the browser.",
    Tombstone.Cause.DECLINED: "The person said not to remember this. Only they can add it, in the browser.",
}


def _new(heard: Heard) -> Outcome:
    if heard.reading.temporary:
        memory, version = new.add(heard, status=Status.ACTIVE)
        return Outcome(name=OutcomeName.SAVED, reason="Only for today, so nobody was asked.", memory=memory, version=version)
    name = policy.new_memory(
        source=heard.statement.how_known,
        says_always=heard.says_always,
        by_person=heard.by.decides,
        trust=heard.by.trust,
        confirm_new=heard.settings.confirm_new,
    )
    memory, version = new.add(heard, status=Status.ACTIVE if name == OutcomeName.SAVED else Status.CANDIDATE)
    if name != OutcomeName.PROPOSED:
        return Outcome(name=name, reason=REASONS[name], memory=memory, version=version)
    return new.proposed(heard, memory, version)


REASONS = {
    OutcomeName.SAVED: "Saved.",
    OutcomeName.NOTED: "Noted. It counts once it has been seen again.",
}
