"""A conversation ended (S1 handleNewChat): appended to the recent ones, trimmed, and only then read for what lasts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memoryweb.agents.models import Agent
from memoryweb.learning import due, endpoint, learn, policy, tasks, window
from memoryweb.learning.extraction import without_injected
from memoryweb.learning.models import Conversation
from memoryweb.memories import fingerprints, refusals
from memoryweb.memories.lifecycle import Outcome, storable, turn
from memoryweb.people.models import MemorySettings


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What an agent says of a conversation. `messages` are the person's own, in order."""

    external_id: str
    messages: Sequence[str]
    ended_at: datetime
    started_at: datetime | None = None
    topic: str = ""
    summary: str = ""
    project: str = ""

    def digest(self) -> bytes:
        words = json.dumps([self.topic, self.summary, self.project, list(self.messages)])
        return fingerprints.keyed("conversation", words)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """`withheld` names the messages the guard did not let in, by position and category."""

    conversation: Conversation | None
    reason: str
    is_changed: bool = False  # it was kept, or went on
    withheld: list[tuple[int, str]] = field(default_factory=list)
    learned: list[Outcome] = field(default_factory=list)


def record(agent: Agent, settings: MemorySettings, ended: Ended, *, now: datetime) -> Recorded:
    """Append, trim, decide, in this order. The same end told twice counts once. Needs the person's scope."""
    if not settings.enable_memory:
        return Recorded(conversation=None, reason="Memory is switched off in Settings, so nothing was written.")
    turn.take(agent.person_id)  # the same end told twice at once
    said = ended.digest()
    mine = Conversation.objects.of(agent.person_id).select_for_update()
    known = mine.filter(external_id=ended.external_id).first()
    if known and bytes(known.said) == said:
        return Recorded(conversation=known, reason="This conversation is known already.")
    excerpts, withheld = _excerpts(agent, ended, now=now)
    kept = known or Conversation(person_id=agent.person_id, external_id=ended.external_id, agent=agent, recorded_at=now)
    if known and not known.trimmed_at and excerpts[: known.read_to] != known.excerpts[: known.read_to]:
        kept.read_to = 0  # not a continuation: all of it is other words
    kept.said, kept.excerpts, kept.withheld = said, excerpts, len(withheld)
    kept.topic, kept.summary = _let_in(agent, ended.topic, now), _let_in(agent, ended.summary, now)
    kept.started_at, kept.ended_at, kept.project = ended.started_at, ended.ended_at, ended.project
    kept.trimmed_at = kept.learned_at = kept.claimed_at = None
    kept.trouble = ""
    kept.save()
    window.trim(agent.person_id, settings, now=now)
    learned = _read_what_is_due(kept, settings, now=now)
    return Recorded(
        conversation=Conversation.objects.get(pk=kept.pk), reason="Kept." if known is None else "Kept; it went on.",
        is_changed=True, withheld=withheld, learned=learned,
    )  # fmt: skip


def _excerpts(agent: Agent, ended: Ended, *, now: datetime) -> tuple[list[str], list[tuple[int, str]]]:
    """The smallest that will do of what the person wrote; nothing sensitive, nothing we said ourselves."""
    excerpts: list[str] = []
    withheld: list[tuple[int, str]] = []
    for number, message in enumerate(ended.messages):
        if found := refusals.refuse(message, person_id=agent.person_id, now=now):
            withheld.append((number, found.category))
        elif (own := storable.visible(without_injected(message[: policy.MESSAGE_MAX])).strip()) and len(
            excerpts
        ) < policy.EXCERPTS_MAX:
            excerpts.append(learn.excerpt(own))
    return excerpts, withheld


def _let_in(agent: Agent, text: str, now: datetime) -> str:
    """A topic or a summary may say what a message may not: then it is left out."""
    return "" if refusals.refuse(text, person_id=agent.person_id, now=now) else storable.visible(text)


def read_now(kept: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome] | None:
    """The person says so. None: a worker reads it, since a model is asked."""
    if endpoint.reads_for(settings):
        tasks.read.delay_on_commit(str(kept.person_id), str(kept.pk))
        return None
    return learn.by_patterns(kept, settings, now=now)


def forget(kept: Conversation, *, now: datetime) -> None:
    """Out of the window before its time: its words go, what was learned from it stays."""
    Conversation.objects.filter(pk=kept.pk).update(trimmed_at=now, topic="", summary="", excerpts=[])


def _read_what_is_due(kept: Conversation, settings: MemorySettings, *, now: datetime) -> list[Outcome]:
    """Patterns read at once, in this transaction."""
    learned: list[Outcome] = []
    for conversation in due.of(kept.person_id, settings, now=now):
        found = read_now(conversation, settings, now=now)
        learned += (found or []) if conversation.pk == kept.pk else []
    return learned
