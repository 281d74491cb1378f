"""The change log of a person: versions of all memories, changes of settings and agents, other acts; newest first."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from memoryweb.memories.history import history
from memoryweb.memories.history.history import Step
from memoryweb.memories.models import Act, ActChange, Memory, SettingChange, history_model
from memoryweb.people.models import User

# What a version did to what is in use: conditions on its status, the status before it, and its verb.
MARKS = {
    # "revise" comes in the place of something: that is what is marked
    "learned": "{status} = 'active' AND coalesce({was}, 'candidate') = 'candidate' AND {action} <> 'revise'",
    "replaced": "{was} = 'active' AND ({status} = 'superseded' OR {status} = 'active' AND {action} = 'edit')",
    "faded": "{was} = 'active' AND {status} IN ('archived', 'expired')",
}
ERASED = "erased"


def mark_case(**columns: str) -> str:
    """Return SQL for the mark of a version, empty if it has none; `columns` are status, was and action."""
    cases = " ".join(f"WHEN {test.format(**columns)} THEN '{name}'" for name, test in MARKS.items())
    return f"CASE {cases} ELSE '' END"


OF_A_VERSION = {"status": "h.status", "was": "old.status", "action": "h.changed_verb"}
IS_MARKED = {name: f"h.label <> '' AND {test.format(**OF_A_VERSION)}" for name, test in MARKS.items()} | {
    ERASED: "h.history_type = '-'"
}
# Walks the person's versions backwards (history_of_a_person) until the page is full. One index probe
# (history_of_a_memory) finds the version before each, another whether it is the newest.
CHANGES = f"""
SELECT h.*, old.history_id AS previous_id,
    NOT EXISTS (SELECT FROM memories_historicalmemory n
        WHERE n.person_id = %(person)s AND n.id = h.id AND n.history_id > h.history_id) AS is_newest,
    CASE WHEN h.history_type = '-' THEN '{ERASED}' WHEN h.label = '' THEN ''
    ELSE {mark_case(**OF_A_VERSION)} END AS mark
FROM memories_historicalmemory h LEFT JOIN LATERAL (
    SELECT p.history_id, p.status FROM memories_historicalmemory p
    WHERE p.person_id = %(person)s AND p.id = h.id AND p.history_id < h.history_id
    ORDER BY p.history_id DESC LIMIT 1) old ON true
WHERE h.person_id = %(person)s {{filters}}
ORDER BY h.history_date DESC, h.history_id DESC LIMIT %(limit)s
"""


@dataclass(frozen=True)
class Filters:
    """The filters of the change log; an empty one matches everything."""

    by: str = ""
    agent: str = ""
    verb: str = ""
    mark: str = ""  # one of IS_MARKED
    category: str = ""
    before: tuple[datetime, int | UUID] | None = None  # keyset paging: strictly after this version or act in the list
    until: datetime | None = None  # strictly before this moment

    @property
    def includes_acts(self) -> bool:
        """Return whether acts without a version can match; these have no verb, mark or category."""
        return not (self.verb or self.mark or self.category)


def changes(person: User, filters: Filters, limit: int, *, compared: bool = False) -> list[Step]:
    """Return a person's newest changes across all memories (S0's change log).

    With `compared`, each step has the fields that differ from the version before it.
    """
    tests, values = _conditions(filters)
    values |= {"person": person.pk, "limit": limit}
    rows: list[Any] = list(history_model().objects.raw(CHANGES.format(filters=tests), values))
    agents = history.names_of({row.changed_by_agent_id for row in rows})
    earlier = _versions([row.previous_id for row in rows]) if compared else {}
    return [
        replace(
            history.build_step(row, earlier.get(row.previous_id), agents, newest=row.is_newest),
            mark=row.mark,
            category=row.category,
            replaced_by=row.superseded_by_id,
            agent_id=row.changed_by_agent_id,
        )
        for row in rows
    ]


def _conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    columns = {
        "by": "h.changed_by",
        "agent": "h.changed_by_agent_id",
        "verb": "h.changed_verb",
        "category": "h.category",
    }
    values = {name: getattr(filters, name) for name in columns if getattr(filters, name)}
    tests = [f"{columns[name]} = %({name})s" for name in values]
    if filters.mark:
        tests.append(f"({IS_MARKED[filters.mark]})")
    if filters.until:
        tests.append("h.history_date < %(until)s")
        values["until"] = filters.until
    if filters.before:
        at, key = filters.before
        # of the same moment, versions come before acts
        tests.append("(h.history_date, h.history_id) < (%(at)s, %(before)s)")
        values |= {"at": at, "before": key if isinstance(key, int) else 0}
    return "".join(f" AND {test}" for test in tests), values


def _versions(ids: list[int | None]) -> dict[int, Any]:
    versions: Any = history_model().objects
    return dict(versions.in_bulk([pk for pk in ids if pk], field_name="history_id"))


def successors(steps: Collection[Step]) -> dict[UUID, Memory]:
    """Return the memories by which these steps were replaced, by id; one that was erased is missing."""
    return Memory.objects.in_bulk({step.replaced_by for step in steps if step.replaced_by})


@dataclass(frozen=True)
class ActStep:
    """An act that wrote no version: a pause, a setting, what an agent may see, an answer."""

    act: Act
    agent: str
    changes: list[ActChange] = field(default_factory=list)
    setting: SettingChange | None = None  # if it stays in the log
    is_kept: bool = True  # the act itself, so that it can be undone

    @property
    def key(self) -> UUID:
        return self.setting.pk if self.setting else self.act.pk


def acts(person: User, filters: Filters, limit: int) -> list[ActStep]:
    """Return the newest acts that wrote no version, and changes of settings and agents, with what each changed."""
    if not filters.includes_acts:
        return []
    steps = [*_other_acts(person, filters, limit), *setting_changes(person, filters, limit)]
    return sorted(steps, key=lambda step: (step.act.at, step.key), reverse=True)[:limit]


def _other_acts(person: User, filters: Filters, limit: int) -> list[ActStep]:
    rows = Act.objects.filter(person=person).order_by("-at", "-pk")
    rows = rows.filter(~Exists(ActChange.objects.filter(act=OuterRef("pk"), version_after__isnull=False)))
    rows = rows.filter(~Exists(SettingChange.objects.filter(act=OuterRef("pk"))))
    if filters.agent:
        rows = rows.filter(agent_id=filters.agent)
    page = list(_of_time(rows, filters)[:limit])
    changed: dict[UUID, list[ActChange]] = {act.pk: [] for act in page}
    for change in ActChange.objects.filter(act__in=changed).order_by("pk"):
        changed[change.act_id].append(change)
    names = history.names_of({act.agent_id for act in page})
    return [ActStep(act, names.get(act.agent_id, "") if act.agent_id else "", changed[act.pk]) for act in page]


def setting_changes(person: User, filters: Filters, limit: int, *, of_settings: bool = False) -> list[ActStep]:
    """Return the newest changes of settings and agents; about one agent, or of the settings alone."""
    rows = SettingChange.objects.filter(person=person).order_by("-at", "-pk")
    if filters.agent:
        rows = rows.filter(agent=filters.agent)
    if of_settings:
        rows = rows.filter(agent=None)
    page = list(_of_time(rows, filters)[:limit])
    acts = Act.objects.in_bulk([row.act for row in page if row.act])
    return [
        ActStep(
            acts.get(row.act) or Act(pk=row.act or row.pk, at=row.at, changed_by=row.changed_by),
            "",
            [
                ActChange(
                    table_name=each["table"], row_id=UUID(each["row"]), before=each["before"], after=each["after"]
                )
                for each in row.changes
            ],
            setting=row,
            is_kept=row.act in acts,
        )
        for row in page
    ]


def _of_time(rows: QuerySet[Any], filters: Filters) -> QuerySet[Any]:
    """Narrow acts or changes of settings by who did them and to where the page begins."""
    if filters.by:
        rows = rows.filter(changed_by=filters.by)
    if filters.until:
        rows = rows.filter(at__lt=filters.until)
    if filters.before:
        at, key = filters.before
        rows = rows.filter(at__lte=at)
        rows = rows.exclude(at=at, pk__gte=key) if isinstance(key, UUID) else rows
    return rows


def calls_of_runs(acts: Collection[Act]) -> dict[tuple[UUID, str], int]:
    """Return by run the number of its calls that can still be undone, for the runs of these acts."""
    runs = {(act.agent_id, act.run) for act in acts if act.agent_id and act.run}
    if not runs:
        return {}
    same = Q(agent__in={agent for agent, _ in runs}, run__in={run for _, run in runs})
    counted = Act.objects.filter(same, undone_at=None, erased_at=None).values_list("agent", "run")
    counts = {(agent, run): calls for agent, run, calls in counted.annotate(calls=Count("pk"))}
    return {run: counts.get(run, 0) for run in runs}
