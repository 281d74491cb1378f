"""Learns from conversations and notes: passes what they say about the person to `remember`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from memoryweb.agents.models import Agent, Trust
from memoryweb.language import extraction, readings
from memoryweb.language.readings import ProcessorTime
from memoryweb.language.text import tokens
from memoryweb.learning import budget, highlights, llm, policy, window
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.actions import AgentOf, store
from memoryweb.memories.acts import recording
from memoryweb.memories.erasing import passages
from memoryweb.memories.models import Evidence
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.rules import limits
from memoryweb.rules.policy import OutcomeName, Source

Step = tuple[extraction.Find | None, int]  # what is remembered next, if anything, and how many excerpts it ends


def steps_of(excerpts: Iterable[str]) -> Iterator[Step]:
    """Yield what the patterns find in these excerpts. Each is read when its turn comes."""
    for excerpt in excerpts:
        finds = extraction.find(excerpt)
        yield from ((find, 0) for find in finds[:-1])
        yield (finds[-1] if finds else None), 1


def portions_of(steps: Iterable[Step], most: int = policy.FINDS_AT_ONCE) -> Iterator[list[Step]]:
    """Yield the steps as far as they may be taken while the person is held once. The last portion may be empty."""
    portion: list[Step] = []
    for step in steps:
        portion.append(step)
        if sum(find is not None for find, _ in portion) == most:
            yield portion
            portion = []
    yield portion


def read_ahead(agent: Agent, conversations: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Read what `learn_by_patterns` may take at once, before the person is held, of each project's unread excerpts."""
    time, read = ProcessorTime(policy.READ_SECONDS / 4), 0
    for project, unread in conversations:
        for find, _ in steps_of(excerpt for excerpt in unread if not time.is_spent):
            if read == policy.FINDS_AT_ONCE:
                return
            if find:
                actions.read_ahead(_statement_of_conversation(find, project), by=AgentOf(agent))
                read += 1


def learn_by_patterns(
    conversation: Conversation, settings: MemorySettings, *, most: int = policy.FINDS_AT_ONCE, now: datetime
) -> list[actions.Outcome]:
    """Learn at most so much from the unread excerpts with patterns, in the caller's transaction.

    Under the lock only what was read before is taken: of the others, `is_due` says that they are left to a worker.
    """
    steps = steps_of(takewhile(extraction.is_ready, conversation.unread_excerpts))
    portion = next(portions_of(steps, most))
    with recording.recording(AgentOf(conversation.agent), "learn_from_conversation", now=now):
        return _take(conversation, portion, settings, read_by=Conversation.ReadBy.PATTERNS, now=now)


def learn_from_conversation(person_id: UUID, conversation_id: UUID, *, now: datetime) -> list[actions.Outcome]:
    """Learn from a conversation in a worker: claim it, read it outside any transaction, then store what it says.

    What it says is stored in portions, each in a transaction of its own, so that the person never waits for long.
    Patterns read it if the model fails.
    """
    with scope.acting_as(person_id):
        settings = MemorySettings.for_person(person_id)
        conversation = _claim(conversation_id, now)
        is_full = conversation is not None and bool(actions.why_full(conversation.agent))
    if conversation is None or is_full or not (settings.enable_memory and settings.learning_enabled):
        return []  # a claimed one is tried again once the claim has ended
    unread, read_by = conversation.unread_excerpts, Conversation.ReadBy.PATTERNS
    steps = steps_of(unread)
    if llm.is_enabled_for(settings):
        try:
            finds = budget.call_within_budget(settings, unread, now=now)
            steps, read_by = iter([*((find, 0) for find in finds), (None, len(unread))]), Conversation.ReadBy.MODEL
        except llm.TroubleError as error:
            conversation.trouble = error.name
    return _learn_in_portions(conversation, portions_of(steps), read_by=read_by, now=now)


def _learn_in_portions(
    conversation: Conversation, portions: Iterable[list[Step]], *, read_by: str, now: datetime
) -> list[actions.Outcome]:
    """Store what was read, portion by portion, as one act. It ends early where the conversation is not as it was.

    Something of it was erased meanwhile, it continued and will be read again, or learning was switched off. Then the
    claim ends by itself.
    """
    outcomes: list[actions.Outcome] = []
    act: UUID | None = None
    by = AgentOf(conversation.agent)
    for portion in portions:
        with readings.kept(), scope.acting_as(conversation.person_id):
            for find, _ in portion:
                if find:
                    actions.read_ahead(_statement_of_conversation(find, conversation.project), by=by)
            settings = store.lock_person(conversation.person_id)  # before the conversation, as everywhere
            current = Conversation.objects.unread().select_for_update(of=("self",)).filter(pk=conversation.pk).first()
            is_on = settings.enable_memory and settings.learning_enabled
            if current is None or not is_on or current.progress != conversation.progress:
                break
            current.trouble = conversation.trouble
            with recording.recording(by, "learn_from_conversation", now=now, goes_on=act) as open_act:
                outcomes += _take(current, portion, settings, read_by=read_by, now=now)
            act, conversation = open_act.id, current
            if conversation.learned_at or not conversation.is_due:
                break
    return outcomes


def mark_failed(person_id: UUID, conversation_id: UUID, *, now: datetime) -> None:
    """Mark a conversation that could not be read. The person sees that; it is read again if it continues."""
    with scope.acting_as(person_id):
        unread = Conversation.objects.unread().filter(pk=conversation_id)
        unread.update(learned_at=now, claimed_at=None, is_due=False, trouble=Conversation.Trouble.FAILED)


def next_due(person_id: UUID, *, now: datetime) -> UUID | None:
    """Return the oldest of this person's conversations that are due now; None without one."""
    with scope.acting_as(person_id):
        return window.due_for_learning(person_id, now=now).values_list("pk", flat=True).first()


def _claim(conversation_id: UUID, now: datetime) -> Conversation | None:
    """Claim an unread conversation for this worker; None if another has it. A dead worker's claim ends by itself."""
    unread = Conversation.objects.unread().unclaimed(now).filter(pk=conversation_id)
    return Conversation.objects.get(pk=conversation_id) if unread.update(claimed_at=now) else None


def corrected(find: extraction.Find, *, project: str, ref: dict[str, str]) -> actions.Statement:
    """Return what the person's note on a run says, as a correction."""
    statement = _statement(find, source=Source.CORRECTION, project=project, kind=Evidence.Kind.FEEDBACK)
    return replace(statement, ref=ref, is_guarded=True)  # dispatch has read the whole call


def remember(
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


def may_teach(agent: Agent, now: datetime) -> bool:
    """Return whether the agent may teach now: a conversation may be read long after it was reported."""
    return agent.is_usable(now) and agent.trust != Trust.READ_ONLY


def _take(
    conversation: Conversation, portion: Iterable[Step], settings: MemorySettings, *, read_by: str, now: datetime
) -> list[actions.Outcome]:
    """Remember a portion of what was found, and note how far the conversation is read.

    Where the agent has as many questions or notes waiting as it may, reading stops: what is over stays unread, and is
    read once the person has answered some.
    """
    outcomes: list[actions.Outcome] = []
    teaches, is_full = may_teach(conversation.agent, now), False
    for find, excerpts in portion:
        if find and teaches:
            if is_full := bool(actions.why_full(conversation.agent)):
                break
            outcomes += _remember_find(conversation, find, settings, now)
        conversation.excerpts_read += excerpts
    if is_full:
        conversation.claimed_at, conversation.is_due = now, False  # the next try is when the claim has ended
    elif not teaches or not conversation.unread_excerpts:
        conversation.learned_at, conversation.claimed_at, conversation.is_due = now, None, False
        conversation.read_by = read_by
        mark_read(conversation)
        if teaches:
            highlights.note_topics(conversation, settings)
    else:
        conversation.is_due = True
    conversation.save(
        update_fields=[
            "learned_at",
            "claimed_at",
            "is_due",
            "excerpts",
            "excerpts_read",
            "read_by",
            "trouble",
            "topic_digests",
            "topics_due",
        ]
    )
    return outcomes


def _remember_find(
    conversation: Conversation, find: extraction.Find, settings: MemorySettings, now: datetime
) -> list[actions.Outcome]:
    day = timezone.localdate(conversation.ended_at, settings.zone)
    is_past = day < timezone.localdate(now, settings.zone)
    if is_past and tokens.says_only_now(find.details, find.quote):  # it held for that day only
        return []
    statement = replace(
        _statement_of_conversation(find, conversation.project),
        ref={"conversation": str(conversation.pk)},
        conversation=conversation.pk,
        observed_on=day,
    )
    outcome = remember(statement, conversation.agent, settings, now)
    if outcome and any(each.name == OutcomeName.BLOCKED for each in (outcome, *outcome.others)):
        _forget_erased(conversation, statement, now)
    return [outcome] if outcome else []


def _forget_erased(conversation: Conversation, statement: actions.Statement, now: datetime) -> None:
    """Drop the sentences that say again what the person erased. Until all is read an excerpt keeps its place.

    Does not save. What was declined stays in the person's own list.
    """
    if actions.repeats_erased(statement, by=AgentOf(conversation.agent), now=now):
        said = statement.quote or statement.details
        conversation.excerpts = [passages.without(text, said) for text in conversation.excerpts]


def mark_read(conversation: Conversation) -> None:
    """Keep the first excerpts, now that all of them were read or never will be. Does not save."""
    conversation.excerpts = [text for text in conversation.excerpts if text][: limits.EXCERPTS_MAX]
    conversation.excerpts_read = len(conversation.excerpts)


def _statement_of_conversation(find: extraction.Find, project: str) -> actions.Statement:
    return _statement(find, source=find.source, project=project, kind=Evidence.Kind.CONVERSATION)


def _statement(find: extraction.Find, *, source: str, project: str, kind: str) -> actions.Statement:
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
    )
