"""Questions to the person: asking and closing them. The person answers them in decisions.py."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db.models import (
    Case,
    Exists,
    F,
    JSONField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
    prefetch_related_objects,
)
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.language import locales
from memoryweb.language.comparing import remainders
from memoryweb.language.text import tokens, value_text
from memoryweb.memories.actions import rivals
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Actor
from memoryweb.memories.disclosure import covered_by_yes
from memoryweb.memories.models import Evidence, Memory, Proposal, ProposalQuerySet, Status
from memoryweb.people.ids import first_uuid7, uuid7
from memoryweb.rls import rows
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import CLOCK_WORDS, FILE_WORDS, FOLDER_WORDS, SOURCE_WORDS, Role, Source

CHOICES = (Proposal.Kind.REMEMBER, Proposal.Kind.UPDATE)  # the kinds that offer a candidate
WORDS_OF_ROLES = {Role.FILE: FILE_WORDS, Role.FOLDER: FOLDER_WORDS, Role.CLOCK: CLOCK_WORDS}
STALE = "This has changed since you opened it. Nothing was done. Here is the new version."
VERSION_LENGTH = 16  # hexadecimal digits
QUOTABLE_MAX = 160  # characters of details that a question quotes in full
# What waits for the person counts as its agent was told, wherever its words stand, so that what it may not read changes
# nothing: for 30 days, unless the person answers or the agent takes it back; for one day only, until that is over.
# What it asked without a statement, to stop using a memory or to settle a conflict, counts while it is open.
WAITING = """
WITH told AS MATERIALIZED (
    SELECT e.memory_id, bool_or(e.told_to_wait) AS is_question FROM memories_evidence e
    WHERE e.person_id = %(person)s AND e.agent_id = %(agent)s AND e.id > %(since_id)s AND e.told_to_wait IS NOT NULL
      AND coalesce(e.statement ->> 'day', 'infinity')::date >= %(yesterday)s
    GROUP BY e.memory_id
)
SELECT (SELECT count(*) FROM told WHERE is_question)
       + (SELECT count(*) FROM memories_proposal p
          WHERE p.person_id = %(person)s AND p.status = 'open' AND p.agent_id = %(agent)s
            AND (p.kind = 'expire' OR p.change ? 'settles')),
       (SELECT count(*) FROM told WHERE NOT is_question)
"""


def why_full(agent: Agent) -> str:
    """Return why this agent may bring no more questions or notes now; empty if it may.

    Needs the person's scope.
    """
    questions, notes = count_waiting(agent)
    if questions >= limits.OPEN_QUESTIONS_MAX:
        return f"{limits.OPEN_QUESTIONS_MAX} of your questions wait for the person."
    if notes >= limits.NOTES_MAX:
        return f"The person has {limits.NOTES_MAX} notes of yours that they have not looked at."
    return ""


def count_waiting(agent: Agent) -> tuple[int, int]:
    """Return how many questions and notes of this agent wait, as it was told. Needs the person's scope."""
    now = timezone.now()
    values = {
        "person": agent.person_id,
        "agent": agent.pk,
        "since_id": first_told_within(now),
        "yesterday": now.date() - timedelta(days=1),  # somewhere it is still that day
    }
    with rows.prepared_cursor() as cursor:
        cursor.execute(WAITING, values)
        questions, notes = cursor.fetchone()
        return questions, notes


def first_told_within(now: datetime) -> UUID:
    """Return the first id of a statement that still counts as waiting: as long as a question is open."""
    return first_uuid7(now - timedelta(days=policy.PROPOSAL_DAYS))


def ask(
    memory: Memory,
    *,
    kind: str,
    question: str,
    version: int,
    by: Actor,
    now: datetime,
    change: dict[str, Any] | None = None,
    source: str = "",
    replaces: UUID | None = None,
    is_only: bool = False,
    rival: Memory | None = None,
) -> Proposal:
    """Ask the person; a newer question of the same kind about the same memory withdraws the older.

    The same question of the same agent waits already: nothing is asked anew, so that a loop leaves no rows.

    Candidates for one place of a one-valued key are one question with a choice, and so are a candidate and its `rival`.
    `is_only` says that no question about the memory is open.
    """
    if not is_only:
        known = Proposal.objects.filter(memory=memory, kind=kind)
        same = {"agent": by.agent, "based_on": version, "question": question, "change": change or {}}
        if by.agent and (waiting := known.filter(replaces=replaces, **same).open().first()):
            return waiting
        close_questions(known, Proposal.Status.WITHDRAWN, now=now)
    proposal = Proposal(
        person_id=memory.person_id,
        kind=kind,
        memory=memory,
        change=change or {},
        based_on=version,
        question=question,
        replaces=replaces,
        choice_group=_join_choice(memory, kind, replaces, rival),
        reason=WORDS_OF_ROLES.get(by.role) or SOURCE_WORDS[Source(source or memory.source)],
        agent=by.agent,
        created_at=now,
    )
    rows.insert(proposal)
    return proposal


def _join_choice(memory: Memory, kind: str, replaces: UUID | None, rival: Memory | None) -> UUID | None:
    """Return the group of the open questions about other values in this memory's place; a new one for the second.

    Changes of two parts of one memory are no choice: both may be right.
    """
    is_keyed = bool(memory.key and memory.one_valued)
    if kind not in CHOICES or not (is_keyed or rival):
        return None
    # First the candidates, of which few have one key: the oldest question of all would be looked for among all.
    candidates = [rival.pk] if rival else []
    if is_keyed:
        waiting = Memory.objects.in_place_of(memory).holding(memory.key).filter(status=Status.CANDIDATE)
        candidates += waiting.exclude(pk=memory.pk).values_list("pk", flat=True)
    if not candidates:
        return None
    if replaces:
        candidates = _of_same_part(memory, candidates, Memory.objects.get(pk=replaces))
    others = Proposal.objects.of(memory.person_id).open().filter(kind__in=CHOICES, memory__in=candidates)
    other = others.order_by("created_at", "pk").first()
    if other is None:
        return None
    group = other.choice_group or uuid7()
    others.filter(choice_group=None).update(choice_group=group)
    return group


def _of_same_part(memory: Memory, candidates: Collection[UUID], replaced: Memory) -> list[UUID]:
    """Return the candidates that would leave the same of a memory that says several things."""
    left = remainders.left_over(replaced.words, memory.words)
    if not left:
        return list(candidates)
    waiting = Memory.objects.of(memory.person_id).filter(pk__in=candidates)
    return [each.pk for each in waiting if remainders.left_over(replaced.words, each.words) == left]


def others_to_choose(proposal: Proposal) -> ProposalQuerySet:
    """Return the choice's other open questions."""
    if proposal.choice_group is None:
        return Proposal.objects.none()
    in_group = Proposal.objects.of(proposal.person_id).open().filter(choice_group=proposal.choice_group)
    return in_group.exclude(pk=proposal.pk)


def version_of(proposal: Proposal, memory: Memory, *, ended: Iterable[Memory], others: Iterable[Proposal]) -> str:
    """Return a digest of what a question shows. A yes carries it, and does nothing once it has changed.

    `ended` is what a yes takes out of use, `others` are the other questions of the same choice.
    """
    shown: list[Any] = [proposal.question, proposal.change, covered_by_yes(memory), _shown_sides(ended)]
    shown += sorted(str(other.pk) for other in others)
    return _digest(shown)


def memory_version(memory: Memory) -> str:
    """Return a digest of a memory's page without a question, including memories that a yes ends."""
    return _digest([covered_by_yes(memory), _shown_sides(rivals.ended_by_yes(memory).all)])


def conflict_version(sides: Iterable[Memory]) -> str:
    """Return a digest of a conflict: its sides, their words, and memories that an answer ends."""
    shown = {each.pk: each for side in sides for each in (*rivals.ended_by_yes(side).in_its_place, side)}
    return _digest(_shown_sides(shown.values()))


def _shown_sides(sides: Iterable[Memory]) -> list[str]:
    """Return the sides' words without row ids: an account restored elsewhere has the same pages."""
    return sorted(json.dumps(covered_by_yes(side), default=str, sort_keys=True) for side in sides)


def _digest(shown: list[Any]) -> str:
    return sha256(json.dumps(shown, default=str, sort_keys=True).encode()).hexdigest()[:VERSION_LENGTH]


def current_version(proposal: Proposal, memory: Memory, *, beside: Sequence[Memory] = ()) -> str:
    """Return the version of a question as it is now, for a yes that also ends what is `beside` it."""
    ended = [*rivals.ended_by_yes(memory, proposal).all, *beside]
    return version_of(proposal, memory, ended=ended, others=others_to_choose(proposal))


def point_elsewhere(old: Memory, successor: Memory | None, *, beside: Sequence[Memory] = ()) -> int:
    """Reword the open questions that offer another value for a memory that is gone, and so must not be quoted.

    They ask about its successor, or, without one, simply whether to remember the value. Where parts of it stay `beside`
    the successor, each asks about the one of them that it speaks of. Returns how many there were.
    """
    offering = "m.person_id = %s AND m.replaces = %s AND m.status = 'open' AND m.memory_id IS DISTINCT FROM %s"
    questions = rows.fetch(Proposal, offering, [old.person_id, old.pk, successor and successor.pk])
    prefetch_related_objects(questions, "memory")
    for proposal in questions:
        offered = proposal.memory
        heir = _spoken_of(offered, [*beside, *([successor] if successor else [])]) if beside else successor
        if heir:
            proposal.replaces, proposal.question = heir.pk, update_question(heir, offered.shown_value)
        else:
            proposal.replaces, proposal.question = None, remember_question(offered)
            proposal.kind = Proposal.Kind.REMEMBER
        proposal.save()
    return len(questions)


def _spoken_of(offered: Memory, heirs: Iterable[Memory]) -> Memory | None:
    """Return the first heir that the offered memory is about; None if none."""
    return next((each for each in heirs if remainders.speaks_of(offered.words, each.words)), None)


def last_kept_at(memory: Memory) -> datetime | None:
    """Return when the person last stood behind a memory, or last said no to replacing it or to stopping it."""
    questions = Proposal.objects.filter(Q(replaces=memory.pk) | Q(memory=memory, kind=Proposal.Kind.EXPIRE))
    declined = questions.filter(status=Proposal.Status.DECLINED).aggregate(at=Max("decided_at"))["at"]
    return max((at for at in (memory.stood_behind_at, declined) if at), default=None)


def close_questions(questions: ProposalQuerySet, status: str, *, now: datetime) -> None:
    """Give the open ones among these a status.

    What an update offered is removed: it belongs to no memory, or by now to another one, whose erasure must find
    nothing here. Their agents wait no more for what they said of it.
    """
    said = questions.open().filter(kind__in=CHOICES).exclude(change__has_key=Proposal.SETTLES)
    asked = said.filter(memory=OuterRef("memory"), agent=OuterRef("agent"))
    Evidence.objects.filter(Exists(asked), told_to_wait=True).update(told_to_wait=None)
    is_update = Q(kind=Proposal.Kind.UPDATE)
    questions.open().update(
        status=status,
        decided_at=now,
        question=Case(When(is_update, Value("", TextField())), default=F("question")),
        change=Case(When(is_update, Value({}, JSONField())), default=F("change")),
    )


def close_for(memory: Memory, status: str, *, now: datetime) -> None:
    """Close all questions about a memory; an accepted one answers only whether to use it, the others are stale.

    What an agent was told waits for the person about it waits no more, either.
    """
    has_question, has_told = _what_waits(memory)
    if has_told:
        Evidence.objects.filter(memory=memory).exclude(told_to_wait=None).update(told_to_wait=None)
    if not has_question:
        return
    about = Proposal.objects.filter(memory=memory)
    if status == Proposal.Status.ACCEPTED:
        offered = Q(kind=Proposal.Kind.REMEMBER) | Q(kind=Proposal.Kind.UPDATE, replaces__isnull=False)
        close_questions(about.filter(offered), status, now=now)
        status = Proposal.Status.STALE
    close_questions(about, status, now=now)


def withdraw_own(memory: Memory, others: QuerySet[Evidence], *, by: Actor, now: datetime) -> None:
    """Withdraw what an agent asked about a candidate, or would add to what is in use, once it says it no longer.

    It still does where it was told of another statement of its own that this waits. Where one of the `others` would
    have asked about the candidate, the question is that one's from then on.
    """
    own = Proposal.objects.filter(memory=memory, agent=by.agent, kind__in=CHOICES).open()
    own = own.exclude(change__has_key=Proposal.SETTLES)
    if others.filter(agent=by.agent, told_to_wait=True).exists() or not own.exists():
        return
    if memory.status != Status.CANDIDATE:
        close_questions(own, Proposal.Status.WITHDRAWN, now=now)
        return
    is_asked = Q(source__in=[source for source in Source if policy.is_explicit(source)]) | Q(agent=None)
    if other := others.filter(is_asked).order_by("pk").first():
        own.update(agent=other.agent)
    else:
        close_questions(own, Proposal.Status.WITHDRAWN, now=now)


WAITS = """
SELECT EXISTS (
    SELECT FROM memories_proposal WHERE person_id = %(person)s AND memory_id = %(memory)s AND status = 'open'
), EXISTS (
    SELECT FROM memories_evidence
    WHERE person_id = %(person)s AND memory_id = %(memory)s AND told_to_wait IS NOT NULL)
"""


def _what_waits(memory: Memory) -> tuple[bool, bool]:
    """Return whether a question is open, and whether an agent was told to wait; usually neither."""
    with rows.prepared_cursor() as cursor:
        cursor.execute(WAITS, {"person": memory.person_id, "memory": memory.pk})
        has_question, has_told = cursor.fetchone()
        return has_question, has_told


def remember_question(memory: Memory) -> str:
    """Return S0's "Should I remember you prefer PDF?" in the memory's own language."""
    return _remember_question(memory.details, str(memory), memory.language)


def question_in_own_words(interpretation: Interpretation, *, replaces: Memory | None = None) -> str:
    """Return the same question in the statement's own words, whatever candidate it met.

    `replaces` is the memory in use that the speaker may read, if the question is whether to replace it.
    """
    new, details = interpretation.classification, interpretation.statement.details
    if replaces:
        return update_question(replaces, value_text.display_value(new.value))
    line = value_text.format_line(new.label, new.value)
    return _remember_question(details, line, tokens.detect_language(details or line))


def _remember_question(details: str, line: str, language: str) -> str:
    text = details.strip().rstrip(".。!！")
    is_sentence = " " in text or bool(tokens.CJK.search(text))
    quotable = is_sentence and len(text) <= QUOTABLE_MAX and "\n" not in text
    return locales.for_code(language).remember_question(text if quotable else "", line)


def update_question(memory: Memory, value: str) -> str:
    question = locales.for_code(memory.language).update_question
    return question.format(memory=memory, label=memory.label, old=memory.shown_value, new=value)


def details_question(memory: Memory) -> str:
    return locales.for_code(memory.language).details_question.format(memory=memory)
