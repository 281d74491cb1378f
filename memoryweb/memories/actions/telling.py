"""What an agent is told of its statement: a write answers only from what its agent may read (docs/rules.md).

There are three answers. The outcome as it is, where the statement met what its agent may read. What it would be if
nothing were known, where it met nothing or something hidden. What it would be without something else that its words met
beside what it may read. `operations/results.py` writes the answer; which one it is, is decided here and nowhere else:

- What an agent was told to wait for is stored with its statement, and counts against its limits, through whichever door
  the statement came.
- Whether it may read what it met is asked before that is changed. Afterwards what it met has ended, or is another.
- When the same request is repeated, the agent may read less than today. So what it would be if nothing were known is
  kept beside what is told (operations/idempotency.py).

Nothing below this module knows of it: other actions return what became of a statement, whoever may know it.
"""

from dataclasses import replace
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from memoryweb.language.filing import classifier, known_fields
from memoryweb.memories import visibility
from memoryweb.memories.actions import create, proposals, reconcile
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome, Told
from memoryweb.memories.models import Evidence, Memory, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import limits
from memoryweb.rules.policy import Horizon, OutcomeName


def as_it_is(interpretation: Interpretation, outcome: Outcome) -> Outcome:
    """Tell what became of it: the agent may read what it met."""
    if outcome.statement_id is None:
        return outcome
    return replace(outcome, as_new=if_new(interpretation, outcome.statement_id))


def as_new(interpretation: Interpretation, outcome: Outcome) -> Outcome:
    """Answer as for a new statement: its match waits or is hidden from the agent, or it has none."""
    outcome = as_it_is(interpretation, outcome)
    return replace(outcome, told=outcome.as_new)


def as_change(interpretation: Interpretation, outcome: Outcome, seen: Memory) -> Outcome:
    """Tell a change of the readable memory, as if its words had met nothing else."""
    told: Told = reconcile.outdated(seen)
    if not reconcile.is_outdated(interpretation, seen):
        told = Told(
            name=OutcomeName.PROPOSED,
            reason=create.ASKED_FIRST,
            question=proposals.question_in_own_words(interpretation, replaces=seen),
            quotes=seen,
            statement_id=outcome.statement_id,
        )
    return replace(as_it_is(interpretation, outcome), told=told)


def as_if_hidden(interpretation: Interpretation, outcome: Outcome) -> Outcome:
    """Tell nothing of a match hidden from the agent.

    What came into use in its own words, where its agent reads it, is saved like any other. Where it would look for what
    is "saved" and never find it, it is told that the person is asked, as where they decided something about it before.
    """
    told = if_new(interpretation, outcome.statement_id or uuid7())
    if told.name == OutcomeName.SAVED and told.statement_id and _would_be_read(interpretation):
        is_read = outcome.memory is not None and interpretation.may_read(outcome.memory)
        told = told if is_read else _in_own_words(interpretation, OutcomeName.PROPOSED, told.statement_id)
    return replace(outcome, as_new=told, told=told)


def if_new(interpretation: Interpretation, statement_id: UUID) -> Told:
    """Return the answer as for a new statement, in its own words."""
    return _in_own_words(interpretation, create.initial_outcome(interpretation), statement_id)


def _in_own_words(interpretation: Interpretation, name: OutcomeName, statement_id: UUID) -> Told:
    asks = name == OutcomeName.PROPOSED
    reason = create.ASKED_FIRST if asks else create.NEW_REASONS[name]
    question = proposals.question_in_own_words(interpretation) if asks else ""
    return Told(name=name, reason=reason, statement_id=statement_id, question=question)


def _would_be_read(interpretation: Interpretation) -> bool:
    """Return whether the agent could read the statement if it came into use."""
    statement, said, by = interpretation.statement, interpretation.classification, interpretation.by
    if by.agent is None:
        return False
    horizon = Horizon.SHORT if interpretation.day else Horizon.LONG
    memory = Memory(
        person_id=by.person_id,
        community_id=interpretation.community_id,
        project=statement.project,
        category=said.category,
        said_category=known_fields.slugify(statement.category)[: limits.CATEGORY_MAX],
        section=classifier.section_for(said.kind, said.category, said.key, list(statement.tags), horizon),
        source=statement.how_known,
        confidence=create.first_confidence(interpretation),
        status=Status.ACTIVE,
    )
    project = by.agent.project or statement.project
    return visibility.would_be_given(memory, by.agent, interpretation.settings, now=interpretation.now, project=project)


def keep_told(interpretation: Interpretation, outcome: Outcome) -> Outcome:
    """Keep with an agent's statement that it was told that it waits. Returns the outcome.

    A statement that repeats one which waits says nothing more, or an agent that says the same each day would never see
    an end of what waits.
    """
    told = outcome.told or outcome
    is_told = bool(interpretation.by.agent) and interpretation.statement.is_told
    if is_told and told.statement_id and told.name in (OutcomeName.PROPOSED, OutcomeName.NOTED):
        is_question = told.name == OutcomeName.PROPOSED
        since = proposals.first_told_within(timezone.now())
        waits = Q(told_to_wait=True) if is_question else Q(told_to_wait__isnull=False)
        same = Evidence.objects.filter(waits, memory=OuterRef("memory"), agent=OuterRef("agent"), pk__gt=since)
        Evidence.objects.filter(~Exists(same), pk=told.statement_id).update(told_to_wait=is_question)
    return outcome
