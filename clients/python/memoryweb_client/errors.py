"""What can go wrong with a call. `error_codes` has one class for each code that memoryweb answers."""

from typing import Any


class MemoryWebError(Exception):
    """Any failure of a call.

    `code` is memoryweb's code, or empty if the failure is not an answer of memoryweb. `retryable` says whether the same
    call may succeed later. `request_id` is in the person's access log.
    """

    code = ""

    def __init__(
        self,
        message: str,
        *,
        retryable: bool = False,
        details: dict[str, Any] | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.retryable = retryable
        self.details = details or {}
        self.request_id = request_id

    def __str__(self) -> str:
        return f"{self.code}: {self.message}" if self.code else self.message

    @property
    def retry_after(self) -> float:
        """Seconds that memoryweb asks to wait, or 0."""
        seconds = self.details.get("retryAfter")
        return float(seconds) if isinstance(seconds, int | float) else 0.0


class NoAnswerError(MemoryWebError):
    """memoryweb could not be reached, or did not answer in time. A write may have happened or not."""

    def __init__(self, message: str) -> None:
        super().__init__(message, retryable=True)


class BadAnswerError(MemoryWebError):
    """Something answered, but not as memoryweb does: a proxy, another program or another version."""
