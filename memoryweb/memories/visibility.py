"""Rules for what an agent may be given, and the reasons against: one definition for all reads.

Each rule is one SQL condition about a row `m` of memories_memory. The same texts filter a queryset here and name the
first reason in a recall's statement. No rule stands a second time in Python.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BooleanField, Expression, Field, TextField
from django.utils import timezone

from memoryweb.agents.models import Agent, Scope, SightMode
from memoryweb.memories.models import Memory, MemoryQuerySet, Source, spellings
from memoryweb.people.models import MemorySettings
from memoryweb.rls import rows
from memoryweb.rules import policy

# What a community's agent is about: its community, and, where the person shares that, what holds everywhere.
IN_COMMUNITY = "(m.community_id = %(community)s OR (%(share)s AND m.community_id IS NULL AND m.project = ''))"
# The person's word on categories, all that it was said under and the one it is filed under (agents.models.Sight).
OF_AGENT = "SELECT category FROM agents_sight WHERE person_id = %(person)s AND agent_id = %(agent)s AND"
IS_BLOCKED = f"({{category}} IN ({OF_AGENT} NOT allowed) OR %(only)s AND {{category}} NOT IN ({OF_AGENT} allowed))"
BLOCKED = " OR ".join(
    (
        IS_BLOCKED.format(category="m.category"),
        f"m.said_category <> '' AND {IS_BLOCKED.format(category='m.said_category')}",
        "cardinality(m.said_under) > 0 AND EXISTS (SELECT FROM unnest(m.said_under) AS said(category)"
        f" WHERE {IS_BLOCKED.format(category='said.category')})",
    )
)
# (reason, when it holds), the most useful reason for a person first. The values are those of `rule_values`.
HIDDEN: tuple[tuple[str, str], ...] = (
    ("unconfirmed", "m.status <> 'active'"),
    ("over", "m.valid_until < %(local_today)s"),
    ("muted", "%(agent)s = ANY(m.muted_agents)"),
    ("blocked", BLOCKED),
    ("scope", "m.project <> '' AND m.project <> ALL(%(projects)s)"),
    ("section", "m.section <> '' AND m.section <> ALL(%(sections)s)"),
    ("private", "%(privacy)s AND m.confirmed_at IS NULL AND m.source <> ALL(%(explicit_sources)s)"),
    ("unsure", "m.confidence < %(min_confidence)s"),
    (
        "conflict",
        "m.contested AND NOT EXISTS (SELECT FROM memories_conflict c"
        " WHERE c.person_id = %(person)s AND c.winner_id = m.id AND c.status = 'open')",
    ),
)
VISIBLE = " AND ".join(f"({condition}) IS NOT TRUE" for _, condition in HIDDEN)
# Without one of the reasons: for a conflict's question, and for what waits for the person's yes.
HIDDEN_BUT_FOR_CONFLICT = tuple(rule for rule in HIDDEN if rule[0] != "conflict")
OUTSIDE = (("community", f"NOT {IN_COMMUNITY}"),)  # for a community's agent, before the others
HIDDEN_BUT_FOR_YES = tuple(rule for rule in HIDDEN_BUT_FOR_CONFLICT if rule[0] != "unconfirmed")
EXPLICIT_SOURCES = [source for source in Source.values if policy.is_explicit(source)]


def reason_sql(rules: Sequence[tuple[str, str]]) -> str:
    """Return an SQL expression for the first reason that holds for `m`; '' if none does."""
    cases = " ".join(f"WHEN {condition} THEN '{reason}'" for reason, condition in rules)
    return f"(CASE {cases} ELSE '' END)"


def rule_values(agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> dict[str, Any]:
    """Return the values of the rules' parameters, by name."""
    return {
        "agent": agent.pk,
        "only": agent.sight == SightMode.ONLY,
        "community": agent.community_id,
        "projects": spellings(agent.person_id, "project", project),
    } | person_values(settings, now=now)


def person_values(settings: MemorySettings, *, now: datetime) -> dict[str, Any]:
    """Return the rule parameters common to all agents of a person."""
    return {
        "person": settings.person_id,
        "share": settings.share_global_in_communities,
        "local_today": timezone.localdate(now, settings.zone),
        "sections": settings.enabled_sections,
        "privacy": settings.privacy_mode,
        "explicit_sources": EXPLICIT_SOURCES,
        "min_confidence": settings.min_confidence,
    }


def readable_by(agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> MemoryQuerySet:
    """Return memories this agent may be given: general ones and those of this project.

    Nothing while memory is off or the agent is paused: those are switches, not rules about a row.
    """
    memories = Memory.objects.of(agent.person_id).active()
    if not settings.enable_memory or agent.is_paused(now):
        return memories.none()
    values = rule_values(agent, settings, now=now, project=project)
    condition = f"{IN_COMMUNITY} AND {VISIBLE}" if agent.community_id else VISIBLE
    return memories.filter(RowCondition(condition, values))


def seen_rows(agent: Agent, settings: MemorySettings, *, now: datetime) -> tuple[str, dict[str, Any]]:
    """Return the rule about a row `m` in use that this agent may read it, and its values, but for `projects`."""
    if Scope.READ not in agent.scopes:
        return "false", {}
    values = {"agent": agent.pk, "only": agent.sight == SightMode.ONLY, "community": agent.community_id}
    condition = f"{IN_COMMUNITY} AND {VISIBLE}" if agent.community_id else VISIBLE
    return f"({condition})", values | person_values(settings, now=now)


def fetch_readable(
    agent: Agent,
    settings: MemorySettings,
    condition: str,
    parameters: Mapping[str, Any],
    *,
    now: datetime,
    project: str = "",
    only: tuple[str, ...] = (),
) -> list[Memory]:
    """Return the memories of `readable_by` that meet an SQL condition on row `m`; it may end with ORDER BY and more.

    `only` names the fields that are read, if not all.
    """
    if not (rule := _readable_rows(agent, settings, now=now, project=project)):
        return []
    return rows.fetch(Memory, f"{rule[0]} AND {condition}", {**rule[1], **parameters}, only=only)


def may_be_given(memory_id: UUID, agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> bool:
    """Return whether `readable_by` would give this agent the memory."""
    if not (rule := _readable_rows(agent, settings, now=now, project=project)):
        return False
    with rows.prepared_cursor() as cursor:
        cursor.execute(f"SELECT FROM memories_memory m WHERE m.id = %(id)s AND {rule[0]}", {**rule[1], "id": memory_id})
        return cursor.fetchone() is not None


def would_be_given(memory: Memory, agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> bool:
    """Return `may_be_given` for an unsaved memory."""
    if not (rule := _readable_rows(agent, settings, now=now, project=project)):
        return False
    row = {field.column: getattr(memory, field.attname) for field in rows.columns(Memory)}
    row["fingerprint"] = None  # no rule reads it, and JSON has no bytes
    values = {**rule[1], "row": json.dumps(row, cls=DjangoJSONEncoder)}
    with rows.prepared_cursor() as cursor:
        stored = "jsonb_populate_record(NULL::memories_memory, %(row)s::jsonb)"
        cursor.execute(f"SELECT FROM {stored} m WHERE {rule[0]}", values)
        return cursor.fetchone() is not None


def _readable_rows(
    agent: Agent, settings: MemorySettings, *, now: datetime, project: str
) -> tuple[str, dict[str, Any]] | None:
    """Return `readable_by` as an SQL condition on row `m`, with values; None while nothing may be given."""
    if not settings.enable_memory or agent.is_paused(now):
        return None
    visible = f"{IN_COMMUNITY} AND {VISIBLE}" if agent.community_id else VISIBLE
    values = rule_values(agent, settings, now=now, project=project)
    return f"m.person_id = %(person)s AND m.status = 'active' AND {visible}", values


def hidden_from(agent: Agent, settings: MemorySettings, *, now: datetime, project: str = "") -> MemoryQuerySet:
    """Return the memories of any status that this agent may not be given, whatever the switches say."""
    values = rule_values(agent, settings, now=now, project=project)
    return Memory.objects.of(agent.person_id).filter(RowCondition(f"NOT ({VISIBLE})", values))


def in_sight_of(
    agent: Agent, settings: MemorySettings, *, now: datetime, but_for: Sequence[str] = ()
) -> MemoryQuerySet:
    """Return what this agent may be given in some request, whatever the switches say and project it names.

    `but_for` are reasons that do not count. `is_blocked` says of each memory whether its categories are blocked.
    """
    values = rule_values(agent, settings, now=now, project=agent.project)
    values["projects"] = values["projects"] if agent.project else None  # it may name any: <> ALL(NULL) is never true
    rules = [f"({condition}) IS NOT TRUE" for reason, condition in HIDDEN if reason not in but_for]
    condition = " AND ".join([*rules, IN_COMMUNITY] if agent.community_id else rules)
    memories = Memory.objects.of(agent.person_id).active().filter(RowCondition(condition, values))
    return memories.annotate(is_blocked=RowCondition(BLOCKED, values))


def reasons_hidden(
    memory: Memory, agents: Sequence[Agent], settings: MemorySettings, *, now: datetime
) -> dict[UUID, str]:
    """Return by agent the first reason against giving it this memory, as if in use; '' for none.

    One query for all agents, except that an agent with a project of its own may cost one more.
    """
    reasons = {
        f"reason_{n}": RowCondition(
            reason_sql((*(OUTSIDE if agent.community_id else ()), *HIDDEN_BUT_FOR_YES)),
            rule_values(agent, settings, now=now, project=agent.project),
            output=TextField(),
        )
        for n, agent in enumerate(agents)
    }
    row = Memory.objects.filter(pk=memory.pk).annotate(**reasons).values(*reasons).first() if agents else None
    return {agent.pk: row[f"reason_{n}"] if row else "" for n, agent in enumerate(agents)}


class RowCondition(Expression):
    """A condition about a row `m`, with named parameters, for QuerySet.filter. It follows Django's table aliases.

    With another `output` it is any expression about the row.
    """

    def __init__(self, condition: str, values: Mapping[str, Any], output: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=output or BooleanField())
        self.condition, self.values = condition, values

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        alias = connection.ops.quote_name(compiler.query.get_initial_alias())
        names = re.findall(r"%\((\w+)\)s", self.condition)
        sql = re.sub(r"%\(\w+\)s", "%s", re.sub(r"\bm\.", f"{alias}.", self.condition))
        return f"({sql})", tuple(self.values[name] for name in names)
