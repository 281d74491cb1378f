"""Muting: a memory stays in use, but one agent, or agents at one kind of task, are not given it."""

from datetime import datetime
from uuid import UUID

from memoryweb.memories import refusals
from memoryweb.memories.actors import Actor, OnlyThePerson
from memoryweb.memories.lifecycle import storable, write
from memoryweb.memories.lifecycle.outcome import Invalid, Outcome
from memoryweb.memories.lifecycle.turn import action
from memoryweb.memories.models import Memory
from memoryweb.memories.policy import OutcomeName

NAME_MAX = 80
MUTES_MAX = 50  # on one memory


@action
def mute(memory_id: UUID, for_: str, *, by: Actor, now: datetime) -> Outcome:
    """`for_` is an agent's id or "task:<name>". Idempotent."""
    memory, refused = _lock_for_mute(memory_id, for_, by, now)
    if refused:
        return refused
    if for_ in memory.muted_for:
        return Outcome(name=OutcomeName.UNCHANGED, reason="It was muted there already.", memory=memory)
    if len(memory.muted_for) >= MUTES_MAX:
        raise Invalid("muted_for", f"At most {MUTES_MAX}; expire it instead.")
    memory.muted_for = [*memory.muted_for, for_]
    version = write.save(memory, by=by, verb="mute", because="your decision", now=now)
    reason = "Muted there, from the next request on."
    return Outcome(name=OutcomeName.REVISED, reason=reason, memory=memory, version=version)


@action
def unmute(memory_id: UUID, for_: str, *, by: Actor, now: datetime) -> Outcome:
    memory, refused = _lock_for_mute(memory_id, for_, by, now)
    if refused:
        return refused
    if for_ not in memory.muted_for:
        return Outcome(name=OutcomeName.UNCHANGED, reason="It was not muted there.", memory=memory)
    memory.muted_for = [each for each in memory.muted_for if each != for_]
    version = write.save(memory, by=by, verb="unmute", because="your decision", now=now)
    return Outcome(name=OutcomeName.REVISED, reason="Given there again.", memory=memory, version=version)


def _lock_for_mute(memory_id: UUID, for_: str, by: Actor, now: datetime) -> tuple[Memory, Outcome | None]:
    if not by.decides:
        raise OnlyThePerson("Only the person mutes, in the browser.")
    storable.check_storable("muted_for", for_)
    if not for_ or len(for_) > NAME_MAX:
        raise Invalid("muted_for", f"Between 1 and {NAME_MAX} characters.")
    memory = write.lock(memory_id)
    if found := refusals.refuse(for_, person_id=by.person_id, now=now):
        reason = refusals.REASONS[found.category]
        return memory, Outcome(name=OutcomeName.REFUSED, reason=reason, category=found.category)
    return memory, None
