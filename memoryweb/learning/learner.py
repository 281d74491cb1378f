"""Learns from conversations and notes: passes what they say about the person to `remember` (SPEC §9)."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from time import thread_time
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.learning import budget, extraction, llm, policy
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories import actions, recording
from memoryweb.memories.actions import AgentOf, store
from memoryweb.memories.models import Evidence
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.rules import limits, tokens
from memoryweb.rules.policy import Source


def excerpts_of(message: str) -> list[str]:
    """Return what to store of a message: a short one whole, else all it says about the person, or how it begins.

    What a long one says may take several excerpts, so that all of it is read, whenever that happens. Whole sentences
    are kept, because a statement is quoted with its sentence.
    """
    if len(message) <= limits.EXCERPT_MAX:
        return [message]
    excerpts: list[str] = []
    for find in extraction.find(message):
        text = max(find.quote, find.details, key=len)[: limits.EXCERPT_MAX]
        if any(text in each for each in excerpts):
            continue
        if excerpts and len(excerpts[-1]) + len(text) < limits.EXCERPT_MAX:
            excerpts[-1] = f"{excerpts[-1]}\n{text}"
        else:
            excerpts.append(text)
    return excerpts or [message[: limits.EXCERPT_MAX - 1].rstrip() + "…"]


def learn_by_patterns(
    conversation: Conversation, settings: MemorySettings, *, now: datetime, trouble: str = ""
) -> list[actions.Outcome]:
    """Learn from the unread excerpts with patterns, in the caller's transaction."""
    finds = (extraction.find(message) for message in conversation.unread_excerpts)
    return _remember_all(conversation, finds, settings, read_by=Conversation.ReadBy.PATTERNS, now=now, trouble=trouble)


def learn_from_conversation(person_id: UUID, conversation_id: UUID, *, now: datetime) -> list[actions.Outcome]:
    """Learn from a conversation in a worker: claim it, read it outside any transaction, then store what it says.

    Patterns read it if the model fails.
    """
    with scope.acting_as(person_id):
        settings = MemorySettings.for_person(person_id)
        conversation = _claim(conversation_id, now)
        is_full = conversation is not None and bool(actions.why_full(conversation.agent))
    if conversation is None or is_full or not (settings.enable_memory and settings.learning_enabled):
        return []  # a claimed one is tried again once the claim has ended
    finds, trouble = None, ""
    if llm.is_enabled_for(settings):
        try:
            finds = budget.call_within_budget(settings, conversation.unread_excerpts, now=now)
        except llm.TroubleError as error:
            trouble = error.name
    outcomes: list[actions.Outcome] = []
    goes_on = True
    while goes_on:  # each time the person's row is held anew, so that whoever waits for it comes between
        with scope.acting_as(person_id):
            settings = store.lock_person(person_id)  # before the conversation, in the same order as everywhere
            current = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation_id).first()
            if current is None or current.messages_reported != conversation.messages_reported:
                break  # another worker was faster, or the conversation continued and will be read again
            is_as_sent = current.unread_excerpts == conversation.unread_excerpts
            if not (is_as_sent and settings.enable_memory and settings.learning_enabled):
                break  # something of it was erased meanwhile, or learning switched off: the claim ends by itself
            if finds is None:
                outcomes += learn_by_patterns(current, settings, now=now, trouble=trouble)
            else:
                outcomes += _remember_all(current, [finds], settings, read_by=Conversation.ReadBy.MODEL, now=now)
            goes_on = current.is_cut
            conversation = current
    return outcomes


def mark_failed(person_id: UUID, conversation_id: UUID, *, now: datetime) -> None:
    """Mark a conversation that could not be read. The person sees that; it is read again if it continues."""
    with scope.acting_as(person_id):
        unread = Conversation.objects.unread().filter(pk=conversation_id)
        unread.update(learned_at=now, claimed_at=None, trouble=Conversation.Trouble.FAILED)


def _claim(conversation_id: UUID, now: datetime) -> Conversation | None:
    """Claim an unread conversation for this worker; None if another has it. A dead worker's claim ends by itself."""
    unread = Conversation.objects.unread().unclaimed(now).filter(pk=conversation_id)
    return Conversation.objects.get(pk=conversation_id) if unread.update(claimed_at=now) else None


def learn_from_note(feedback: Feedback, *, now: datetime) -> list[actions.Outcome]:
    """Learn from the person's note on a run, as a correction (SPEC §9)."""
    settings = MemorySettings.for_person(feedback.person_id)
    statements = (
        _statement(
            find, source=Source.CORRECTION, project=feedback.project, kind=Evidence.Kind.FEEDBACK, ref=feedback.ref
        )
        for find in extraction.find(feedback.note)
    )
    return [outcome for each in statements if (outcome := _remember(each, feedback.agent, settings, now))]


def _remember(
    statement: actions.Statement, agent: Agent, settings: MemorySettings, now: datetime
) -> actions.Outcome | None:
    """Remember a statement; None if its section is switched off or the statement is invalid."""
    try:
        section = actions.section_for(statement.checked())
        if section and section not in settings.enabled_sections:
            return None
        with transaction.atomic():  # what an invalid one began is rolled back, and the others stay
            return actions.remember(statement, by=AgentOf(agent), now=now)
    except actions.Invalid:
        return None


def _may_teach(agent: Agent, now: datetime) -> bool:
    """Return whether the agent may teach now: a conversation may be read long after it was reported."""
    return agent.is_usable(now) and agent.trust != Trust.READ_ONLY


def _remember_all(
    conversation: Conversation, finds: Iterable[Sequence[extraction.Find]], settings: MemorySettings, *, read_by: str,
    now: datetime, trouble: str = "",
) -> list[actions.Outcome]:  # fmt: skip
    """Remember what was found in a conversation, excerpt by excerpt, and mark it as read.

    Where the agent has as many questions or notes waiting as it may, reading stops: what is over stays unread, and is
    read once the person has answered some. It also stops after HELD_SECONDS, because the person and all agents wait
    meanwhile; a worker reads on. A model finds everything at once, so then it is all or nothing.
    """
    outcomes: list[actions.Outcome] = []
    may_teach, is_full, is_cut = _may_teach(conversation.agent, now), False, False
    until = thread_time() + policy.HELD_SECONDS
    with recording.recording(AgentOf(conversation.agent), "learn_from_conversation", now=now):
        for of_excerpt in finds if may_teach else ():
            if is_full := bool(of_excerpt and actions.why_full(conversation.agent)):
                break
            outcomes += _remember_finds(conversation, of_excerpt, settings, now)
            conversation.excerpts_read += 1
            if is_cut := bool(conversation.unread_excerpts) and thread_time() > until:
                break
    if is_full:
        conversation.claimed_at = now  # the next try is when the claim has ended
    elif is_cut:
        conversation.cut()
    else:
        conversation.learned_at, conversation.claimed_at = now, None
        conversation.read_by, conversation.trouble = read_by, trouble
        mark_read(conversation)
    conversation.save(update_fields=["learned_at", "claimed_at", "excerpts", "excerpts_read", "read_by", "trouble"])
    return outcomes


def _remember_finds(
    conversation: Conversation, finds: Iterable[extraction.Find], settings: MemorySettings, now: datetime
) -> list[actions.Outcome]:
    day = timezone.localdate(conversation.ended_at, settings.zone)
    is_past = day < timezone.localdate(now, settings.zone)
    statements = (
        _statement(
            find, source=find.source, project=conversation.project, kind=Evidence.Kind.CONVERSATION,
            ref={"conversation": str(conversation.pk)}, conversation=conversation.pk, observed_on=day,
        )
        for find in finds
        if not (is_past and tokens.says_only_now(find.details, find.quote))  # it held for that day only
    )  # fmt: skip
    return [outcome for each in statements if (outcome := _remember(each, conversation.agent, settings, now))]


def mark_read(conversation: Conversation) -> None:
    """Keep the first excerpts, now that all of them were read or never will be. Does not save."""
    conversation.excerpts = conversation.excerpts[: limits.EXCERPTS_MAX]
    conversation.excerpts_read = len(conversation.excerpts)


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
