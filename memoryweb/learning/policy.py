"""The rules of learning as numbers: what feedback is worth, and when conversations are read. No Django.

docs/rules.md and docs/learning.md say in words what they are for.
"""

from enum import StrEnum

INJECTED = 0.25  # weight of a signal about a memory that was given but not named in the feedback
MASS_MIN = 3 * INJECTED  # below three such signals the source's own confidence stays
PARTIAL = 0.5  # weight of a partial without details, counted as a reject
LIKED_FROM, DISLIKED_TO = 4, 2  # ratings of work that was liked, or not
LEASE_MINUTES = 10  # after this time a worker that is reading a conversation counts as dead
READ_SECONDS = 0.6  # of the processor, for the messages of one call; it is given back what there was no time for
FINDS_AT_ONCE = 8  # statements that are remembered while the person is held once: about 25 milliseconds each
SIGNALS_AT_ONCE = 4  # of a feedback that describe a memory: each is looked for, remembered and counted, about 50
LEDGERS_AT_ONCE, LEDGERS_OF_A_SIGNAL = 32, 6  # about 8 milliseconds each; how many take as long as a signal
DUE_AT_ONCE = 10  # other conversations that a call learns from; a worker reads those that are left
TOPIC_WEEKS = 3  # different weeks in which a topic comes up before the person is asked about it
TOPIC_RETURNS_WITHIN_DAYS = 180  # between the first and the last of them
TOPICS_WAITING_MAX = 3  # open questions about topics: whoever makes up conversations does not fill Review with them
TOPIC_CONVERSATIONS_MAX = 500  # that are compared, from the newest
TOPIC_EVIDENCE_MAX = 6  # conversations that the question shows
SCHEDULE_HOUR = 3  # of S1's schedule: daily at 03:00 local time


class Verdict(StrEnum):
    """The person's verdict on a piece of work (S3)."""

    ACCEPT = "accept"
    REJECT = "reject"
    PARTIAL = "partial"


class Standing(StrEnum):
    """What a memory's feedback comes to."""

    OPEN = "open"  # too little, or mixed
    EARNED = "earned"  # the accepts outweigh the rejects by the threshold
    LOST = "lost"  # they did, but for later rejects
    NEGATED = "negated"  # turned down every time


def verdict(action: str, rating: int | None, *, is_bare: bool) -> str:
    """Return the verdict on the work: the action or, for a partial without details, what the rating says (1–5)."""
    if action != Verdict.PARTIAL or rating is None or not is_bare:
        return action
    return Verdict.ACCEPT if rating >= LIKED_FROM else Verdict.REJECT if rating <= DISLIKED_TO else action


def verdict_weight(verdict: str, *, named: bool) -> tuple[float, float]:
    """Return (accepted, rejected): how much one feedback counts for and against one memory."""
    weight = 1.0 if named else INJECTED
    if verdict == Verdict.ACCEPT:
        return weight, 0.0
    return 0.0, weight * (1.0 if verdict == Verdict.REJECT else PARTIAL)


def confidence(accepted: float, rejected: float) -> float:
    """Return (A+1)/(A+R+2)."""
    return (accepted + 1) / (accepted + rejected + 2)


def standing(accepted: float, rejected: float, threshold: int) -> Standing:
    """Return the standing for the two sums. It depends on nothing else, so the order of deliveries does not matter."""
    if accepted - rejected >= threshold:
        return Standing.EARNED
    if accepted >= threshold:
        return Standing.LOST
    return Standing.NEGATED if rejected >= threshold and not accepted else Standing.OPEN
