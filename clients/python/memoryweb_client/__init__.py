"""Reads and writes a person's memory in memoryweb: a client that waits, one for asyncio, and adapters for agents."""

from memoryweb_client.client import AsyncClient, Client
from memoryweb_client.error_codes import (
    AlreadyExistsError,
    CanceledError,
    ConflictError,
    DbError,
    InternalError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitedError,
    SensitiveDataError,
    StaleVersionError,
    TimedOutError,
    UnauthenticatedError,
    UpstreamError,
)
from memoryweb_client.errors import BadAnswerError, MemoryWebError, NoAnswerError
from memoryweb_client.results import Preference, RecalledPreferences, WriteResult

__all__ = [
    "AlreadyExistsError",
    "AsyncClient",
    "BadAnswerError",
    "CanceledError",
    "Client",
    "ConflictError",
    "DbError",
    "InternalError",
    "InvalidArgumentError",
    "MemoryWebError",
    "NoAnswerError",
    "NotFoundError",
    "PermissionDeniedError",
    "Preference",
    "RateLimitedError",
    "RecalledPreferences",
    "SensitiveDataError",
    "StaleVersionError",
    "TimedOutError",
    "UnauthenticatedError",
    "UpstreamError",
    "WriteResult",
]
