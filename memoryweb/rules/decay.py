"""How importance fades and when a memory is archived (docs/rules.md), in Python and in the SQL that computes the same.

Both count whole hundredths of a point, so that 7.3 less 43 days of 0.1 is exactly 3.0 in Python and in PostgreSQL.
The migrations keep the CREATE FUNCTION texts of their day; a test fails when a rate changes without a migration.
"""

from datetime import date, timedelta

from memoryweb.rules.policy import (
    BOOST,
    CRITICAL_FROM,
    DORMANT_BELOW,
    IMPORTANCE_MAX,
    IMPORTANCE_OF_AGENTS_MOST,
    LIVES,
    Kind,
)


def days_after(day: date, days: int) -> date:
    """Return the day so many days later, at the latest the last one that Python and PostgreSQL both know."""
    return day + timedelta(days=min(days, (date.max - day).days))


def hundredths_a_day(kind: str) -> int:
    """Return how many hundredths of a point a memory of this kind loses each day."""
    return round(LIVES[Kind(kind)].decay_a_day * 100)


def effective_importance(base: float, kind: str, as_of: date, today: date, *, assumed: bool) -> float:
    """Return the points, 0 to 10, that are left today. An assumed importance does not fade."""
    points = round(base * 100)
    if not assumed:
        points -= hundredths_a_day(kind) * max(0, (today - as_of).days)
    return max(0, points) / 100


def boosted_importance(importance: float, *, by_person: bool) -> float:
    """Return the importance after one use in an answer that the person accepted.

    An agent's report of it never wakes a dormant memory, and never makes one critical.
    """
    if by_person:
        return min(IMPORTANCE_MAX, round(importance + BOOST, 2))
    if importance < DORMANT_BELOW:
        return importance
    return max(importance, min(IMPORTANCE_OF_AGENTS_MOST, round(importance + BOOST, 2)))


def first_day_below(points: float, *, base: float, kind: str, as_of: date, assumed: bool) -> date | None:
    """Return the first day importance is below `points`, `as_of` at the earliest; None if it never is."""
    above, rate = round(base * 100) - round(points * 100), hundredths_a_day(kind)
    if above < 0:
        return as_of
    return None if assumed or not rate else days_after(as_of, above // rate + 1)


def archive_day(
    *,
    kind: str,
    pinned: bool,
    base: float,
    as_of: date,
    assumed: bool,
    ttl_from: date,
    ttl_days: int | None,
    valid_until: date | None,
) -> date | None:
    """Return the day of archiving if nothing happens until then; None for never.

    A last day decides alone, also for a rule: the memory goes when that day is over everywhere on earth.
    Any other memory goes the day after its time to live; a critical one stays until it is no longer critical.
    """
    if pinned:
        return None
    if valid_until:
        return days_after(valid_until, 2)
    if kind == Kind.RULE or ttl_days is None:
        return None
    due = days_after(ttl_from, ttl_days + 1)
    if round(base * 100) < round(CRITICAL_FROM * 100):
        return due
    falls = first_day_below(CRITICAL_FROM, base=base, kind=kind, as_of=as_of, assumed=assumed)
    return max(due, falls) if falls else None


# The kinds that fade, fastest first, with their hundredths a day.
_RATES = sorted(((hundredths_a_day(kind), kind.value) for kind in Kind if hundredths_a_day(kind)), key=lambda r: -r[0])
_FADING = ", ".join(f"'{kind}'" for _, kind in _RATES)
_WHEN_KIND = " ".join(f"WHEN '{kind}' THEN {rate}" for rate, kind in _RATES)
_CRITICAL = round(CRITICAL_FROM * 100)
_LAST = f"DATE '{date.max}'"


def importance_sql(today: str, of: str = "m") -> str:
    """Return an SQL expression for effective_importance of the row named `of` on the SQL date `today`."""
    faded = (
        f"CASE WHEN {of}.importance_assumed THEN 0"
        f" ELSE (CASE {of}.kind {_WHEN_KIND} ELSE 0 END) * GREATEST(0, {today} - {of}.importance_as_of) END"
    )
    return f"(GREATEST(0, round({of}.importance_base * 100)::integer - {faded}) / 100.0::double precision)"


# first_day_below and archive_day, with points in whole hundredths. LEAST skips NULL, so it stands where none can be.
CREATE_FIRST_DAY_BELOW = f"""
CREATE OR REPLACE FUNCTION memories_first_day_below(
    points integer, base double precision, kind text, as_of date, assumed boolean) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN round(base * 100)::integer < points THEN as_of
    WHEN NOT assumed AND kind IN ({_FADING})
        THEN LEAST({_LAST}, as_of + ((round(base * 100)::integer - points)
         / CASE kind {_WHEN_KIND} END + 1))
    END
"""
CREATE_ARCHIVE_DAY = f"""
CREATE OR REPLACE FUNCTION memories_archive_day(
    kind text, pinned boolean, base double precision, as_of date, assumed boolean,
    ttl_from date, ttl_days integer, valid_until date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN pinned THEN NULL
    WHEN valid_until IS NOT NULL THEN LEAST({_LAST}, valid_until + 2)
    WHEN kind = '{Kind.RULE}' OR ttl_days IS NULL THEN NULL
    WHEN round(base * 100)::integer < {_CRITICAL} THEN LEAST({_LAST}, ttl_from + ttl_days + 1)
    WHEN memories_first_day_below({_CRITICAL}, base, kind, as_of, assumed) IS NOT NULL
        THEN GREATEST(LEAST({_LAST}, ttl_from + ttl_days + 1),
                      memories_first_day_below({_CRITICAL}, base, kind, as_of, assumed))
    END
"""
