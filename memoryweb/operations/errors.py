"""The errors that an operation answers: a code, an HTTP status and one sentence, never a stack trace."""

from typing import Any
from uuid import UUID

STATUSES = {
    "INVALID_ARGUMENT": 400,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "NOT_FOUND": 404,
    "ALREADY_EXISTS": 409,
    "CONFLICT": 409,
    "STALE_VERSION": 409,
    "SENSITIVE_DATA": 422,
    "RATE_LIMITED": 429,
    "CANCELED": 499,
    "INTERNAL": 500,
    "UPSTREAM_ERROR": 502,
    "DB_ERROR": 503,
    "TIMEOUT": 504,
}
RETRYABLE = {"RATE_LIMITED", "UPSTREAM_ERROR", "DB_ERROR", "TIMEOUT"}


class Failure(Exception):  # noqa: N818  an answer to the agent, not a bug of ours
    """An error that becomes an error envelope. `details` are safe to show: they hold no text of an argument."""

    def __init__(self, code: str, message: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.details = code, message, details

    @property
    def status(self) -> int:
        return STATUSES[self.code]

    def as_error(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": self.message, "retryable": self.code in RETRYABLE}
        return error | ({"details": self.details} if self.details else {})


def invalid(field: str, reason: str) -> Failure:
    """Return the failure for one wrong argument."""
    return Failure("INVALID_ARGUMENT", f"{field}: {reason}", {"fields": [{"field": field, "reason": reason}]})


class Stale(Failure):
    """The memory changed since the agent read it; its current state is given as a read of its own."""

    def __init__(self, memory_id: UUID | None) -> None:
        super().__init__("STALE_VERSION", "if_version: It has changed since. Read it again.", {"current": None})
        self.memory_id = memory_id


class Refused(Failure):
    """The guard found something that must not be stored. Counted after the rollback, so that the count stays."""

    def __init__(self, category: str, reason: str) -> None:
        super().__init__("SENSITIVE_DATA", reason, {"category": category})
        self.category = category
