"""Turns what went wrong in a call into a failure that an agent can act on."""

import logging
from collections.abc import Collection
from traceback import format_tb

from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from pydantic import ValidationError

from memoryweb.language import readings
from memoryweb.memories.actions import Invalid, OnlyThePerson
from memoryweb.memories.models import Memory
from memoryweb.operations.arguments import safe_name
from memoryweb.operations.errors import Failure, invalid
from memoryweb.rules.cancellation import Canceled

logger = logging.getLogger(__name__)
TOO_LONG = {"string_too_long", "too_long"}  # pydantic's types of error
FIELDS_MAX = 20  # wrong arguments named in one answer


def to_failure(error: Exception) -> Failure:  # noqa: PLR0911  one return per case
    """Turn any exception into a failure that an agent can act on.

    An unexpected one is logged by type and place only: its message could contain a person's words.
    """
    match error:
        case Failure():
            return error
        case ValidationError():
            return of_arguments(error)
        case Invalid():
            return invalid(error.field, error.reason)
        case Memory.DoesNotExist():
            return Failure("NOT_FOUND", "There is no preference with that id.")
        case Canceled():
            return Failure("CANCELED", "You canceled it. Nothing was saved.")
        case OnlyThePerson():
            return Failure("PERMISSION_DENIED", str(error))
        case OperationalError() if "statement timeout" in str(error):
            return Failure("TIMEOUT", "It took too long and was stopped. Nothing was saved.")
        case readings.NotRead():
            return Failure("TIMEOUT", "It changed again and again while it was read. Nothing was saved. Try again.")
        case DataError():
            _log_error(error)
            return Failure("INVALID_ARGUMENT", "Something in it is too long or too large.")
        case DatabaseError() | InterfaceError():  # the second: a connection that was closed meanwhile
            _log_error(error)
            return Failure("DB_ERROR", "The database failed. Nothing was saved. Try again.")
    _log_error(error)
    return Failure("INTERNAL", "Something went wrong here. Nothing was saved.")


def _log_error(error: Exception) -> None:
    logger.error("operation failed: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))


def of_arguments(error: ValidationError, types: Collection[str] = ()) -> Failure:
    """Name the wrong arguments, of these types of error or of all, and the reasons; never a value that was sent."""
    fields = [
        {"field": safe_name(".".join(str(part) for part in problem["loc"])), "reason": _reason(problem["msg"])}
        for problem in error.errors(include_input=False, include_url=False, include_context=False)
        if not types or problem["type"] in types
    ][:FIELDS_MAX]
    return Failure("INVALID_ARGUMENT", f"{fields[0]['field']}: {fields[0]['reason']}", {"fields": fields})


def _reason(message: str) -> str:
    """Return pydantic's message; of a check of our own, what that said."""
    return message.removeprefix("Value error, ")
