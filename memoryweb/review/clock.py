"""A memory's clock as its page shows it: the curve, the days to come, and what the person can do about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from memoryweb.memories import forecast
from memoryweb.memories.models import Horizon, Kind, Memory
from memoryweb.people.models import MemorySettings
from memoryweb.review import curve
from memoryweb.rules import policy


@dataclass(frozen=True)
class ClockAction:
    label: str
    url: str
    help: str = ""


@dataclass(frozen=True)
class Clock:
    """`archive_on` and `asked_on` may be over: then the clock is about to do it."""

    curves: list[curve.Curve]
    points: float
    band: str
    decay: float
    given: bool  # to agents also while it is dormant
    dormant: bool
    dormant_on: date | None
    archive_on: date | None
    faded: float | None  # archived for being under this, not by age
    valid_until: date | None
    asked_on: date | None
    lifts: list[date]
    over: str  # why it runs no more
    stays: str  # why it never ends
    helped: bool  # today already
    actions: list[ClockAction]
    today: date

    @property
    def soon(self) -> bool:
        """Whether the clock's next round does what is due."""
        due = self.archive_on or self.asked_on
        return due is not None and due <= self.today


def build_clock(
    memory: Memory, versions: Sequence[Any], today: date, decided: MemorySettings, *, waits: bool = False
) -> Clock:
    """`versions` in order of time; `waits`: the person is being asked whether to remember it at all.

    What stands still has no last day: a contested memory until the person decides, every one while memory is off.
    """
    ends = None if waits else forecast.archived_on(memory, today, decided)
    faded = ends is not None and ends == forecast.faded_on(memory, today, decided)
    asked = memory.is_unfinished_goal and decided.enable_memory and not (memory.contested or waits or ends)
    dims = memory.dormant_on if memory.dormant_on and today < memory.dormant_on < (ends or date.max) else None
    helped = any(v.changed_verb == "boost" and v.history_date.astimezone(UTC).date() == today for v in versions)
    return Clock(
        curves=[
            curve.draw(memory, versions, today, ends=ends, width=width, name=name)
            for width, name in ((curve.WIDE, "wide"), (curve.NARROW, "narrow"))
        ],
        points=memory.importance_on(today),
        band=policy.band(memory.importance_on(today)),
        decay=0 if memory.importance_assumed else policy.LIVES[policy.Kind(memory.kind)].decay_a_day,
        given=memory.pinned,
        dormant=memory.is_live and memory.importance_on(today) < policy.DORMANT_BELOW,
        dormant_on=dims,
        archive_on=ends,
        faded=decided.archive_below if faded else None,
        valid_until=memory.valid_until,
        asked_on=memory.archive_on if asked else None,
        lifts=curve.course(memory, versions, today, ends=ends).lifts,
        over="" if memory.is_live else _("Its clock stopped when it ended."),
        stays=_stays(memory, decided, waits=waits),
        helped=helped,
        actions=_actions(memory, helped=helped),
        today=today,
    )


def _stays(memory: Memory, decided: MemorySettings, *, waits: bool) -> str:
    """The strongest reason why the clock does not archive it."""
    reasons = (
        (_("Memory is switched off, so its clock stands still: nothing is archived until you switch it on."),
         not decided.enable_memory),
        (_("Not archived while the conflict is open."), memory.contested),
        (_("It waits for your answer. Without one it expires %(days)d days after you were asked.")
         % {"days": policy.PROPOSAL_DAYS}, waits),
        (_("Pinned: never archived by age."), memory.pinned),
        (_("Rules are never archived by age."), memory.kind == Kind.RULE),
        (_("You keep it: never archived by age."), memory.ttl_days is None),
    )  # fmt: skip
    return next((said for said, is_so in reasons if is_so), _("Critical and not fading: never archived by age."))


def _actions(memory: Memory, *, helped: bool) -> list[ClockAction]:
    if not memory.is_live:
        return []
    rule, one_day = memory.kind == Kind.RULE, bool(memory.day)
    ends = bool(memory.ttl_days or memory.valid_until) and not one_day
    kept = not (ends or rule or one_day)
    lifts = memory.importance < policy.IMPORTANCE_MAX and not helped
    offered = [
        ("still_true", _("Still true"), _("Its clock starts anew today"), ends or kept),
        ("keep", _("Keep"), _("Never archive it by age"), ends and not memory.pinned),
        ("let_age", _("Let it age"), _("Archive it when its time is over"), kept and not memory.pinned),
        ("complete", _("Done"), _("The goal is reached"), memory.is_unfinished_goal),
        ("boost", _("It helped"), _("Half a point more, once a day"), lifts),
        ("pin", _("Pin"), _("Always include it"), not memory.pinned),
        ("unpin", _("Unpin"), "", memory.pinned),
        ("promote", _("Remember for good"), _("From short-term to long-term"), _may_be_promoted(memory)),
    ]
    return [
        ClockAction(label, reverse(f"review:{name}", args=[memory.pk]), tip) for name, label, tip, on in offered if on
    ]


def _may_be_promoted(memory: Memory) -> bool:
    short = memory.horizon == Horizon.SHORT and not bool(memory.day)
    return short and memory.kind not in policy.NEVER_PROMOTED
