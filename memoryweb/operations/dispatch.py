"""Running one operation for one agent: scope, permission, guard, once, log, envelope."""

import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from traceback import format_tb
from typing import Any
from uuid import UUID

from django.db import DatabaseError, DataError, IntegrityError, OperationalError
from pydantic import ValidationError

from memoryweb.agents.models import AccessLog, Agent, Trust, digest
from memoryweb.memories import refusals
from memoryweb.memories.actions import Invalid
from memoryweb.memories.actors import OnlyThePerson
from memoryweb.memories.models import Memory
from memoryweb.operations import idempotency, validation
from memoryweb.operations.context import Context, Operation
from memoryweb.operations.errors import Failure, Refused, invalid
from memoryweb.operations.results import to_data
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.rules import sensitive

logger = logging.getLogger(__name__)
TOO_LONG = {"string_too_long", "too_long"}  # pydantic's types of error
FIELDS_MAX = 20  # named in one answer, however many are wrong


@dataclass(frozen=True, kw_only=True)
class Call:
    agent: Agent
    name: str
    arguments: dict[str, Any]
    now: datetime
    idempotency_key: str = ""
    request_id: UUID = field(default_factory=uuid7)


@dataclass(frozen=True)
class CallResult:
    """The envelope (S3 IpcResponse) and the HTTP status that goes with it."""

    envelope: dict[str, Any]
    status: int


def authenticate(token: str, *, now: datetime) -> Agent:
    """The agent this token belongs to; one answer for unknown, revoked and expired tokens."""
    person_id = Agent.person_of_token(token)
    if person_id:
        with scope.acting_as(person_id):
            agent = Agent.objects.select_related("person").filter(token_hash=digest(token)).first()
            if agent and agent.is_usable(now) and agent.person.is_active:
                return agent
    raise Failure("UNAUTHENTICATED", "Send a valid token: Authorization: Bearer …")


def run(call: Call) -> CallResult:
    """Do it in one transaction; the access log and a refusal are written even when that rolls back."""
    started = monotonic()
    try:
        data = _execute_with_retry(call)
    except Exception as error:
        return fail_and_log(call, explain(error), started)
    result = succeed(data, call)
    _log(call, result, str(data.get("outcome") or "ok"), started)
    return result


def fail_and_log(call: Call, failure: Failure, started: float | None = None) -> CallResult:
    """A known agent's call that failed, counted and logged; a door uses it for what never became arguments."""
    result = fail(failure, call.request_id, call.now)
    if isinstance(failure, Refused):
        _count(call, failure)
    _log(call, result, failure.code, monotonic() if started is None else started)
    return result


def _count(call: Call, refused: Refused) -> None:
    try:
        with scope.acting_as(call.agent.person_id):
            refusals.count(call.agent.person_id, sensitive.Finding(sensitive.Sensitive(refused.category)), now=call.now)
    except DatabaseError as error:
        logger.error("refusal not counted: %s", type(error).__name__)


def succeed(data: dict[str, Any], call: Call) -> CallResult:
    return CallResult({"ok": True, "data": data, "meta": meta(call.request_id, call.now)}, 200)


def fail(failure: Failure, request_id: UUID, now: datetime) -> CallResult:
    return CallResult({"ok": False, "error": failure.as_error(), "meta": meta(request_id, now)}, failure.status)


def meta(request_id: UUID, now: datetime) -> dict[str, Any]:
    return {"requestId": str(request_id), "ts": int(now.timestamp() * 1000)}  # S3: epoch milliseconds


def _execute_with_retry(call: Call) -> dict[str, Any]:
    """A read counts what it gives. Where the person erased some of it at that moment, nothing is given, and asked for
    anew without it."""
    operation = OPERATIONS.get(call.name)
    try:
        return _execute(call)
    except IntegrityError:
        if operation is None or operation.writes:
            raise
        return _execute(call)


def _execute(call: Call) -> dict[str, Any]:
    operation = OPERATIONS.get(call.name)
    if operation is None:
        raise Failure("NOT_FOUND", "There is no operation of that name; GET /api/v1/tools lists them.")
    validation.check_arguments(call.arguments, call.idempotency_key)
    _check_sizes(call, operation)
    _guard(call, operation)
    _permit(call, operation)
    said = operation.takes.model_validate(call.arguments)
    with scope.acting_as(call.agent.person_id):
        asked = Context(agent=call.agent, settings=MemorySettings.for_person(call.agent.person_id), now=call.now)
        if not (call.idempotency_key and operation.writes):
            return to_data(operation.do(asked, said))
        return idempotency.once(
            lambda: to_data(operation.do(asked, said)), agent=call.agent, key=call.idempotency_key,
            operation=call.name, said=call.arguments, now=call.now,
        )  # fmt: skip


def _check_sizes(call: Call, operation: Operation) -> None:
    """Before the guard's patterns read anything. What else is wrong is only said of what the guard lets pass."""
    validation.check_sizes(call.arguments, call.idempotency_key, operation.limits)
    try:
        operation.takes.model_validate(call.arguments)
    except ValidationError as error:
        if any(each["type"] in TOO_LONG for each in error.errors(include_input=False, include_url=False)):
            raise _invalid(error, TOO_LONG) from None


def _guard(call: Call, operation: Operation) -> None:
    """Before anything is parsed, kept or logged: every text of the call, names of arguments included."""
    whole = {name: said for name, said in call.arguments.items() if name not in operation.weighs}
    found = sensitive.inspect([whole, call.idempotency_key]) if operation.writes else None
    if found:
        raise Refused(found.category, refusals.REASONS[found.category])


def forbidden(agent: Agent, operation: Operation) -> str:
    """Why this agent may not do that at all, whatever it asks; empty when it may."""
    if operation.scope not in agent.scopes:
        return f"This token lacks the scope {operation.scope}."
    if operation.writes and agent.trust == Trust.READ_ONLY:
        return "The person lets this agent read only."
    return ""


def _permit(call: Call, operation: Operation) -> None:
    agent = call.agent
    if why := forbidden(agent, operation):
        raise Failure("PERMISSION_DENIED", why)
    if agent.is_paused(call.now):
        raise Failure("PERMISSION_DENIED", "The person has paused this agent.")


def explain(error: Exception) -> Failure:  # noqa: PLR0911  one answer a case
    """Any exception as a failure an agent can act on. What is not foreseen is logged by type and place:
    its message could carry a person's words."""
    match error:
        case Failure():
            return error
        case ValidationError():
            return _invalid(error)
        case Invalid():
            return invalid(error.field, error.reason)
        case Memory.DoesNotExist():
            return Failure("NOT_FOUND", "There is no preference with that id.")
        case OnlyThePerson():
            return Failure("PERMISSION_DENIED", str(error))
        case OperationalError() if "statement timeout" in str(error):
            return Failure("TIMEOUT", "It took too long and was stopped; nothing was written.")
        case DataError():
            _report(error)
            return Failure("INVALID_ARGUMENT", "Something in it is longer or larger than can be kept.")
        case DatabaseError():
            _report(error)
            return Failure("DB_ERROR", "The database did not do it; nothing was written. Try again.")
    _report(error)
    return Failure("INTERNAL", "Something went wrong here; nothing was written.")


def _report(error: Exception) -> None:
    logger.error("operation failed: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))


def _invalid(error: ValidationError, types: Collection[str] = ()) -> Failure:
    """Names the first field and the reason, of these types of error or all, and never repeats what was sent."""
    found = [
        {"field": validation.shown_name(".".join(str(part) for part in each["loc"])), "reason": each["msg"]}
        for each in error.errors(include_input=False, include_url=False, include_context=False)
        if not types or each["type"] in types
    ][:FIELDS_MAX]
    return Failure("INVALID_ARGUMENT", f"{found[0]['field']}: {found[0]['reason']}", {"fields": found})


def _log(call: Call, result: CallResult, outcome: str, started: float) -> None:
    """One access log row a call, in a transaction of its own. A database that is down cannot be told."""
    operation = OPERATIONS.get(call.name)
    data = result.envelope.get("data", {})
    try:
        with scope.acting_as(call.agent.person_id):
            call.agent.touch(call.now)
            AccessLog.objects.create(
                person_id=call.agent.person_id,
                agent=call.agent,
                at=call.now,
                operation=call.name if operation else "unknown",
                writes=bool(operation and operation.writes),
                outcome=outcome[:20],
                memories=len(data.get("preferences", data.get("items", ()))) or int(bool(data.get("id"))),
                milliseconds=int((monotonic() - started) * 1000),
                request_id=call.request_id,
            )
    except DatabaseError as error:
        logger.error("access log not written: %s", type(error).__name__)
