"""Selection: which memories one agent is given for one piece of work, in which order, and why not the others.

`selectMemoryForInjection` of S3, by SPEC §8. Deterministic: the same memories and the same request give the same
bytes, in whatever order the rows were written. Nothing here is random and nothing looks at a clock but the day.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from memoryweb.agents.models import Agent
from memoryweb.memories import importance, policy
from memoryweb.memories.models import Conflict, Kind, Memory, Status
from memoryweb.people.models import MemorySettings
from memoryweb.recall import occasion, search, tasks_map, tokens
from memoryweb.recall.selection import Candidate, Circumstances, LeftOut, Selection, Wanted, Why

LOOKED_AT = 36  # memories considered of each sort; three times as many as are ever given
SEARCHED = 100  # of what the query finds: some of it may not be given to this agent
NEAR_MISSES, FAR_SHOWN = 12, 3  # of those left out, shown on the receipt; and of these, what was simply too far
# What is read of a memory to judge it: a row is wide, and most of those looked at are not given.
READ = (
    "person", "status", "kind", "category", "key", "one_valued", "label", "value", "details", "condition", "project",
    "language", "section", "source", "confidence", "contested", "pinned", "muted_for", "applies_to", "valid_until",
    "importance_base", "importance_as_of", "importance_assumed", "observed_on", "learned_on", "updated_on",
)  # fmt: skip
TASK_MUTE = "task:{}"  # how muted_for names a task, beside agents' ids


def select(agent: Agent, settings: MemorySettings, wanted: Wanted, *, now: datetime) -> Selection:
    """Needs the person's scope."""
    if because := switched_off(agent, settings, now):
        return Selection(nothing_because=because)
    asked = Circumstances(agent=agent, settings=settings, wanted=wanted, now=now)
    if wanted.query:
        hits = search.ranked(asked.mine, wanted.query, limit=SEARCHED)
        near = [hit for n, hit in enumerate(hits) if n < FAR_SHOWN or hit.score >= search.relevant_from()]
        asked = replace(asked, hits={hit.memory_id: hit for hit in near})
    looked_at = _look(asked)
    allowed = set(asked.allowed.filter(pk__in=[memory.pk for memory in looked_at]).values_list("pk", flat=True))
    judged = [_judge(memory, asked, is_allowed=memory.pk in allowed) for memory in looked_at]
    items, rest = _fit(sorted(_project_first(judged), key=lambda each: each.order), wanted, settings)
    far = [each for each in rest if each.left_out == LeftOut.FAR][:FAR_SHOWN]
    missed = [each for each in rest if each.left_out != LeftOut.FAR][: NEAR_MISSES - len(far)]
    return Selection(items, missed + far, "", _clarify(items))


def switched_off(agent: Agent, settings: MemorySettings, now: datetime) -> str:
    if not settings.enable_memory:
        return "memory"
    if not settings.injection_enabled:
        return "injection"
    return "paused" if agent.is_paused(now) else ""


# What is looked at beside what the query finds: only the sorts that this work can need, in one round trip. What is
# plainly not to be given (READY is a part of what may be) is looked at last, so that it takes nobody's place.
MUST_HAVES = """(SELECT id FROM memories_memory m WHERE {mine} AND (pinned OR kind = 'rule' OR key IN {hard})
 ORDER BY {ready} DESC, pinned DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
OF_THE_TASK = """(SELECT id FROM memories_memory m WHERE {mine} AND category = ANY(%(all)s)
    AND (category = ANY(%(near)s) OR key LIKE ANY(%(keys)s))
 ORDER BY {ready} DESC, key LIKE ANY(%(keys)s) DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
SAID_TO_APPLY = """(SELECT id FROM memories_memory m
 WHERE {mine} AND applies_to <> '{{}}' AND applies_to && %(names)s::varchar[]
 ORDER BY {ready} DESC, confidence DESC, changed_at DESC, id LIMIT %(many)s)"""
SUREST = """(SELECT id FROM memories_memory m WHERE {mine} AND {ready}
 ORDER BY confidence DESC, changed_at DESC, id LIMIT %(many)s)
UNION (SELECT id FROM memories_memory m WHERE {mine} AND NOT {ready}
 ORDER BY changed_at DESC, id LIMIT %(few)s)"""
MINE = "person_id = %(person)s AND status IN ('candidate', 'active')"
READY = (
    "(status = 'active' AND project IN ('', %(project)s) AND (pinned OR"
    f" {importance.sql('%(today)s')} >= {policy.DORMANT_BELOW}))"
)
MINE_THERE = f"{MINE} AND community_id = %(community)s"


def _look(asked: Circumstances) -> list[Memory]:
    agent, wanted, task = asked.agent, asked.wanted, tasks_map.find(asked.wanted.task_type)
    parts = [MUST_HAVES] + [OF_THE_TASK] * bool(task) + [SAID_TO_APPLY] * bool(wanted.names) + [SUREST] * wanted.is_open
    values: dict[str, Any] = {"person": agent.person_id, "community": agent.community_id, "many": LOOKED_AT}
    values |= {"names": wanted.names, "project": wanted.project, "today": asked.now.date(), "few": NEAR_MISSES}
    if task:
        values |= {"all": task.all_categories, "near": list(task.categories), "keys": [f"{key}%" for key in task.keys]}
    mine = MINE_THERE if agent.community_id else MINE
    find = " UNION ".join(parts).format(mine=mine, ready=READY, hard=policy.HARD_KEYS)
    with connection.cursor() as cursor:
        cursor.execute(find, values)
        ids = {row[0] for row in cursor.fetchall()}
    return list(asked.mine.filter(pk__in=ids | asked.hits.keys()).only(*READ))


def _judge(memory: Memory, asked: Circumstances, *, is_allowed: bool) -> Candidate:
    parts = _parts(memory, asked.wanted, asked.hits.get(memory.pk))
    why = _why(memory, asked.wanted, parts)
    left_out = _left_out(memory, asked, is_allowed=is_allowed) if why else LeftOut.FAR
    return Candidate(
        memory=memory,
        score=round(sum(parts.values(), 0.0), 2),
        parts=parts,
        why=why,
        left_out=left_out,
    )


def _parts(memory: Memory, wanted: Wanted, hit: search.Hit | None) -> dict[str, float]:
    """What the score is made of: the task's table, what the person said it applies to, the query."""
    task = tasks_map.relevance(tasks_map.find(wanted.task_type), key=memory.key, category=memory.category)
    applies = 1.0 if set(memory.applies_to) & set(wanted.names) else 0.0
    found = {"task": task, "applies": applies, "query": max(0.0, round(hit.score, 4)) if hit else 0.0}
    return {name: points for name, points in found.items() if points}


def _why(memory: Memory, wanted: Wanted, parts: dict[str, float]) -> str:
    """The strongest reason to give it; none: it has nothing to do with the work."""
    reasons = (
        (Why.RULE, memory.kind == Kind.RULE),
        (Why.PINNED, memory.pinned),
        (Why.HARD, memory.key in policy.HARD_KEYS),
        (Why.APPLIES, "applies" in parts),
        (Why.TASK, "task" in parts),
        (Why.QUERY, parts.get("query", 0) >= search.relevant_from()),
        (Why.ALWAYS, wanted.is_open),
    )
    return next((name for name, is_so in reasons if is_so), "")


def _left_out(memory: Memory, asked: Circumstances, *, is_allowed: bool) -> str:
    return _unsuited(memory, asked) if is_allowed else _forbidden(memory, asked)


def _forbidden(memory: Memory, asked: Circumstances) -> str:
    """Why reading.readable_by left it out, in words; the person's most useful reason first."""
    settings, today = asked.settings, timezone.localdate(asked.now, asked.settings.zone)
    reasons = (
        (LeftOut.UNCONFIRMED, memory.status == Status.CANDIDATE),
        (LeftOut.OVER, memory.valid_until is not None and memory.valid_until < today),
        (LeftOut.MUTED, str(asked.agent.pk) in memory.muted_for),
        (LeftOut.SCOPE, memory.project not in ("", asked.wanted.project)),
        (LeftOut.SECTION, bool(memory.section) and memory.section not in settings.enabled_sections),
        (LeftOut.PRIVATE, settings.privacy_mode and not policy.is_explicit(memory.source)),
        (LeftOut.UNSURE, memory.confidence < settings.min_confidence),
    )
    return next((name for name, is_so in reasons if is_so), LeftOut.CONFLICT)


def _unsuited(memory: Memory, asked: Circumstances) -> str:
    """What recall alone looks at. A pinned memory is never dormant: the person said always."""
    if any(TASK_MUTE.format(name) in memory.muted_for for name in asked.wanted.names):
        return LeftOut.MUTED
    if not memory.pinned and memory.importance_on(asked.now.date()) < policy.DORMANT_BELOW:
        return LeftOut.DORMANT
    return LeftOut.TIME if occasion.is_another(memory.condition, asked.wanted.when) else ""


def _project_first(judged: Iterable[Candidate]) -> list[Candidate]:
    """Where the project has a memory of its own for a key and condition, everybody's steps back."""
    found = list(judged)
    own = {(c.memory.key, c.memory.condition) for c in found if c.memory.project and c.memory.key and not c.left_out}
    return [
        replace(c, left_out=LeftOut.SCOPE)
        if not (c.left_out or c.memory.project) and (c.memory.key, c.memory.condition) in own and c.memory.one_valued
        else c
        for c in found
    ]


def _fit(ranked: list[Candidate], wanted: Wanted, settings: MemorySettings) -> tuple[list[Candidate], list[Candidate]]:
    """Top N within the budget; at the first that does not fit it ends, must-haves included."""
    most = min(wanted.max_items, settings.injection_max_items)
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
    contested = [item.memory.pk for item in items if item.memory.contested]
    if not contested:
        return []
    found = Conflict.objects.open().filter(members__memory__in=contested).distinct().order_by("created_at", "pk")
    return [
        {
            "question": conflict.question,
            "options": [m.memory.shown_value or m.memory.label for m in conflict.members.all() if m.memory.is_live],
            "conflictId": str(conflict.pk),
        }
        for conflict in found.prefetch_related("members__memory")
    ]
