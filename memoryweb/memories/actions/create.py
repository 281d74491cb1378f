"""Creating a memory: the row, its first evidence, and the question to the person where one is due."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date
from typing import Any

from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.text import signs, tokens, value_text
from memoryweb.language.time import event_days
from memoryweb.memories.actions import proposals, store
from memoryweb.memories.actions.interpretation import Interpretation
from memoryweb.memories.actions.types import AS_SAID, Outcome, Statement
from memoryweb.memories.models import Evidence, Memory, Proposal, Status
from memoryweb.people.ids import uuid7
from memoryweb.rules import limits, policy
from memoryweb.rules.policy import OutcomeName, Role, Source

NEW_REASONS = {
    OutcomeName.SAVED: "Saved.",
    OutcomeName.NOTED: "Noted. No agent gets it until the person says yes.",
}
ASKED_FIRST = "The person will be asked first."


def create_new(interpretation: Interpretation, *, before: Memory | None = None, rival: Memory | None = None) -> Outcome:
    """Create what nothing in use is about: saved, proposed or noted (docs/rules.md).

    `before` is the lasting memory that a statement for one day would stand before on that day, `rival` a candidate that
    says something else about the same.
    """
    name = initial_outcome(interpretation, before=before)
    status = Status.ACTIVE if name == OutcomeName.SAVED else Status.CANDIDATE
    memory, written = create(interpretation, status=status)
    if name == OutcomeName.PROPOSED:
        return propose(interpretation, memory, written, quotes=before, rival=rival)
    return written.outcome(name, NEW_REASONS[name], memory)


def initial_outcome(interpretation: Interpretation, *, before: Memory | None = None) -> OutcomeName:
    """Return what becomes of this statement if it is new (docs/rules.md).

    For today only: noted, or used today where the person said yes in advance. What they had decided about is asked.
    """
    by, has_yes = interpretation.by, interpretation.has_standing_yes
    if interpretation.temporary and by.role == Role.AGENT:
        if not has_yes:
            return OutcomeName.NOTED
        asks = (before is not None and before.is_protected) or interpretation.must_ask
        return OutcomeName.PROPOSED if asks else OutcomeName.SAVED
    name = policy.new_memory_outcome(source=interpretation.statement.how_known, role=by.role, has_standing_yes=has_yes)
    if name == OutcomeName.SAVED and not by.decides and interpretation.must_ask:
        return OutcomeName.PROPOSED
    return name


@dataclass(frozen=True)
class Written:
    """What a statement left: the version of the memory and its evidence."""

    version: int
    evidence: Evidence

    def outcome(self, name: OutcomeName, reason: str, memory: Memory, **more: Any) -> Outcome:
        return Outcome(
            name=name, reason=reason, memory=memory, version=self.version, statement_id=self.evidence.pk, **more
        )


def create(interpretation: Interpretation, *, status: str, contested: bool = False) -> tuple[Memory, Written]:
    """Create a memory with its first evidence; return it and what was written."""
    memory = build(interpretation, status=status, contested=contested)
    return memory, insert(interpretation, memory)


def insert(interpretation: Interpretation, memory: Memory, verb: str = "remember") -> Written:
    """Write a memory that was built, and its first evidence."""
    statement, by, now = interpretation.statement, interpretation.by, interpretation.now
    version = store.save(memory, by=by, verb=verb, because=statement.because, now=now)
    evidence = store.add_evidence(memory, by=by, statement=statement, now=now, own_words=interpretation.own_words())
    return Written(version, evidence)


def propose(
    interpretation: Interpretation,
    memory: Memory,
    written: Written,
    *,
    replaces: Memory | None = None,
    quotes: Memory | None = None,
    rival: Memory | None = None,
) -> Outcome:
    """Ask the person whether to use a candidate without a question, in the place of `replaces` if that is given.

    `quotes` is what it would stand before for its day. Where a question about the `rival` is open, they choose.
    """
    if replaces:
        kind, question = Proposal.Kind.UPDATE, proposals.update_question(replaces, memory.shown_value)
    else:
        kind, question = Proposal.Kind.REMEMBER, proposals.remember_question(memory)
    proposal = proposals.ask(
        memory,
        kind=kind,
        question=question,
        version=written.version,
        by=interpretation.by,
        now=interpretation.now,
        source=interpretation.statement.how_known,
        replaces=replaces.pk if replaces else None,
        is_only=True,
        rival=rival,
    )
    return written.outcome(
        OutcomeName.PROPOSED,
        ASKED_FIRST,
        memory,
        quotes=replaces or quotes,
        proposal_id=proposal.pk,
        question=proposal.question,
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
    clock_from = clock_start(statement, kind, statement.observed_on or now.date())
    return Memory(
        pk=uuid7(),
        person_id=by.person_id,
        obs_id=store.next_obs_id(by.person_id, now),
        community_id=interpretation.community_id,
        pinned=replaces.pinned if replaces else False,
        muted_agents=replaces.muted_agents if replaces else [],
        muted_tasks=replaces.muted_tasks if replaces else [],
        applies_to=(replaces and replaces.applies_to) or list(statement.applies_to),
        **{name: getattr(statement, name) for name in AS_SAID},
        day=interpretation.day,
        kind=kind,
        raw_kind=classification.raw_kind,
        kind_basis=classification.basis,
        category=category,
        said_category=known_fields.slugify(statement.category)[: limits.CATEGORY_MAX],
        said_under=_also_said_under(statement, category, replaces),
        key=key,
        one_valued=classification.one_valued,
        label=signs.cut(classification.label, limits.LABEL_MAX) or signs.cut(statement.details, limits.LABEL_MAX),
        value=classification.value,
        tags=list(statement.tags),
        negates_id=statement.negates,
        language=_language(statement.details, classification),
        fingerprint=interpretation.fingerprint,
        horizon=horizon,
        section=classifier.section_for(kind, category, key, list(statement.tags), horizon),
        status=status,
        contested=contested,
        source=statement.how_known,
        source_assumed=statement.source_assumed,
        confidence=first_confidence(interpretation),
        importance_base=_importance(interpretation, kind),
        importance_assumed=is_untagged,
        importance_as_of=statement.importance_as_of or clock_from,
        ttl_days=_ttl_days(interpretation, kind, replaces, status=status),
        ttl_from=clock_from,
        valid_until=_last_day(interpretation, same_day),
        repeats=int(statement.polarity > 0),
        evidence_from=evidence_day,
        evidence_to=evidence_day,
        observed_on=statement.observed_on or today,
        learned_on=statement.learned_on or (None if statement.evidence_kind == Evidence.Kind.IMPORT else today),
        updated_on=statement.updated_on,
        confirmed_at=now if by.decides and status == Status.ACTIVE else None,
        unasked_at=now if status == Status.ACTIVE and not by.decides else None,
    )


def _also_said_under(statement: Statement, category: str, replaces: Memory | None) -> list[str]:
    """Return the replaced memory's other categories, so that the same agents may see the new one."""
    if replaces is None:
        return []
    own = (category, known_fields.slugify(statement.category)[: limits.CATEGORY_MAX])
    return _others_than(own, (replaces.said_category, replaces.category, *replaces.said_under))


def join_categories(memory: Memory, *said: str) -> None:
    """Let a memory be found under these categories, too. Does not save it."""
    memory.said_under = _others_than((memory.category, memory.said_category), (*memory.said_under, *said))


def categories_of_agents(evidence: Iterable[Evidence]) -> dict[str, str]:
    """Return the categories that agents said a memory under, each with the name of the agent that said it first."""
    said: dict[str, str] = {}
    for each in evidence:
        for name in (each.statement.get("said_category", ""), each.statement.get("category", "")):
            if name and each.agent and each.polarity > 0:
                said.setdefault(name, each.agent.name)
    return said


def _others_than(own: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name and name not in own]


def add_categories(interpretation: Interpretation, memory: Memory) -> None:
    """Keep what a memory was said under this time. Does not save it.

    What an agent says of what is in use changes neither what others are given nor what they may see: its categories
    count if the person's yes covers them, and what waits is shown with them before a yes. Till then its own reads find
    the memory by its evidence.
    """
    by, is_waiting = interpretation.by, memory.status == Status.CANDIDATE
    has_yes = interpretation.has_standing_yes and not (memory.is_protected or interpretation.must_ask)
    if not (by.decides or is_waiting or has_yes):
        return
    if not by.decides and len(memory.said_under) >= limits.SAID_UNDER_MAX:
        return  # what agents add has an end; what the person says never falls out, since sight goes by it
    said = known_fields.slugify(interpretation.statement.category)[: limits.CATEGORY_MAX]
    join_categories(memory, said, interpretation.classification.category)


def drop_categories(memory: Memory, taken_back: Evidence, others: Iterable[Evidence]) -> None:
    """Let what waits be found no more under a category that nobody says any longer. Does not save it.

    What a file said keeps no category of its own, so beside that all of them stay: sight goes by them.
    """
    rest = list(others)
    if memory.status == Status.CANDIDATE and all(each.statement for each in rest):
        gone = categories_of_agents([taken_back]).keys() - categories_of_agents(rest).keys()
        memory.said_under = [name for name in memory.said_under if name not in gone]


def _last_day(interpretation: Interpretation, same_day: date | None) -> date | None:
    """Return the last day: today for a temporary memory, else the given one or the one in its words."""
    statement = interpretation.statement
    if interpretation.temporary:
        return interpretation.today
    return statement.valid_until or same_day or statement.day or interpretation.classification.until


def clock_start(statement: Statement, kind: str, said_on: date) -> date:
    """Return the day from which a memory ages: the day it was said or, if it is a coming event's, the event's own."""
    if kind != policy.Kind.EVENT:
        return said_on
    words = "\n".join((statement.name, statement.details, value_text.display_value(statement.value), statement.quote))
    return event_days.coming_day(words, said_on) or said_on


def _ttl_days(interpretation: Interpretation, kind: str, replaces: Memory | None, *, status: str) -> int | None:
    """Return the days it lives. What an agent asks for holds as it is after the person's yes only: they see it."""
    days = interpretation.statement.ttl_days
    if days is None or kind == policy.Kind.RULE:
        return ttl_days_for(kind, replaces)
    if interpretation.by.agent and status == Status.ACTIVE:
        days = min(days or policy.TTL_OF_AGENTS_MOST, policy.TTL_OF_AGENTS_MOST)
    return days or None


def ttl_days_for(kind: str, before: Memory | None) -> int | None:
    """Return the days a kind lives. What the person keeps stays kept, also as another kind or with other words."""
    is_kept = before is not None and before.ttl_days is None and before.kind != policy.Kind.RULE
    return None if is_kept else policy.LIVES[policy.Kind(kind)].ttl_days


def _keep_corrected_kind(
    classification: classifier.Classification, replaces: Memory | None
) -> classifier.Classification:
    """Keep the kind that the person corrected: it wins for ever."""
    if replaces is None or replaces.kind_basis != "person":
        return classification
    return replace(classification, kind=policy.Kind(replaces.kind), raw_kind="", basis="person")


def _language(details: str, classification: classifier.Classification) -> str:
    return tokens.detect_language(details or f"{classification.label} {value_text.display_value(classification.value)}")


def first_confidence(interpretation: Interpretation) -> float:
    statement = interpretation.statement
    if statement.confidence is not None:
        is_agents = interpretation.by.agent and statement.evidence_kind == Evidence.Kind.STATEMENT
        most = policy.CONFIDENCES[statement.how_known] if is_agents else 1.0
        return min(statement.confidence, most)
    if interpretation.by.decides and statement.how_known == Source.INSTRUCTION:
        return policy.CONFIDENCE_TYPED
    return policy.CONFIDENCES[statement.how_known]


def _importance(interpretation: Interpretation, kind: str) -> float:
    statement = interpretation.statement
    if statement.importance is not None:
        most = policy.IMPORTANCE_OF_AGENTS_MOST if interpretation.by.agent else policy.IMPORTANCE_MAX
        return min(statement.importance, most)
    return policy.IMPORTANCE_UNTAGGED if _is_untagged(statement) else policy.first_importance(statement.how_known, kind)


def _is_untagged(statement: Statement) -> bool:
    """Return whether a file gives neither source nor importance: then the memory is assumed and doesn't fade."""
    is_import = statement.evidence_kind == Evidence.Kind.IMPORT
    return is_import and statement.source_assumed and statement.importance is None
