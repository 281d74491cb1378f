"""Selection: which memories one agent is given for one piece of work, in which order, and why not the others.

`selectMemoryForInjection` of S3, by SPEC §8. Deterministic: the same memories and the same request give the same
bytes, in whatever order the rows were written. Nothing here is random and nothing looks at a clock but the day.
"""

from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories.models import Conflict, Kind, Status
from memoryweb.people.models import MemorySettings
from memoryweb.recall import clarify, prompt_block, search, task_types
from memoryweb.recall.candidates import CandidateRow, fetch_candidates
from memoryweb.recall.request import RecallContext, RecallRequest
from memoryweb.recall.selection import Candidate, LeftOut, Selection, Why
from memoryweb.rules import policy

SEARCHED = 40  # of what the query finds: some of it may not be given to this agent
HELPED_EACH, HELPED_MOST = 0.1, 0.3  # of relevance: a nudge among what is needed anyway, no reason of its own
NEAR_MISSES, FAR_SHOWN = 12, 3  # of those left out, shown on the receipt; and of these, what was simply too far
BY_ORDER = attrgetter("order")


def select(agent: Agent, settings: MemorySettings, wanted: RecallRequest, *, now: datetime) -> Selection:
    """Needs the person's scope."""
    if because := switched_off(agent, settings, now):
        return Selection(nothing_because=because)
    asked = RecallContext(agent=agent, settings=settings, wanted=wanted, now=now)
    if wanted.query:
        among = f"SELECT id FROM memories_memory WHERE {asked.mine}"
        hits = search.best(wanted.query, among=among, given=asked.scope, limit=SEARCHED)
        near = [hit for n, hit in enumerate(hits) if n < FAR_SHOWN or hit.score >= asked.relevant_from]
        asked = replace(asked, hits={hit.memory_id: hit for hit in near})
    candidates = sorted([_judge(seen, asked) for seen in fetch_candidates(asked)], key=BY_ORDER)
    _project_first(candidates)
    items = _fit(candidates, wanted, settings)
    far = _first([each for each in candidates if each.left_out == LeftOut.FAR], FAR_SHOWN)
    missed = [each for each in candidates if each.left_out and each.left_out != LeftOut.FAR]
    missed = _first(missed, NEAR_MISSES - len(far))
    questions = _clarify(items)
    return Selection(items, missed + far, "", questions, clarify.question_before_acting(items, questions, wanted))


def switched_off(agent: Agent, settings: MemorySettings, now: datetime) -> str:
    if not settings.enable_memory:
        return "memory"
    if not settings.injection_enabled:
        return "injection"
    return "paused" if agent.is_paused(now) else ""


def _judge(seen: CandidateRow, asked: RecallContext) -> Candidate:
    parts = _parts(seen, asked)
    why = _why(seen, asked, parts)
    left_out = (forbidden(seen, asked) or _unsuited(seen, asked)) if why else LeftOut.FAR
    return Candidate(seen=seen, score=round(sum(parts.values(), 0.0), 2), parts=parts, why=why, left_out=left_out)


def _parts(seen: CandidateRow, asked: RecallContext) -> dict[str, float]:
    """What the score is made of: the task's table, what the person said it applies to, the query, what helped."""
    parts: dict[str, float] = {}
    if asked.task and (needed := task_types.task_relevance(asked.task, key=seen.key, category=seen.category)):
        parts["task"] = needed
    if seen.applies_to and not asked.names.isdisjoint(seen.applies_to):
        parts["applies"] = 1.0
    if (hit := asked.hits.get(seen.pk)) and hit.score > 0:
        parts["query"] = round(hit.score, 4)
    if seen.helped:
        parts["helped"] = min(HELPED_MOST, HELPED_EACH * seen.helped)
    return parts


def _why(seen: CandidateRow, asked: RecallContext, parts: dict[str, float]) -> str:
    """The strongest reason to give it; none: it has nothing to do with the work."""
    return (
        (seen.kind == Kind.RULE and Why.RULE)
        or (seen.pinned and Why.PINNED)
        or (seen.key in policy.HARD_KEYS and Why.HARD)
        or ("applies" in parts and Why.APPLIES)
        or ("task" in parts and Why.TASK)
        or (parts.get("query", 0) >= asked.relevant_from and Why.QUERY)
        or (asked.wanted.is_open and Why.ALWAYS)
        or ""
    )


def forbidden(seen: CandidateRow, asked: RecallContext) -> str:
    """Why reading.readable_by leaves it out, in words; the person's most useful reason first. Empty: it does not."""
    settings = asked.settings
    return (
        (seen.status == Status.CANDIDATE and LeftOut.UNCONFIRMED)
        or (seen.valid_until is not None and seen.valid_until < asked.today and LeftOut.OVER)
        or (asked.agent.pk in seen.muted_agents and LeftOut.MUTED)
        or (seen.project not in ("", asked.wanted.project) and LeftOut.SCOPE)
        or (seen.section and seen.section not in settings.enabled_sections and LeftOut.SECTION)
        or (settings.privacy_mode and not policy.is_explicit(seen.source) and LeftOut.PRIVATE)
        or (seen.confidence < settings.min_confidence and LeftOut.UNSURE)
        or (seen.loses and LeftOut.CONFLICT)
        or ""
    )


def _unsuited(seen: CandidateRow, asked: RecallContext) -> str:
    """What recall alone looks at. A pinned memory is never dormant: the person said always."""
    if asked.names.intersection(seen.muted_tasks):
        return LeftOut.MUTED
    if not seen.pinned and seen.importance < policy.DORMANT_BELOW:
        return LeftOut.DORMANT
    when = asked.wanted.when
    return LeftOut.TIME if seen.condition and when and task_types.is_other_time(seen.condition, when) else ""


def _project_first(candidates: list[Candidate]) -> None:
    """Where the project has a memory of its own for a key and condition, everybody's steps back."""
    own = {each.seen.place for each in candidates if each.seen.project and each.seen.key and not each.left_out}
    for each in candidates if own else ():
        if not (each.left_out or each.seen.project) and each.seen.place in own and each.seen.one_valued:
            each.left_out = LeftOut.SCOPE


def _first(candidates: list[Candidate], many: int) -> list[Candidate]:
    """The best so many, of some in order. Where all else is the same, the words themselves go before the id."""
    best: list[Candidate] = []
    for _, tied in groupby(candidates, BY_ORDER):
        same = list(tied)
        best += sorted(same, key=lambda each: (each.line if each.why else "", each.seen.pk)) if same[1:] else same
        if len(best) >= many:
            break
    return best[:many]


def _fit(candidates: list[Candidate], wanted: RecallRequest, settings: MemorySettings) -> list[Candidate]:
    """Top N within the budget; at the first that does not fit it ends, must-haves included. Says so of the rest."""
    most = min(wanted.max_items, settings.injection_max_items)
    budget = min(wanted.budget, settings.injection_token_budget)
    may_be = [each for each in candidates if not each.left_out]
    spent, full = 0, ""
    items: list[Candidate] = []
    for each in _first(may_be, most + 1):
        each.tokens = prompt_block.count_tokens(each.line) + 1  # and its line break
        spent += each.tokens
        full = LeftOut.BEYOND if len(items) == most else LeftOut.BUDGET if spent > budget else ""
        if full:
            break
        items.append(each)
    for each in may_be if full else ():
        each.left_out = "" if each in items else full
    return items


def _clarify(items: list[Candidate]) -> list[dict[str, Any]]:
    """Questions to ask before acting: an item in use whose conflict the person has not decided (SPEC §7)."""
    contested = [item.seen.pk for item in items if item.seen.contested]
    if not contested:
        return []
    found = Conflict.objects.open().filter(members__memory__in=contested).distinct().order_by("created_at", "pk")
    return [
        {
            "question": conflict.question,
            "options": [m.memory.shown_value or m.memory.label for m in conflict.members.all() if m.memory.is_live],
            "conflictId": str(conflict.pk),
            "memoryIds": [str(m.memory_id) for m in conflict.members.all()],
        }
        for conflict in found.prefetch_related("members__memory")
    ]
