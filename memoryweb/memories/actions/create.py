"""Making a memory: the row, its first evidence, and the question to the person where one is due."""

from dataclasses import replace
from datetime import UTC

from django.db import connection

from memoryweb.memories.actions import proposals, store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import Outcome
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import classifier, fields, policy, tokens
from memoryweb.rules.policy import OutcomeName, Source

NEXT_NUMBER = """
INSERT INTO memories_observationcounter (id, person_id, day, last) VALUES (%s, %s, %s, 1)
ON CONFLICT (person_id, day) DO UPDATE SET last = memories_observationcounter.last + 1
RETURNING last
"""


def next_obs_id(heard: Interpretation) -> str:
    """OBS-YYYYMMDD-NNN: the counter row makes callers of the same day wait for each other."""
    day = heard.now.date()
    with connection.cursor() as cursor:
        cursor.execute(NEXT_NUMBER, [uuid7(), heard.by.person_id, day])
        number = cursor.fetchone()[0]
    return f"OBS-{day:%Y%m%d}-{number:03d}"


def propose_memory(heard: Interpretation, memory: Memory, version: int) -> Outcome:
    """Ask the person; until they answer no agent is given it."""
    question = proposals.remember_question(memory)
    asked = proposals.ask(
        memory, kind=Proposal.Kind.REMEMBER, question=question, version=version, by=heard.by, now=heard.now,
        source=heard.statement.how_known,
    )  # fmt: skip
    return Outcome(
        name=OutcomeName.PROPOSED,
        reason="It is new, so the person is asked first.",
        memory=memory,
        version=version,
        proposal_id=asked.pk,
        question=question,
    )


def initial_outcome(heard: Interpretation) -> OutcomeName:
    """What SPEC §3's table says about this statement if it is new."""
    return policy.new_memory_outcome(
        source=heard.statement.how_known,
        says_always=heard.says_always,
        by_person=heard.by.decides,
        trust=heard.by.trust,
        confirm_new=heard.settings.confirm_new,
    )


def create(heard: Interpretation, *, status: str, contested: bool = False) -> tuple[Memory, int]:
    """A new row with its first evidence; returns it and its first version."""
    memory = build(heard, status=status, contested=contested)
    return memory, insert(heard, memory)


def insert(heard: Interpretation, memory: Memory, verb: str = "remember") -> int:
    """Write what was made; returns its first version."""
    because = policy.s0_source(heard.statement.how_known)
    version = store.save(memory, by=heard.by, verb=verb, because=because, now=heard.now)
    store.add_evidence(memory, by=heard.by, statement=heard.statement, now=heard.now)
    return version


def build(heard: Interpretation, *, status: str, contested: bool = False, replaces: Memory | None = None) -> Memory:
    """A memory as it was heard, not written yet.

    What the person decided about the memory it `replaces` stays decided: pins, mutes, scopes, their kind.
    """
    said, today = heard.statement, heard.today
    read = _as_corrected(heard.reading, replaces)
    one_day = replaces.valid_until if replaces and heard.day else None  # other words, the same day
    meant = policy.is_explicit(said.how_known) or heard.by.decides  # a person keeps what is to last
    horizon = classifier.horizon_for(read.kind, explicit=meant, temporary=heard.temporary or one_day is not None)
    seen_on = store.occurred_at(said, heard.now).astimezone(UTC).date()
    return Memory(
        pk=uuid7(),
        person_id=heard.by.person_id,
        obs_id=next_obs_id(heard),
        community_id=heard.community_id,
        pinned=replaces.pinned if replaces else False,
        muted_agents=replaces.muted_agents if replaces else [],
        muted_tasks=replaces.muted_tasks if replaces else [],
        applies_to=replaces.applies_to if replaces else list(said.applies_to),
        project=said.project,
        condition=heard.condition,
        day=heard.day,
        kind=read.kind,
        raw_kind=read.raw_kind,
        kind_basis=read.basis,
        category=read.category,
        key=read.key,
        one_valued=read.one_valued,
        label=read.label[: policy.LABEL_MAX] or said.details[: policy.LABEL_MAX],
        value=read.value,
        details=said.details,
        tags=list(said.tags),
        metadata=said.metadata,
        negates_id=said.negates,
        language=tokens.detect_language(said.details or f"{read.label} {fields.display_value(read.value)}"),
        fingerprint=heard.fingerprint,
        horizon=horizon,
        section=classifier.section_for(read.kind, read.category, read.key, list(said.tags), horizon),
        status=status,
        contested=contested,
        source=said.how_known,
        source_assumed=said.source_assumed,
        confidence=_confidence(heard),
        importance_base=_importance(heard, read.kind),
        importance_assumed=_is_untagged(heard),
        importance_as_of=said.observed_on or heard.now.date(),
        ttl_days=ttl_days_for(read.kind, replaces),
        ttl_from=said.observed_on or heard.now.date(),
        valid_until=today if heard.temporary else said.valid_until or one_day or read.until,
        repeats=int(said.polarity > 0),
        evidence_from=seen_on,
        evidence_to=seen_on,
        observed_on=said.observed_on or today,
        learned_on=said.learned_on or (None if said.evidence_kind == "import" else today),
        updated_on=said.updated_on,
        confirmed_at=heard.now if heard.by.decides and status == Status.ACTIVE else None,
    )


def ttl_days_for(kind: str, was: Memory | None) -> int | None:
    """As long as its kind lives; what the person keeps stays kept, also as another kind or with other words."""
    kept = was is not None and was.ttl_days is None and was.kind != policy.Kind.RULE
    return None if kept else policy.LIVES[policy.Kind(kind)].ttl_days


def _as_corrected(read: classifier.Classification, replaces: Memory | None) -> classifier.Classification:
    """A person's correction of the kind wins for ever (SPEC §4)."""
    if replaces is None or replaces.kind_basis != "person":
        return read
    return replace(read, kind=policy.Kind(replaces.kind), raw_kind="", basis="person")


def _confidence(heard: Interpretation) -> float:
    if heard.statement.confidence is not None:
        return heard.statement.confidence
    if heard.by.decides and heard.statement.how_known == Source.INSTRUCTION:
        return policy.CONFIDENCE_TYPED
    return policy.CONFIDENCES[heard.statement.how_known]


def _importance(heard: Interpretation, kind: str) -> float:
    if heard.statement.importance is not None:
        return heard.statement.importance
    if _is_untagged(heard):
        return policy.IMPORTANCE_UNTAGGED
    return policy.first_importance(heard.statement.how_known, kind)


def _is_untagged(heard: Interpretation) -> bool:
    """A file that says neither how it is known nor how much it matters: assumed, and not fading (SPEC §5)."""
    said = heard.statement
    return said.evidence_kind == Evidence.Kind.IMPORT and said.source_assumed and said.importance is None
