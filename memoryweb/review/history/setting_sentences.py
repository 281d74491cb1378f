"""What the change log says about settings and agents, and the parts that all its sentences are made of."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.agents.models import Agent, Sight, Trust
from memoryweb.memories.history.change_log import ActStep
from memoryweb.memories.models import ActChange, ChangedBy, Memory
from memoryweb.people.models import MemorySettings
from memoryweb.review.history.year_chart import category_label

DONE_TO_AGENT = {  # by the person, and by a command on the server
    "connect": (gettext_lazy("You connected %(agent)s"), gettext_lazy("%(agent)s was connected")),
    "delete": (gettext_lazy("You deleted an agent"), gettext_lazy("An agent was deleted")),
    "revoke": (gettext_lazy("You revoked %(agent)s"), gettext_lazy("%(agent)s was revoked")),
    "undo_revoke": (gettext_lazy("You let %(agent)s in again"), gettext_lazy("%(agent)s was let in again")),
    "new_token": (gettext_lazy("You gave %(agent)s a new token"), gettext_lazy("%(agent)s got a new token")),
    "pause": (gettext_lazy("You paused %(agent)s"), gettext_lazy("%(agent)s was paused")),
    "resume": (gettext_lazy("You resumed %(agent)s"), gettext_lazy("%(agent)s was resumed")),
    "may_read": (
        gettext_lazy("You let %(agent)s read recorded conversations"),
        gettext_lazy("%(agent)s may read recorded conversations"),
    ),
    "may_not_read": (
        gettext_lazy("You stopped %(agent)s from reading recorded conversations"),
        gettext_lazy("%(agent)s may not read recorded conversations any more"),
    ),
    "sight": (
        gettext_lazy("You changed what %(agent)s may see"),
        gettext_lazy("What %(agent)s may see was changed"),
    ),
}


@dataclass(frozen=True)
class Sentence:
    """A sentence about a change: who did what (shown bold), subject, old and new value."""

    says: str
    what: str = ""
    before: str = ""
    after: str = ""
    memory: UUID | None = None  # the page it links to

    def __str__(self) -> str:
        changed = " → ".join(each for each in (self.before, self.after) if each)
        return " ".join(part for part in (self.says, self.what, changed) if part)


@dataclass(frozen=True)
class Subjects:
    """The names of what acts changed: agents, the categories of sight, memories."""

    agents: dict[UUID, str]
    sights: dict[UUID, Sight]
    memories: dict[UUID, Memory]

    @classmethod
    def from_steps(cls, steps: Collection[ActStep]) -> "Subjects":
        changes = [change for step in steps for change in step.changes]
        sights = Sight.objects.in_bulk({each.row_id for each in changes if each.table_name == "agents_sight"})
        ids = {each.row_id for each in changes if each.table_name == "agents_agent"}
        ids |= {step.setting.agent for step in steps if step.setting and step.setting.agent}
        ids |= {sight.agent_id for sight in sights.values()} | {UUID(pk) for each in changes if (pk := _agent_id(each))}
        return cls(
            agents=dict(Agent.with_deleted.filter(pk__in=ids).values_list("pk", "name")),
            sights=sights,
            memories=Memory.objects.in_bulk({each.memory for each in changes if each.memory}),
        )


def _agent_id(change: ActChange) -> str:
    """Return the agent that a row of an agent is about, where the whole row was recorded."""
    about_agents = change.table_name in ("agents_sight", "agents_conversationgrant")
    row = change.after or change.before or {}
    return str(row.get("agent_id") or "") if about_agents else ""


def joined(label: str) -> str:
    return _("%(label)s:") % {"label": label}


def values_of(changes: list[ActChange], side: str) -> dict[str, Any]:
    return {name: value for change in changes for name, value in (getattr(change, side) or {}).items()}


def _who(step: ActStep, person: str, otherwise: str) -> str:
    """Return what the person did, or what was done: commands on the server change agents too."""
    return person if step.act.changed_by == ChangedBy.PERSON else otherwise


def _settings(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    before, after = values_of(changes, "before"), values_of(changes, "after")
    changed = [name for name in after if name in before]
    # a time zone and that it was chosen are one change
    changed = [name for name in changed if _field(name).editable] or changed
    names = {name: str(_field(name).verbose_name) for name in changed}
    if len(names) == 1:
        ((name, label),) = names.items()
        says = _who(step, _("You changed a setting"), _("A setting was changed"))
        return Sentence(says, joined(label), _setting(name, before), _setting(name, after))
    return Sentence(_who(step, _("You changed settings:"), _("Settings were changed:")), ", ".join(names.values()))


def _field(name: str) -> Any:
    return MemorySettings._meta.get_field(name)


def _setting(name: str, values: dict[str, Any]) -> str:
    value = values[name]
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, list):
        return ", ".join(str(each).replace("_", " ") for each in value) or _("none")
    return str(dict(_field(name).flatchoices).get(value, _("none") if value in (None, "") else value))


def _agent(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    name = subjects.agents.get(changes[0].row_id, _("a deleted agent"))
    before, after = values_of(changes, "before"), values_of(changes, "after")
    if "trust" in after and changes[0].before:
        words = {str(value): str(label) for value, label in Trust.choices}
        says = _who(step, _("You changed the trust in %(agent)s:"), _("The trust in %(agent)s was changed:"))
        return Sentence(
            says % {"agent": name}, "", words.get(before.get("trust", ""), ""), words.get(after["trust"], "")
        )
    person, otherwise = _says_of_agent(after, is_new=not changes[0].before)
    return Sentence(_who(step, person, otherwise) % {"agent": name})


def _says_of_agent(after: dict[str, Any], *, is_new: bool) -> tuple[str, str]:
    """Return the active and the passive words for an agent's change."""
    is_paused = after.get("paused_at") or ("paused_until" in after and "paused_at" not in after)
    happened = {
        "connect": is_new,
        "delete": after.get("deleted_at"),
        "revoke": after.get("revoked_at"),
        "undo_revoke": "revoked_at" in after,
        "new_token": "token_hint" in after,
        "pause": is_paused,
        "resume": "paused_at" in after,
        "may_read": after.get("reads_conversations"),
        "may_not_read": "reads_conversations" in after,
    }
    person, otherwise = DONE_TO_AGENT[next((name for name, is_so in happened.items() if is_so), "sight")]
    return str(person), str(otherwise)


def _sight(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    of_agent = [each for each in step.changes if each.table_name == Agent._meta.db_table]
    if of_agent and (not of_agent[0].before or "deleted_at" in (of_agent[0].after or {})):
        return _agent(step, of_agent, subjects)  # it came or went with what it may see
    hidden, shown, names = list[str](), list[str](), set[str]()
    for change in changes:
        sight, row = subjects.sights.get(change.row_id), change.after or change.before or {}
        category = sight.category if sight else row.get("category", "")
        agent = sight.agent_id if sight else UUID(row["agent_id"]) if row.get("agent_id") else None
        names.add(subjects.agents.get(agent, _("an agent")) if agent else _("an agent"))
        is_hidden = bool((change.after or {}).get("allowed") is False)
        (hidden if is_hidden else shown).append(category_label(category))
    agents = ", ".join(sorted(names))
    if hidden:
        says = _who(step, _("You hid %(what)s from %(agent)s"), _("%(agent)s may not see %(what)s any more"))
    else:
        says = _who(step, _("You let %(agent)s see %(what)s"), _("%(agent)s may see %(what)s"))
    return Sentence(says % {"what": ", ".join(sorted(hidden or shown)), "agent": agents})


def _grants(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    agent = next((subjects.agents[UUID(pk)] for each in changes if (pk := _agent_id(each))), _("a deleted agent"))
    says = _who(
        step,
        _("You changed whose conversations %(agent)s may read"),
        _("Whose conversations %(agent)s may read was changed"),
    )
    return Sentence(says % {"agent": agent})


def _folder(step: ActStep, changes: list[ActChange], subjects: Subjects) -> Sentence:
    after = values_of(changes, "after")
    if not changes[0].after:
        return Sentence(_("You stopped keeping a folder in step"))
    if after.get("kind"):
        return Sentence(_("You said what a folder is"))
    if "standing_since" in after:
        gives = after["standing_since"] is not None
        return Sentence(
            _("You let your edits in a folder count") if gives else _("You are asked about edits in a folder")
        )
    return Sentence(_("You paused a folder") if after.get("paused_at") else _("You resumed a folder"))


OF_SETTINGS = {  # the first that an act changed says what it was about
    "people_memorysettings": _settings,
    "agents_sight": _sight,
    "agents_agent": _agent,
    "agents_conversationgrant": _grants,
    "interchange_folder": _folder,
}
