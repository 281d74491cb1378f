"""What a conversation or a note says about the person, told to `remember` like anyone else's word (SPEC §9)."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.learning import budget, extraction, llm, policy
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import actions
from memoryweb.memories.actions import store
from memoryweb.memories.actors import AgentOf
from memoryweb.memories.models import Evidence
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.rules import tokens
from memoryweb.rules.policy import Source


def excerpt(message: str) -> str:
    """A message as it is kept: whole where it is short, else what it says about the person, and how it began."""
    if len(message) <= policy.EXCERPT_MAX:
        return message
    kept = ""
    for find in extraction.find(message):
        if find.quote not in kept and len(kept) + len(find.quote) < policy.EXCERPT_MAX:
            kept = f"{kept}\n{find.quote}" if kept else find.quote
    return kept or message[: policy.EXCERPT_MAX - 1].rstrip() + "…"


def learn_by_patterns(
    conversation: Conversation, settings: MemorySettings, *, now: datetime, trouble: str = ""
) -> list[actions.Outcome]:
    """Read what is new in it, in the caller's transaction."""
    finds = [
        find for message in conversation.excerpts[conversation.excerpts_read :] for find in extraction.find(message)
    ]
    return _remember_all(conversation, finds, settings, read_by=Conversation.ReadBy.PATTERNS, now=now, trouble=trouble)


def learn_from_conversation(person_id: UUID, conversation_id: UUID, *, now: datetime) -> list[actions.Outcome]:
    """As a worker does it: claimed, read outside of any transaction, then told. Patterns where the model fails."""
    with scope.acting_as(person_id):
        settings = MemorySettings.for_person(person_id)
        conversation = _claimed(conversation_id, now)
    if conversation is None or not (settings.enable_memory and settings.learning_enabled):
        return []
    finds, trouble = None, ""
    if llm.is_enabled_for(settings):
        try:
            finds = budget.call_within_budget(settings, conversation.excerpts[conversation.excerpts_read :], now=now)
        except llm.TroubleError as error:
            trouble = error.name
    with scope.acting_as(person_id):
        store.lock_person(person_id)  # before the row: as everybody does
        held = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation_id).first()
        if held is None or held.messages_reported != conversation.messages_reported:
            return []  # somebody else was first, or it went on: then it is read again
        if finds is None:
            return learn_by_patterns(held, settings, now=now, trouble=trouble)
        return _remember_all(held, finds, settings, read_by=Conversation.ReadBy.MODEL, now=now)


def set_aside(person_id: UUID, conversation_id: UUID, *, now: datetime) -> None:
    """Nobody could read it: the person sees that, and may ask again by having the agent tell more."""
    with scope.acting_as(person_id):
        unread = Conversation.objects.unread().filter(pk=conversation_id)
        unread.update(learned_at=now, claimed_at=None, trouble=Conversation.Trouble.FAILED)


def _claimed(conversation_id: UUID, now: datetime) -> Conversation | None:
    """One reader at a time; a reader that died is forgotten after its lease."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - timedelta(minutes=policy.LEASE_MINUTES))
    unread = Conversation.objects.unread().filter(free, pk=conversation_id)
    return Conversation.objects.get(pk=conversation_id) if unread.update(claimed_at=now) else None


def learn_from_note(kept: Feedback, *, now: datetime) -> list[actions.Outcome]:
    """What the person wrote about a run is a correction (SPEC §9)."""
    settings = MemorySettings.for_person(kept.person_id)
    said = (
        _statement(find, source=Source.CORRECTION, project=kept.project, kind=Evidence.Kind.FEEDBACK, ref=kept.ref)
        for find in extraction.find(kept.note)
    )
    return [told for each in said if (told := _remember(each, kept.agent, settings, now))]


def _remember(
    statement: actions.Statement, agent: Agent, settings: MemorySettings, now: datetime
) -> actions.Outcome | None:
    """None: its section is switched off, or it cannot be said so; the rest of what was found counts."""
    try:
        section = actions.section_for(statement.checked())
        if section and section not in settings.enabled_sections:
            return None
        return actions.remember(statement, by=AgentOf(agent), now=now)
    except actions.Invalid:
        return None


def _may_teach(agent: Agent, now: datetime) -> bool:
    """What the person has decided about it since: a conversation may be read long after it was told."""
    return agent.is_usable(now) and agent.trust != Trust.READ_ONLY


def _remember_all(
    conversation: Conversation, finds: Iterable[extraction.Find], settings: MemorySettings, *, read_by: str,
    now: datetime, trouble: str = "",
) -> list[actions.Outcome]:  # fmt: skip
    """Tell what was found, each once, and note that this conversation has been read."""
    told: list[actions.Outcome] = []
    day = timezone.localdate(conversation.ended_at, settings.zone)
    is_over = day < timezone.localdate(now, settings.zone)
    for find in finds if _may_teach(conversation.agent, now) else ():
        if is_over and tokens.says_only_now(find.details, find.quote):
            continue  # it was for that day
        statement = _statement(
            find, source=find.source, project=conversation.project, kind=Evidence.Kind.CONVERSATION,
            ref={"conversation": str(conversation.pk)}, conversation=conversation.pk, observed_on=day,
        )  # fmt: skip
        if done := _remember(statement, conversation.agent, settings, now):
            told.append(done)
    conversation.learned_at, conversation.claimed_at, conversation.excerpts_read = now, None, len(conversation.excerpts)
    conversation.read_by, conversation.trouble = read_by, trouble
    conversation.save(update_fields=["learned_at", "claimed_at", "excerpts_read", "read_by", "trouble"])
    return told


def _statement(
    find: extraction.Find, *, source: str, project: str, kind: str, ref: dict[str, str],
    conversation: UUID | None = None, observed_on: date | None = None,
) -> actions.Statement:  # fmt: skip
    return actions.Statement(
        name=find.label,
        label=find.label,
        category=find.category,
        key=find.key,
        value=find.value,
        details=find.details,
        condition=find.condition,
        kind=find.kind,
        tags=find.tags,
        quote=find.quote,
        source=source,
        project=project,
        evidence_kind=kind,
        ref=ref,
        conversation=conversation,
        observed_on=observed_on,
    )
