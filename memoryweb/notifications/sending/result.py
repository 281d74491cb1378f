"""The result of sending, and the one request that most kinds of channels are."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult

from django.conf import settings

from memoryweb import outgoing
from memoryweb.notifications import policy
from memoryweb.notifications.models import Outcome

GONE = {404, 410}


@dataclass(frozen=True)
class Result:
    outcome: Outcome
    status: int | None = None  # of HTTP, where there was an answer

    @property
    def is_delivered(self) -> bool:
        return self.outcome == Outcome.DELIVERED


def post(parts: SplitResult, headers: Mapping[str, str], body: bytes, *, gone: frozenset[int] | set[int]) -> Result:
    """Send a request. `gone` are the statuses by which this kind of receiver says that it wants no more."""
    try:
        answer = outgoing.ask(
            parts,
            most=policy.ANSWER_MAX,
            seconds=policy.SECONDS,
            method="POST",
            headers=headers,
            body=body,
            may_be_inside=settings.NOTIFY_PRIVATE_ADDRESSES,
        )
    except outgoing.NotPublicError:
        return Result(Outcome.NOT_PUBLIC)
    except outgoing.SentError:
        return Result(Outcome.UNANSWERED)
    except outgoing.OutgoingError:
        return Result(Outcome.UNREACHABLE)
    if 200 <= answer.status < 300:
        return Result(Outcome.DELIVERED, answer.status)
    return Result(Outcome.GONE if answer.status in gone else Outcome.REFUSED, answer.status)
