"""A memory's clock as its page shows it: the curve, the days to come, and what the person can do about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from memoryweb.memories import policy
from memoryweb.memories.models import Horizon, Kind, Memory
from memoryweb.review import curve


@dataclass(frozen=True)
class Action:
    label: str
    url: str
    help: str = ""


@dataclass(frozen=True)
class Clock:
    curves: list[curve.Curve]
    points: float
    band: str
    decay: float
    dormant: bool
    dormant_on: date | None
    archive_on: date | None
    asked_on: date | None
    lifts: list[date]
    over: str  # why it runs no more
    stays: str  # why it never ends
    actions: list[Action]


def of(memory: Memory, versions: Sequence[Any], today: date) -> Clock:
    """`versions` in order of time. A contested memory has no last day until the person decides."""
    due = None if memory.contested else memory.archive_on
    goal = memory.is_unfinished_goal
    return Clock(
        curves=[
            curve.draw(memory, versions, today, width=width, name=name)
            for width, name in ((curve.WIDE, "wide"), (curve.NARROW, "narrow"))
        ],
        points=memory.importance_on(today),
        band=policy.band(memory.importance_on(today)),
        decay=0 if memory.importance_assumed else policy.LIVES[policy.Kind(memory.kind)].decay_a_day,
        dormant=memory.is_live and memory.importance_on(today) < policy.DORMANT_BELOW,
        dormant_on=memory.dormant_on if memory.dormant_on and memory.dormant_on > today else None,
        archive_on=None if goal else due,
        asked_on=due if goal else None,
        lifts=curve.course(memory, versions, today).lifts,
        over="" if memory.is_live else _("Its clock stopped when it ended."),
        stays=_stays(memory),
        actions=_actions(memory),
    )


def _stays(memory: Memory) -> str:
    if memory.contested:
        return _("Not archived while the conflict is open.")
    if memory.kind == Kind.RULE:
        return _("Rules are never archived by age.")
    if memory.pinned:
        return _("Pinned: never archived by age.")
    if memory.ttl_days is None:
        return _("You keep it: never archived by age.")
    return _("Critical and not fading: never archived by age.")


def _actions(memory: Memory) -> list[Action]:
    if not memory.is_live:
        return []
    ages = memory.kind != Kind.RULE and not memory.pinned
    offered = [
        ("still_true", _("Still true"), _("Its clock starts anew today"), memory.kind != Kind.RULE),
        ("keep", _("Keep"), _("Never archive it by age"), ages and memory.ttl_days is not None),
        ("let_age", _("Let it age"), _("Archive it when its time is over"), ages and memory.ttl_days is None),
        ("complete", _("Done"), _("The goal is reached"), memory.is_unfinished_goal),
        ("boost", _("It helped"), _("Half a point more, once a day"), memory.importance < policy.IMPORTANCE_MAX),
        ("pin", _("Pin"), _("Always include it"), not memory.pinned),
        ("unpin", _("Unpin"), "", memory.pinned),
        ("promote", _("Remember for good"), _("From short-term to long-term"), _may_be_promoted(memory)),
    ]
    return [Action(label, reverse(f"review:{name}", args=[memory.pk]), tip) for name, label, tip, on in offered if on]


def _may_be_promoted(memory: Memory) -> bool:
    return memory.horizon == Horizon.SHORT and memory.kind not in policy.NEVER_PROMOTED
