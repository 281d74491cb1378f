"""Questions to the person: asking and closing them. The person answers them in decisions.py."""

from datetime import datetime
from typing import Any

from memoryweb.memories.actions.types import Actor
from memoryweb.memories.models import Memory, Proposal, ProposalQuerySet
from memoryweb.rules import languages
from memoryweb.rules.policy import SOURCE_WORDS, Source

QUOTABLE_MAX = 160  # characters of details that a question quotes in full


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
) -> Proposal:
    """Ask the person; a newer question of the same kind about the same memory withdraws the older."""
    close_questions(Proposal.objects.filter(memory=memory, kind=kind), Proposal.Status.WITHDRAWN, now=now)
    return Proposal.objects.create(
        person_id=memory.person_id,
        kind=kind,
        memory=memory,
        change=change or {},
        based_on=version,
        question=question,
        reason=SOURCE_WORDS[Source(source or memory.source)],
        agent=by.agent,
        created_at=now,
    )


def close_questions(questions: ProposalQuerySet, status: str, *, now: datetime) -> None:
    """Give the open ones among these a status.

    What an update offered is removed: it belongs to no memory, or by now to another one, whose erasure must find
    nothing here.
    """
    questions.open().filter(kind=Proposal.Kind.UPDATE).update(status=status, decided_at=now, question="", change={})
    questions.open().update(status=status, decided_at=now)


def close_for(memory: Memory, status: str, *, now: datetime) -> None:
    """Close all questions about a memory; an accepted one answers only whether to remember it, the others are stale."""
    about = Proposal.objects.filter(memory=memory)
    close_questions(about.filter(kind=Proposal.Kind.REMEMBER), status, now=now)
    close_questions(about, Proposal.Status.STALE if status == Proposal.Status.ACCEPTED else status, now=now)


def remember_question(memory: Memory) -> str:
    """Return S0's "Should I remember you prefer PDF?" in the memory's own language."""
    text = memory.details.strip().rstrip(".。!！")
    quotable = 0 < len(text) <= QUOTABLE_MAX and "\n" not in text
    return languages.for_code(memory.language).remember_question(text if quotable else "", str(memory))


def update_question(memory: Memory, value: str) -> str:
    question = languages.for_code(memory.language).update_question
    return question.format(memory=memory, label=memory.label, old=memory.shown_value, new=value)
