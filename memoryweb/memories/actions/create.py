"""Creating a memory: the row, its first evidence, and the question to the person where one is due."""

from dataclasses import replace
from datetime import UTC

from django.db import connection

from memoryweb.memories.actions import proposals, store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import classifier, fields, limits, policy, tokens
from memoryweb.rules.policy import OutcomeName, Source

NEXT_NUMBER = """
INSERT INTO memories_observationcounter (id, person_id, day, last) VALUES (%s, %s, %s, 1)
ON CONFLICT (person_id, day) DO UPDATE SET last = memories_observationcounter.last + 1
RETURNING last
"""


def create(interpretation: Interpretation, *, status: str, contested: bool = False) -> tuple[Memory, int]:
    """Create a memory with its first evidence; return it and its first version."""
    memory = build(interpretation, status=status, contested=contested)
    return memory, insert(interpretation, memory)


def insert(interpretation: Interpretation, memory: Memory, verb: str = "remember") -> int:
    """Write a memory that was built, and its first evidence; return its first version."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    version = store.save(memory, by=by, verb=verb, because=statement.because, now=now)
    store.add_evidence(memory, by=by, statement=statement, now=now)
    return version


def propose_memory(interpretation: Interpretation, memory: Memory, version: int) -> Outcome:
    """Ask the person whether to remember it; until they answer no agent is given it."""
    proposal = proposals.ask(
        memory, kind=Proposal.Kind.REMEMBER, question=proposals.remember_question(memory), version=version,
        by=interpretation.by, now=interpretation.now, source=interpretation.statement.how_known,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason="It is new, so the person is asked first.",
        memory=memory,
        version=version,
        proposal_id=proposal.pk,
        question=proposal.question,
    )


def initial_outcome(interpretation: Interpretation) -> OutcomeName:
    """Return what SPEC §3's table says about this statement if it is new.

    What is read from a conversation has no standing yes, whoever recorded it.
    """
    if interpretation.is_extracted:
        is_explicit = policy.is_explicit(interpretation.statement.how_known)
        return OutcomeName.PROPOSED if is_explicit else OutcomeName.NOTED
    return policy.new_memory_outcome(
        source=interpretation.statement.how_known,
        says_always=interpretation.says_always,
        by_person=interpretation.by.decides,
        trust=interpretation.by.trust,
        confirm_new=interpretation.settings.confirm_new,
    )


def build(
    interpretation: Interpretation, *, status: str, contested: bool = False, replaces: Memory | None = None
) -> Memory:
    """Build a memory from a statement, not written yet.

    What the person decided about the memory it `replaces` stays decided: pins, mutes, scopes, their kind.
    """
    statement, by, today = interpretation.statement, interpretation.by, interpretation.today
    now, is_untagged = interpretation.now, _is_untagged(statement)
    classification = _keep_corrected_kind(interpretation.classification, replaces)
    kind, category, key = classification.kind, classification.category, classification.key
    same_day = replaces.valid_until if replaces and interpretation.day else None  # other words for the same day
    is_explicit = policy.is_explicit(statement.how_known) or by.decides  # a person types what is meant to last
    horizon = classifier.horizon_for(kind, explicit=is_explicit, temporary=interpretation.day is not None)
    evidence_day = store.occurred_at(statement, now).astimezone(UTC).date()
    return Memory(
        pk=uuid7(),
        person_id=by.person_id,
        obs_id=next_obs_id(interpretation),
        community_id=interpretation.community_id,
        pinned=replaces.pinned if replaces else False,
        muted_agents=replaces.muted_agents if replaces else [],
        muted_tasks=replaces.muted_tasks if replaces else [],
        applies_to=replaces.applies_to if replaces else list(statement.applies_to),
        project=statement.project,
        condition=statement.condition,
        day=interpretation.day,
        kind=kind,
        raw_kind=classification.raw_kind,
        kind_basis=classification.basis,
        category=category,
        said_category=fields.slugify(statement.category)[: limits.CATEGORY_MAX],
        key=key,
        one_valued=classification.one_valued,
        label=classification.label[: limits.LABEL_MAX] or statement.details[: limits.LABEL_MAX],
        value=classification.value,
        details=statement.details,
        tags=list(statement.tags),
        metadata=statement.metadata,
        negates_id=statement.negates,
        language=_language(statement.details, classification),
        fingerprint=interpretation.fingerprint,
        horizon=horizon,
        section=classifier.section_for(kind, category, key, list(statement.tags), horizon),
        status=status,
        contested=contested,
        source=statement.how_known,
        source_assumed=statement.source_assumed,
        confidence=_confidence(interpretation),
        importance_base=_importance(interpretation, kind),
        importance_assumed=is_untagged,
        importance_as_of=statement.observed_on or now.date(),
        ttl_days=ttl_days_for(kind, replaces),
        ttl_from=statement.observed_on or now.date(),
        valid_until=today if interpretation.temporary else statement.valid_until or same_day or classification.until,
        repeats=int(statement.polarity > 0),
        evidence_from=evidence_day,
        evidence_to=evidence_day,
        observed_on=statement.observed_on or today,
        learned_on=statement.learned_on or (None if statement.evidence_kind == Evidence.Kind.IMPORT else today),
        updated_on=statement.updated_on,
        confirmed_at=now if by.decides and status == Status.ACTIVE else None,
    )


def next_obs_id(interpretation: Interpretation) -> str:
    """Return OBS-YYYYMMDD-NNN. The counter row makes callers of the same day wait for each other."""
    day = interpretation.now.date()
    with connection.cursor() as cursor:
        cursor.execute(NEXT_NUMBER, [uuid7(), interpretation.by.person_id, day])
        number = cursor.fetchone()[0]
    return f"OBS-{day:%Y%m%d}-{number:03d}"


def ttl_days_for(kind: str, before: Memory | None) -> int | None:
    """Return the days a kind lives. What the person keeps stays kept, also as another kind or with other words."""
    is_kept = before is not None and before.ttl_days is None and before.kind != policy.Kind.RULE
    return None if is_kept else policy.LIVES[policy.Kind(kind)].ttl_days


def _keep_corrected_kind(
    classification: classifier.Classification, replaces: Memory | None
) -> classifier.Classification:
    """Keep the kind that the person corrected: it wins for ever (SPEC §4)."""
    if replaces is None or replaces.kind_basis != "person":
        return classification
    return replace(classification, kind=policy.Kind(replaces.kind), raw_kind="", basis="person")


def _language(details: str, classification: classifier.Classification) -> str:
    return tokens.detect_language(details or f"{classification.label} {fields.display_value(classification.value)}")


def _confidence(interpretation: Interpretation) -> float:
    statement = interpretation.statement
    if statement.confidence is not None:
        return statement.confidence
    if interpretation.by.decides and statement.how_known == Source.INSTRUCTION:
        return policy.CONFIDENCE_TYPED
    return policy.CONFIDENCES[statement.how_known]


def _importance(interpretation: Interpretation, kind: str) -> float:
    statement = interpretation.statement
    if statement.importance is not None:
        return statement.importance
    return policy.IMPORTANCE_UNTAGGED if _is_untagged(statement) else policy.first_importance(statement.how_known, kind)


def _is_untagged(statement: Statement) -> bool:
    """Return whether a file says neither how it is known nor how much it matters: assumed, and not fading (SPEC §5)."""
    is_import = statement.evidence_kind == Evidence.Kind.IMPORT
    return is_import and statement.source_assumed and statement.importance is None
