"""Selection: which memories one agent is given for one piece of work, in which order, and why not the others.

`selectMemoryForInjection` of S3, by SPEC §8. Deterministic: the same memories and the same request give the same
bytes, in whatever order the rows were written. Nothing here is random and nothing looks at a clock but the day.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from memoryweb.agents.models import Agent
from memoryweb.memories import policy
from memoryweb.memories.models import Conflict, Kind, Status
from memoryweb.people.models import MemorySettings
from memoryweb.recall import ask, occasion, search, tasks_map, tokens
from memoryweb.recall.look import look
from memoryweb.recall.seen import Seen
from memoryweb.recall.selection import Candidate, Circumstances, Judged, LeftOut, Selection, Wanted, Why

SEARCHED = 40  # of what the query finds: some of it may not be given to this agent
HELPED_EACH, HELPED_MOST = 0.1, 0.3  # of relevance: a nudge among what is needed anyway, no reason of its own
NEAR_MISSES, FAR_SHOWN = 12, 3  # of those left out, shown on the receipt; and of these, what was simply too far


def select(agent: Agent, settings: MemorySettings, wanted: Wanted, *, now: datetime) -> Selection:
    """Needs the person's scope."""
    if because := switched_off(agent, settings, now):
        return Selection(nothing_because=because)
    asked = Circumstances(agent=agent, settings=settings, wanted=wanted, now=now)
    if wanted.query:
        hits = search.ranked(asked.mine, wanted.query, limit=SEARCHED)
        near = [hit for n, hit in enumerate(hits) if n < FAR_SHOWN or hit.score >= asked.relevant_from]
        asked = replace(asked, hits={hit.memory_id: hit for hit in near})
    judged = _project_first([_judge(seen, asked) for seen in look(asked)])
    candidates = [Candidate(**vars(each)) for each in _shortlist(judged, _most(wanted, settings))]
    items, rest = _fit(sorted(candidates, key=lambda each: each.order), wanted, settings)
    far = [each for each in rest if each.left_out == LeftOut.FAR][:FAR_SHOWN]
    missed = [each for each in rest if each.left_out != LeftOut.FAR][: NEAR_MISSES - len(far)]
    clarify = _clarify(items)
    return Selection(items, missed + far, "", clarify, ask.before_acting(items, clarify, wanted))


def switched_off(agent: Agent, settings: MemorySettings, now: datetime) -> str:
    if not settings.enable_memory:
        return "memory"
    if not settings.injection_enabled:
        return "injection"
    return "paused" if agent.is_paused(now) else ""


def _judge(seen: Seen, asked: Circumstances) -> Judged:
    parts = _parts(seen, asked)
    why = _why(seen, asked, parts)
    left_out = (forbidden(seen, asked) or _unsuited(seen, asked)) if why else LeftOut.FAR
    return Judged(seen=seen, score=round(sum(parts.values(), 0.0), 2), parts=parts, why=why, left_out=left_out)


def _parts(seen: Seen, asked: Circumstances) -> dict[str, float]:
    """What the score is made of: the task's table, what the person said it applies to, the query, what helped."""
    parts: dict[str, float] = {}
    if asked.task and (needed := tasks_map.relevance(asked.task, key=seen.key, category=seen.category)):
        parts["task"] = needed
    if seen.applies_to and not asked.names.isdisjoint(seen.applies_to):
        parts["applies"] = 1.0
    if (hit := asked.hits.get(seen.pk)) and hit.score > 0:
        parts["query"] = round(hit.score, 4)
    if seen.helped:
        parts["helped"] = min(HELPED_MOST, HELPED_EACH * seen.helped)
    return parts


def _why(seen: Seen, asked: Circumstances, parts: dict[str, float]) -> str:
    """The strongest reason to give it; none: it has nothing to do with the work."""
    reasons = (
        (Why.RULE, seen.kind == Kind.RULE),
        (Why.PINNED, seen.pinned),
        (Why.HARD, seen.key in policy.HARD_KEYS),
        (Why.APPLIES, "applies" in parts),
        (Why.TASK, "task" in parts),
        (Why.QUERY, parts.get("query", 0) >= asked.relevant_from),
        (Why.ALWAYS, asked.wanted.is_open),
    )
    return next((name for name, is_so in reasons if is_so), "")


def forbidden(seen: Seen, asked: Circumstances) -> str:
    """Why reading.readable_by leaves it out, in words; the person's most useful reason first. Empty: it does not."""
    settings = asked.settings
    reasons = (
        (LeftOut.UNCONFIRMED, seen.status == Status.CANDIDATE),
        (LeftOut.OVER, seen.valid_until is not None and seen.valid_until < asked.today),
        (LeftOut.MUTED, asked.me in seen.muted_for),
        (LeftOut.SCOPE, seen.project not in ("", asked.wanted.project)),
        (LeftOut.SECTION, bool(seen.section) and seen.section not in settings.enabled_sections),
        (LeftOut.PRIVATE, settings.privacy_mode and not policy.is_explicit(seen.source)),
        (LeftOut.UNSURE, seen.confidence < settings.min_confidence),
        (LeftOut.CONFLICT, seen.loses),
    )
    return next((name for name, is_so in reasons if is_so), "")


def _unsuited(seen: Seen, asked: Circumstances) -> str:
    """What recall alone looks at. A pinned memory is never dormant: the person said always."""
    if asked.muted.intersection(seen.muted_for):
        return LeftOut.MUTED
    if not seen.pinned and seen.importance < policy.DORMANT_BELOW:
        return LeftOut.DORMANT
    when = asked.wanted.when
    return LeftOut.TIME if seen.condition and when and occasion.is_another(seen.condition, when) else ""


def _project_first(judged: list[Judged]) -> list[Judged]:
    """Where the project has a memory of its own for a key and condition, everybody's steps back."""
    own = {j.seen.place for j in judged if j.seen.project and j.seen.key and not j.left_out}
    return [
        replace(j, left_out=LeftOut.SCOPE)
        if own and not (j.left_out or j.seen.project) and j.seen.place in own and j.seen.one_valued
        else j
        for j in judged
    ]


def _shortlist(judged: list[Judged], most: int) -> list[Judged]:
    """Those whose words are needed: what may be given or only just is not, and the first of what is left out."""
    ranked = sorted(judged, key=lambda each: each.order)
    sorts = (
        ([each for each in ranked if not each.left_out], most + NEAR_MISSES),
        ([each for each in ranked if each.left_out and each.left_out != LeftOut.FAR], NEAR_MISSES),
        ([each for each in ranked if each.left_out == LeftOut.FAR], FAR_SHOWN),
    )
    return [each for found, many in sorts for each in _first(found, many)]


def _first(ranked: list[Judged], many: int) -> list[Judged]:
    """So many, and whoever shares the last one's place."""
    last = ranked[:many][-1:]
    return ranked[:many] + [each for each in ranked[many:] if each.order == last[0].order]


def _most(wanted: Wanted, settings: MemorySettings) -> int:
    return min(wanted.max_items, settings.injection_max_items)


def _fit(ranked: list[Candidate], wanted: Wanted, settings: MemorySettings) -> tuple[list[Candidate], list[Candidate]]:
    """Top N within the budget; at the first that does not fit it ends, must-haves included."""
    most = _most(wanted, settings)
    budget = min(wanted.budget, settings.injection_token_budget)
    items: list[Candidate] = []
    rest: list[Candidate] = []
    full = ""
    for each in ranked:
        if each.left_out or full:
            rest.append(each if each.left_out else replace(each, left_out=full))
            continue
        counted = replace(each, tokens=tokens.count(each.line) + 1)  # and its line break
        spent = sum(item.tokens for item in items)
        full = LeftOut.BEYOND if len(items) == most else LeftOut.BUDGET if spent + counted.tokens > budget else ""
        (rest if full else items).append(replace(counted, left_out=full))
    return items, rest


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
