"""What is true of a person's rows after every action, whatever came before."""

from collections import defaultdict
from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from memoryweb.memories.actions import conflicts
from memoryweb.memories.history.verification import verify
from memoryweb.memories.models import Conflict, Evidence, Memory, Proposal, columns, history_model
from memoryweb.rls import scope
from memoryweb.rules import decay

DIFFERS = " OR ".join(f"m.{name.strip()} IS DISTINCT FROM h.{name.strip()}" for name in columns().split(","))
DIFFER_FROM_THEIR_NEWEST_VERSION = f"""
SELECT m.id FROM memories_memory m LEFT JOIN LATERAL (
    SELECT * FROM memories_historicalmemory h WHERE h.id = m.id ORDER BY h.history_id DESC LIMIT 1
) h ON true WHERE {DIFFERS}
"""
MALFORMED_VERSIONS = """
SELECT v.id FROM (
    SELECT h.*, lag(history_date) OVER line AS before, row_number() OVER line AS number
    FROM memories_historicalmemory h WINDOW line AS (PARTITION BY h.id ORDER BY history_id)
) v WHERE v.before > v.history_date OR (v.number = 1) <> (v.history_type = '+') OR v.changed_verb = ''
   OR v.changed_by NOT IN ('person', 'agent', 'clock') OR v.changed_at <> v.history_date AND v.changed_verb <> 'erase'
   OR (v.history_type <> '-' AND NOT EXISTS (SELECT FROM memories_memory m WHERE m.id = v.id) AND v.label <> '')
"""


def archive_day(memory: Memory) -> date | None:
    """Return the day by the rule in Python, not by the database's column."""
    return decay.archive_day(
        kind=memory.kind,
        pinned=memory.pinned,
        base=memory.importance_base,
        as_of=memory.importance_as_of,
        assumed=memory.importance_assumed,
        ttl_from=memory.ttl_from,
        ttl_days=memory.ttl_days,
        valid_until=memory.valid_until,
    )


def check_keys(live: list[Memory]) -> None:
    keyed = [memory for memory in live if memory.status == "active" and memory.one_valued and memory.key]
    free = [(memory.key, memory.place) for memory in keyed if not memory.contested]
    contested = {(memory.key, memory.place) for memory in keyed if memory.contested}
    assert len(set(free)) == len(free), "two memories hold one key"
    assert not set(free) & contested, "a memory holds the key of an open conflict"
    assert len({bytes(memory.fingerprint) for memory in live}) == len(live), "one statement is live twice"


def check_ended(memories: list[Memory]) -> None:
    successors = {memory.pk: memory.superseded_by_id for memory in memories}
    for memory in memories:
        assert not (memory.is_live and (memory.superseded_by_id or memory.expired_on or memory.expire_reason))
        assert memory.is_live or not memory.contested
        passed: set[UUID] = set()
        successor = successors.get(memory.pk)
        while successor:
            assert successor not in passed, "successors form a circle"
            passed.add(successor)
            successor = successors.get(successor)


def check_clocks(memories: list[Memory], today: date) -> None:
    for memory in memories:
        assert memory.archive_on == archive_day(memory), memory
        assert 0 <= memory.importance_on(today) <= 10


def check_history() -> None:
    with connection.cursor() as cursor:
        for query in (DIFFER_FROM_THEIR_NEWEST_VERSION, MALFORMED_VERSIONS):
            cursor.execute(query)
            assert cursor.fetchall() == [], query
        cursor.execute("SET CONSTRAINTS memories_versions_are_linked IMMEDIATE")
        cursor.execute("SET CONSTRAINTS memories_versions_are_linked DEFERRED")
    person = scope.current().person_id
    assert person
    assert verify(person).problem is None


def check_conflicts(memories: dict[UUID, Memory], open_conflicts: list[Conflict]) -> None:
    """Check the open conflicts; each has its members prefetched."""
    member_ids: list[UUID] = []
    for conflict in open_conflicts:
        members = [memories[member.memory_id] for member in conflict.members.all()]
        members = sorted((m for m in members if m.is_live), key=_winning)
        assert len(members) >= 2, f"{conflict.question!r} has {len(members)} live members"
        assert all(member.status == "active" for member in members), "a candidate is in a conflict"
        assert conflict.winner_id == members[-1].pk, "the confirmed, the heaviest, the newest is used"
        assert len({memory.place for memory in members}) == 1, "the members of a conflict count in different places"
        assert conflict.question
        member_ids += [memory.pk for memory in members]
    assert set(member_ids) == {memory.pk for memory in memories.values() if memory.is_live and memory.contested}
    assert len(set(member_ids)) == len(member_ids), "one memory is in two open conflicts"


def _winning(memory: Memory) -> tuple[object, ...]:
    return memory.confirmed_at is not None, memory.weight, *conflicts.statement_age(memory)


def check_proposals(memories: dict[UUID, Memory], proposals: list[Proposal]) -> None:
    for proposal in proposals:
        if proposal.status == Proposal.Status.OPEN:
            memory = memories[proposal.memory_id]
            assert memory.is_live, f"an open {proposal.kind} proposal is about an {memory.status} memory"
            assert proposal.kind != "remember" or memory.status == "candidate"
        elif proposal.kind == Proposal.Kind.UPDATE:
            assert proposal.question == "", "a decided update keeps its words"
            assert proposal.change == {}, "a decided update keeps its words"


def check_evidence(memories: dict[UUID, Memory]) -> None:
    """Check that what a row says of its evidence follows from the evidence."""
    evidence_of: dict[UUID, list[Evidence]] = defaultdict(list)
    for evidence in Evidence.objects.filter(polarity=1):
        evidence_of[evidence.memory_id].append(evidence)
    for pk, memory in memories.items():
        days = [evidence.occurred_at.date() for evidence in evidence_of[pk]]
        occasions = {(evidence.agent_id, evidence.occurred_at.date()) for evidence in evidence_of[pk]}
        assert memory.evidence_count == len(days), memory
        assert memory.repeats == len(occasions), memory
        assert (memory.evidence_from, memory.evidence_to) == (min(days), max(days)), memory


def newest_version() -> int:
    return history_model().objects.order_by("-history_id").values_list("history_id", flat=True).first() or 0


def check_new_versions(last: int) -> list[Any]:
    """Check that one step wrote at most one version of each memory, and return the new versions."""
    new = list(history_model().objects.filter(history_id__gt=last).order_by("history_id"))
    assert len({version.id for version in new}) == len(new), "one action wrote two versions of one memory"
    return new
