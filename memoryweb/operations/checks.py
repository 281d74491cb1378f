"""What is checked of a call's arguments: what can be stored, how long, the guard, and the model that reads them."""

from typing import Any

from pydantic import BaseModel, ValidationError

from memoryweb.language import sensitive
from memoryweb.language.heads import guard
from memoryweb.memories import refusals
from memoryweb.operations.arguments import check_sizes, check_values
from memoryweb.operations.errors import Refused
from memoryweb.operations.failures import TOO_LONG, of_arguments
from memoryweb.operations.table import Operation
from memoryweb.rules import observation_comment


def read_arguments(
    arguments: dict[str, Any], idempotency_key: str, operation: Operation
) -> BaseModel | ValidationError:
    """Return the arguments as the operation's model reads them, or what is wrong with them.

    What cannot be stored is refused at once, and so is what is too long, before the guard's patterns read it. Other
    faults the caller raises after the guard and the permission: who may not call learns nothing of the arguments.
    """
    check_values(arguments, idempotency_key)
    check_sizes(arguments, idempotency_key, operation.arguments_model)
    try:
        return operation.arguments_model.model_validate(arguments)
    except ValidationError as error:
        if any(each["type"] in TOO_LONG for each in error.errors(include_input=False, include_url=False)):
            raise of_arguments(error, TOO_LONG) from None
        return error


def ask_guard(arguments: dict[str, Any], idempotency_key: str, operation: Operation) -> None:
    """Refuse a write with something sensitive in any text of it, names of arguments included.

    Runs before anything is parsed, stored or logged. Where an agent gives an id of its own, a random one passes.
    Details are read without S2's comment, too, as they are stored: it may stand in the middle of a number.
    """
    if not operation.writes:
        return
    guarded = {name: value for name, value in arguments.items() if name not in operation.unguarded_fields}
    own_ids = [idempotency_key, *(guarded.pop(name, "") for name in operation.own_ids)]
    own_ids = [value for value in own_ids if not (isinstance(value, str) and sensitive.is_random_id(value))]
    if finding := guard.inspect([guarded, *own_ids, *_without_comment(guarded)]):
        raise Refused(finding.category, refusals.REASONS[finding.category])


def _without_comment(guarded: dict[str, Any]) -> list[str]:
    details = guarded.get("details")
    if not isinstance(details, str):
        return []
    words, _tags = observation_comment.take_out_tagged(details)
    return [words] if words != details else []
