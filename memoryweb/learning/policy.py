"""The rules of learning as plain numbers: what feedback is worth, how much of a conversation is kept. No Django.

Sources: S1 (the window), S3 (thresholds), joined by SPEC §9.
"""

from enum import StrEnum

INJECTED = 0.25  # of a signal: a learned memory was given, and nobody named it (SPEC §9)
SAYS_SOMETHING = 3 * INJECTED  # less than three such signals say nothing yet: the source's own confidence stands
HALF = 0.5  # a bare partial is half a reject (SPEC §9)
ACCEPTED_WITHIN_DAYS = 90  # what helped longer ago helps no more: a receipt lives as long
WIDEN_PROJECTS = 2  # learned in so many projects, the person is asked whether it counts everywhere
LEASE_MINUTES = 10  # a worker that reads a conversation longer than this is gone
SCHEDULE_HOUR = 3  # S1's schedule: daily at 03:00 local


class Verdict(StrEnum):
    """What became of a piece of work (S3)."""

    ACCEPT = "accept"
    REJECT = "reject"
    PARTIAL = "partial"


class Standing(StrEnum):
    """What feedback makes of a learned memory."""

    CANDIDATE = "candidate"
    ACTIVE = "active"
    NEGATED = "negated"


def worth(verdict: str, *, named: bool) -> tuple[float, float]:
    """(accepted, rejected): what one feedback counts for one memory."""
    weight = 1.0 if named else INJECTED
    if verdict == Verdict.ACCEPT:
        return weight, 0.0
    return 0.0, weight * (1.0 if verdict == Verdict.REJECT else HALF)


def confidence(accepted: float, rejected: float) -> float:
    """(A+1)/(A+R+2), SPEC §9."""
    return (accepted + 1) / (accepted + rejected + 2)


def standing(accepted: float, rejected: float, threshold: int) -> Standing:
    """A function of the two sums alone: the order of deliveries cannot show."""
    if accepted - rejected >= threshold:
        return Standing.ACTIVE
    return Standing.NEGATED if rejected >= threshold and not accepted else Standing.CANDIDATE
