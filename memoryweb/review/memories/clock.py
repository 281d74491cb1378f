"""A memory's clock on its page: the curve, the days on which something happens, and the buttons that change them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from memoryweb.memories import forecast
from memoryweb.memories.models import Horizon, Kind, Memory, Status
from memoryweb.people.models import MemorySettings
from memoryweb.review.memories import curve
from memoryweb.rules import policy


@dataclass(frozen=True)
class ClockAction:
    label: str
    url: str
    help: str = ""
    is_pin: bool = False


@dataclass(frozen=True)
class Clock:
    """What the card shows. `archive_on` and `asked_on` may be past: then the clock does it within the hour."""

    curves: list[curve.Curve]
    points: float
    band: str
    decay: float
    fades_from: date | None  # a coming day, that of an event
    given: bool  # agents get it also while it is dormant
    dormant: bool
    dormant_on: date | None
    archive_on: date | None
    faded: float | None  # archived when importance is below this, not by age
    valid_until: date | None
    asked_on: date | None
    lifts: list[curve.Lift]
    stopped_because: str  # empty while it runs
    kept_because: str  # shown when no archive day is set
    helped: bool  # marked as helpful today already
    actions: list[ClockAction]
    today: date

    @property
    def soon(self) -> bool:
        """Return whether the clock's next run archives it or asks about it."""
        due = self.archive_on or self.asked_on
        return due is not None and due <= self.today


def build_clock(
    memory: Memory, versions: Sequence[Any], today: date, settings: MemorySettings, *, waits: bool = False
) -> Clock:
    """Build the card. `versions` are in order of time; `waits` is whether the person is asked to remember it at all.

    No archive day is set while the clock stands still: in a conflict, and while memory is off.
    """
    archive = None if waits else forecast.archive_day(memory, today, settings)
    ends = archive.day if archive else None
    is_asked = memory.is_unfinished_goal and settings.enable_memory and not (memory.contested or waits or ends)
    is_given = memory.status == Status.ACTIVE  # a suggestion is not given to agents, so it cannot fade from them
    fades = is_given and memory.dormant_on and today < memory.dormant_on < (ends or date.max)
    dormant_on = memory.dormant_on if fades else None
    boosts = (version for version in versions if version.changed_verb == "boost")
    helped = any(boost.history_date.astimezone(UTC).date() == today for boost in boosts)
    return Clock(
        curves=[curve.draw(memory, versions, today, ends=ends, sheet=sheet) for sheet in (curve.WIDE, curve.NARROW)],
        points=memory.importance_on(today),
        band=policy.band(memory.importance_on(today)),
        decay=0 if memory.importance_assumed else policy.LIVES[policy.Kind(memory.kind)].decay_a_day,
        fades_from=memory.importance_as_of if memory.importance_as_of > today else None,
        given=memory.pinned,
        dormant=is_given and memory.importance_on(today) < policy.DORMANT_BELOW,
        dormant_on=dormant_on,
        archive_on=ends,
        faded=settings.archive_below if archive and archive.has_faded else None,
        valid_until=memory.valid_until,
        asked_on=memory.archive_on if is_asked else None,
        lifts=curve.course(memory, versions, today, ends=ends).lifts,
        stopped_because="" if memory.is_live else _("It has ended, so nothing more happens to it."),
        kept_because=_kept_because(memory, settings, waits=waits),
        helped=helped,
        actions=_actions(memory, helped=helped),
        today=today,
    )


def _kept_because(memory: Memory, settings: MemorySettings, *, waits: bool) -> str:
    """Return the strongest reason why the clock does not archive the memory."""
    reasons = (
        (_("Memory is off. Nothing is archived until you turn it on."), not settings.enable_memory),
        (_("Not archived while the conflict is open."), memory.contested),
        (
            _("It waits for your answer. It is dropped %(days)d days after you were asked.")
            % {"days": policy.PROPOSAL_DAYS},
            waits,
        ),
        (_("Pinned: never archived by age."), memory.pinned),
        (_("Rules are never archived by age."), memory.kind == Kind.RULE),
        (_("You keep it: never archived by age."), memory.ttl_days is None),
    )
    return next((reason for reason, applies in reasons if applies), _("Very important: never archived by age."))


def _actions(memory: Memory, *, helped: bool) -> list[ClockAction]:
    if not memory.is_live:
        return []
    is_rule, one_day = memory.kind == Kind.RULE, bool(memory.day)
    ends = bool(memory.ttl_days or memory.valid_until) and not one_day
    is_kept = not (ends or is_rule or one_day)
    can_boost = memory.importance < policy.IMPORTANCE_MAX and not helped
    actions = [
        ("still_true", _("Still true"), _("Restarts its clock today"), ends or is_kept),
        ("keep", _("Never archive by age"), _("It may still fade"), ends and not memory.pinned),
        ("let_age", _("Archive when its time is over"), _("Its time starts today"), is_kept and not memory.pinned),
        ("complete", _("Goal reached"), _("Nobody asks about it any more"), memory.is_unfinished_goal),
        ("boost", _("It helped"), _("Adds half a point of importance, once a day"), can_boost),
        ("pin", _("Always include"), _("Every agent that may see it gets it every time"), not memory.pinned),
        ("unpin", _("Include only when it fits"), "", memory.pinned),
        ("promote", _("Remember for good"), _("From short-term to long-term"), _can_promote(memory)),
    ]
    return [
        ClockAction(label, reverse(f"review:{name}", args=[memory.pk]), tip, name in ("pin", "unpin"))
        for name, label, tip, is_offered in actions
        if is_offered
    ]


def _can_promote(memory: Memory) -> bool:
    is_short = memory.horizon == Horizon.SHORT and not bool(memory.day)
    return is_short and memory.kind not in policy.NEVER_PROMOTED
