"""One error for each code that memoryweb answers.

Written by clients/python/generate.py from memoryweb's OpenAPI document. Do not edit it.
"""

from memoryweb_client.errors import MemoryWebError


class InvalidArgumentError(MemoryWebError):
    code = "INVALID_ARGUMENT"


class UnauthenticatedError(MemoryWebError):
    code = "UNAUTHENTICATED"


class PermissionDeniedError(MemoryWebError):
    code = "PERMISSION_DENIED"


class NotFoundError(MemoryWebError):
    code = "NOT_FOUND"


class AlreadyExistsError(MemoryWebError):
    code = "ALREADY_EXISTS"


class ConflictError(MemoryWebError):
    code = "CONFLICT"


class StaleVersionError(MemoryWebError):
    code = "STALE_VERSION"


class SensitiveDataError(MemoryWebError):
    code = "SENSITIVE_DATA"


class RateLimitedError(MemoryWebError):
    code = "RATE_LIMITED"


class CanceledError(MemoryWebError):
    code = "CANCELED"


class InternalError(MemoryWebError):
    code = "INTERNAL"


class UpstreamError(MemoryWebError):
    code = "UPSTREAM_ERROR"


class DbError(MemoryWebError):
    code = "DB_ERROR"


class TimedOutError(MemoryWebError):
    code = "TIMEOUT"


ERRORS: dict[str, type[MemoryWebError]] = {
    InvalidArgumentError.code: InvalidArgumentError,
    UnauthenticatedError.code: UnauthenticatedError,
    PermissionDeniedError.code: PermissionDeniedError,
    NotFoundError.code: NotFoundError,
    AlreadyExistsError.code: AlreadyExistsError,
    ConflictError.code: ConflictError,
    StaleVersionError.code: StaleVersionError,
    SensitiveDataError.code: SensitiveDataError,
    RateLimitedError.code: RateLimitedError,
    CanceledError.code: CanceledError,
    InternalError.code: InternalError,
    UpstreamError.code: UpstreamError,
    DbError.code: DbError,
    TimedOutError.code: TimedOutError,
}
