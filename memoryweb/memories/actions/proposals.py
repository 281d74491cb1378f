"""Questions to the person: asking them and closing them. Answering is in answer.py."""

from datetime import datetime
from typing import Any

from memoryweb.memories.actors import Actor
from memoryweb.memories.models import Memory, Proposal, ProposalQuerySet
from memoryweb.rules import languages
from memoryweb.rules.policy import SOURCE_WORDS, Source


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
    """One open question of a kind per memory: a newer one takes the place of the older."""
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


def close_questions(asked: ProposalQuerySet, status: str, *, now: datetime) -> None:
    """The open ones among these are decided. The words an update offered belong to no memory, or by now to
    another one: they go, so that erasing that one leaves nothing here.
    """
    asked.open().filter(kind=Proposal.Kind.UPDATE).update(status=status, decided_at=now, question="", change={})
    asked.open().update(status=status, decided_at=now)


def close_for(memory: Memory, status: str, *, now: datetime) -> None:
    """What just happened answers the question whether to remember it; other questions are about what it was."""
    about = Proposal.objects.filter(memory=memory)
    close_questions(about.filter(kind=Proposal.Kind.REMEMBER), status, now=now)
    close_questions(about, Proposal.Status.STALE if status == Proposal.Status.ACCEPTED else status, now=now)


def remember_question(memory: Memory) -> str:
    """S0: "Should I remember you prefer PDF?" in the memory's own language."""
    said = memory.details.strip().rstrip(".。!！")
    short = 0 < len(said) <= 160 and "\n" not in said
    return languages.for_code(memory.language).remember_question(said if short else "", str(memory))


def update_question(memory: Memory, value: str) -> str:
    question = languages.for_code(memory.language).update_question
    return question.format(memory=memory, label=memory.label, old=memory.shown_value, new=value)
