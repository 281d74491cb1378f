"""Runs one operation for one agent, whatever the transport.

In this order: the agent's rate, values that can be stored, the guard, permission, the arguments model; then in one
transaction the handler, the envelope and the access log.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from traceback import format_tb
from typing import Any
from uuid import UUID

from django.db import DatabaseError, DataError, IntegrityError, OperationalError, transaction
from pydantic import BaseModel, ValidationError

from memoryweb.agents.models import UNRECORDED, AccessLog, Agent, Trust
from memoryweb.memories import refusals
from memoryweb.memories.actions import Invalid, OnlyThePerson, hold_person
from memoryweb.memories.models import Memory
from memoryweb.memories.recording import recording
from memoryweb.operations import idempotency, rate
from memoryweb.operations.arguments import check_sizes, check_values, safe_name
from memoryweb.operations.errors import Failure, Refused, invalid
from memoryweb.operations.handlers import Context
from memoryweb.operations.results import Result, to_data
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings
from memoryweb.rls import scope
from memoryweb.rules import sensitive

logger = logging.getLogger(__name__)
TOO_LONG = {"string_too_long", "too_long"}  # pydantic's types of error
FIELDS_MAX = 20  # wrong arguments named in one answer


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
    """The envelope (S3 IpcResponse), its HTTP status, and what the access log says about the call."""

    envelope: dict[str, Any]
    status: int
    outcome: str  # of a write, or "ok", or the error's code
    memory_count: int = 0


def authenticate(token: str, *, now: datetime) -> Agent:
    """Return the agent that this token belongs to; the failure is the same for unknown, revoked and expired tokens."""
    agent = Agent.of_token(token)
    if agent and agent.is_usable(now):
        return agent
    raise Failure("UNAUTHENTICATED", "Send a valid token: Authorization: Bearer …")


def run(call: Call) -> CallResult:
    """Run the call and log it in one transaction. If that rolls back, log it and count a refusal in another one."""
    started = monotonic()
    try:
        _count(call)
        return _execute_with_retry(call, started)
    except Exception as error:
        return _fail_and_log(call, to_failure(error), started)


def refuse(call: Call, failure: Failure) -> CallResult:
    """Answer a call of a known agent whose arguments could not even be parsed. It counts and is logged like others."""
    started = monotonic()
    try:
        _count(call)
    except rate.RateLimited as limited:
        failure = limited
    return _fail_and_log(call, failure, started)


def _count(call: Call) -> None:
    operation = OPERATIONS.get(call.name)
    rate.count(call.agent.pk, writes=bool(operation and operation.writes))


def _fail_and_log(call: Call, failure: Failure, started: float) -> CallResult:
    """Answer a failed call of a known agent, and log it."""
    result = failure_result(failure, call.request_id, call.now)
    if isinstance(failure, Refused):
        _count_refusal(call, failure)
    if isinstance(failure, rate.RateLimited) and not failure.is_first:
        return result
    try:
        with scope.acting_as(call.agent.person_id):
            _log(call, result, started)
    except DatabaseError as error:  # the process log has it
        logger.error("access log not written: %s", type(error).__name__)
    return result


def _count_refusal(call: Call, refused: Refused) -> None:
    try:
        with scope.acting_as(call.agent.person_id):
            refusals.count(call.agent.person_id, sensitive.Finding(sensitive.Sensitive(refused.category)), now=call.now)
    except DatabaseError as error:
        logger.error("refusal not counted: %s", type(error).__name__)


def failure_result(failure: Failure, request_id: UUID, now: datetime) -> CallResult:
    envelope = {"ok": False, "error": failure.as_error(), "meta": meta(request_id, now)}
    return CallResult(envelope, failure.status, outcome=failure.code)


def success_result(data: dict[str, Any], request_id: UUID, now: datetime, *, memory_count: int = 0) -> CallResult:
    envelope = {"ok": True, "data": data, "meta": meta(request_id, now)}
    return CallResult(envelope, 200, outcome=str(data.get("outcome") or "ok"), memory_count=memory_count)


def meta(request_id: UUID, now: datetime) -> dict[str, Any]:
    return {"requestId": str(request_id), "ts": int(now.timestamp() * 1000)}  # S3: epoch milliseconds


def _execute_with_retry(call: Call, started: float) -> CallResult:
    """Execute the call, and once more if it is a read whose memory was erased while its use was counted.

    The count refers to the memory, so the first try fails; the second no longer finds it.
    """
    operation = OPERATIONS.get(call.name)
    try:
        return _execute(call, started)
    except IntegrityError:
        if operation is None or operation.writes:
            raise
        return _execute(call, started)


def _execute(call: Call, started: float) -> CallResult:
    operation = OPERATIONS.get(call.name)
    if operation is None:
        raise Failure("NOT_FOUND", "There is no such operation. GET /api/v1/tools lists them all.")
    check_values(call.arguments, call.idempotency_key)
    _check_sizes(call, operation)
    _guard(call, operation)
    _check_permission(call, operation)
    arguments = operation.arguments_model.model_validate(call.arguments)
    with scope.acting_as(call.agent.person_id):
        unrecorded = UNRECORDED[call.agent.pk]
        data, memory_count = (
            _write(call, operation, arguments) if operation.writes else _read(call, operation, arguments)
        )
        answered = success_result(data, call.request_id, call.now, memory_count=memory_count)
        try:
            _log(call, answered, started)
        except DatabaseError as error:
            if operation.writes:
                raise
            transaction.set_rollback(True)  # a read is served all the same, also by a database that takes no writes
            UNRECORDED[call.agent.pk] = max(UNRECORDED[call.agent.pk], unrecorded + 1)  # its receipt is gone too
            logger.error("access log not written: %s", type(error).__name__)
    return answered


def _read(call: Call, operation: Operation, arguments: BaseModel) -> tuple[dict[str, Any], int]:
    """Return the data and how many memories are in it."""
    settings = MemorySettings.for_person(call.agent.person_id)
    result = operation.handler(Context(agent=call.agent, settings=settings, now=call.now), arguments)
    return to_data(result), result.memory_count


def _write(call: Call, operation: Operation, arguments: BaseModel) -> tuple[dict[str, Any], int]:
    """Run the handler as one act, while no other write for this person runs. A failure rolls the whole call back."""
    with hold_person(call.agent.person_id) as settings:
        if operation.may_ask:
            rate.check_capacity(call.agent)
        context = Context(agent=call.agent, settings=settings, now=call.now)

        def execute() -> Result:
            run = getattr(arguments, "run", "")
            with recording(context.by, call.name, now=call.now, run=run, request=call.request_id, savepoint=False):
                return operation.handler(context, arguments)

        if not call.idempotency_key:
            result = execute()
            return to_data(result), result.memory_count
        answer = idempotency.once(
            execute, agent=call.agent, key=call.idempotency_key,
            operation=call.name, arguments=call.arguments, now=call.now, may_read=context.may_read_id,
        )  # fmt: skip
        return answer.data or {}, answer.memory_count


def _check_sizes(call: Call, operation: Operation) -> None:
    """Refuse what is too long before the guard's patterns read it. Other faults are named after the guard."""
    check_sizes(call.arguments, call.idempotency_key, operation.arguments_model)
    try:
        operation.arguments_model.model_validate(call.arguments)
    except ValidationError as error:
        if any(each["type"] in TOO_LONG for each in error.errors(include_input=False, include_url=False)):
            raise _invalid_arguments(error, TOO_LONG) from None


def _guard(call: Call, operation: Operation) -> None:
    """Refuse a write with something sensitive in any text of it, names of arguments included.

    Runs before anything is parsed, stored or logged.
    """
    if not operation.writes:
        return
    guarded = {name: value for name, value in call.arguments.items() if name not in operation.unguarded_fields}
    if finding := sensitive.inspect([guarded, call.idempotency_key]):
        raise Refused(finding.category, refusals.REASONS[finding.category])


def why_forbidden(agent: Agent, operation: Operation) -> str:
    """Return why this agent may not use this operation at all; empty if it may."""
    if operation.scope not in agent.scopes:
        return f"This token doesn’t have the scope {operation.scope}."
    if operation.writes and agent.trust == Trust.READ_ONLY:
        return "The person only lets this agent read."
    if operation.needs_conversations and not agent.reads_conversations:
        return "The person hasn’t let this agent read conversations. They can turn that on under Agents."
    return ""


def _check_permission(call: Call, operation: Operation) -> None:
    if reason := why_forbidden(call.agent, operation):
        raise Failure("PERMISSION_DENIED", reason)
    if call.agent.is_paused(call.now):
        raise Failure("PERMISSION_DENIED", "The person has paused this agent.")


def to_failure(error: Exception) -> Failure:  # noqa: PLR0911  one return per case
    """Turn any exception into a failure that an agent can act on.

    An unexpected one is logged by type and place only: its message could contain a person's words.
    """
    match error:
        case Failure():
            return error
        case ValidationError():
            return _invalid_arguments(error)
        case Invalid():
            return invalid(error.field, error.reason)
        case Memory.DoesNotExist():
            return Failure("NOT_FOUND", "There is no preference with that id.")
        case OnlyThePerson():
            return Failure("PERMISSION_DENIED", str(error))
        case OperationalError() if "statement timeout" in str(error):
            return Failure("TIMEOUT", "It took too long and was stopped. Nothing was saved.")
        case DataError():
            _log_error(error)
            return Failure("INVALID_ARGUMENT", "Something in it is too long or too large.")
        case DatabaseError():
            _log_error(error)
            return Failure("DB_ERROR", "The database failed. Nothing was saved. Try again.")
    _log_error(error)
    return Failure("INTERNAL", "Something went wrong here. Nothing was saved.")


def _log_error(error: Exception) -> None:
    logger.error("operation failed: %s\n%s", type(error).__name__, "".join(format_tb(error.__traceback__)))


def _invalid_arguments(error: ValidationError, types: Collection[str] = ()) -> Failure:
    """Name the wrong arguments, of these types of error or of all, and the reasons; never a value that was sent."""
    fields = [
        {"field": safe_name(".".join(str(part) for part in problem["loc"])), "reason": problem["msg"]}
        for problem in error.errors(include_input=False, include_url=False, include_context=False)
        if not types or problem["type"] in types
    ][:FIELDS_MAX]
    return Failure("INVALID_ARGUMENT", f"{fields[0]['field']}: {fields[0]['reason']}", {"fields": fields})


def _log(call: Call, result: CallResult, started: float) -> None:
    """Write the call's access log row. Needs the person's scope."""
    operation = OPERATIONS.get(call.name)
    call.agent.touch(call.now)
    AccessLog.objects.create(
        person_id=call.agent.person_id,
        agent=call.agent,
        at=call.now,
        operation=call.name if operation else "unknown",
        writes=bool(operation and operation.writes),
        outcome=result.outcome[:20],
        memories=result.memory_count,
        milliseconds=int((monotonic() - started) * 1000),
        request_id=call.request_id,
    )
