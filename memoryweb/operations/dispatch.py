"""Runs one operation for one agent, whatever the transport.

In this order: the agent's rate, values that can be stored, the arguments model and what is too long for it, the guard,
permission, whatever else is wrong with the arguments; then in one transaction the handler, the envelope and the access
log.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone
from pydantic import BaseModel, ValidationError

from memoryweb.agents import callers
from memoryweb.agents.models import UNRECORDED, AccessLog, Agent, Trust
from memoryweb.language import readings, sensitive
from memoryweb.language.text import unstorable
from memoryweb.memories import refusals
from memoryweb.memories.actions import hold_person
from memoryweb.memories.acts.recording import recording
from memoryweb.operations import checks, handlers, idempotency, rate, received
from memoryweb.operations.errors import Failure, Refused, Stale
from memoryweb.operations.failures import to_failure
from memoryweb.operations.handlers import Context
from memoryweb.operations.results import Result, to_data
from memoryweb.operations.table import OPERATIONS, Operation
from memoryweb.people.ids import uuid7
from memoryweb.people.models import MemorySettings
from memoryweb.rls import rows, scope
from memoryweb.rules import cancellation
from memoryweb.rules.cancellation import Canceled

logger = logging.getLogger(__name__)
READ_AGAIN_MOST = 3  # times that a call begins again because of what others changed while it read


@dataclass(frozen=True, kw_only=True)
class Call:
    agent: Agent
    settings: MemorySettings | None = None  # where they were read with the agent
    name: str
    arguments: dict[str, Any]
    now: datetime
    idempotency_key: str = ""
    request_id: UUID = field(default_factory=uuid7)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", received.read(self.name, self.arguments))
        object.__setattr__(self, "idempotency_key", unstorable.leave_out(self.idempotency_key))


@dataclass(frozen=True)
class CallResult:
    """The envelope (S3 IpcResponse), its HTTP status, and what the access log says about the call."""

    envelope: dict[str, Any]
    status: int
    outcome: str  # of a write, or "ok", or the error's code
    memory_count: int = 0


def authenticate(token: str, *, now: datetime) -> Agent:
    """Return the agent that this token belongs to; the failure is the same for unknown, revoked and expired tokens."""
    agent = callers.agent_of_token(token)
    if agent and agent.is_usable(now):
        return agent
    raise not_authenticated()


def not_authenticated() -> Failure:
    return Failure("UNAUTHENTICATED", "Send a valid token: Authorization: Bearer …")


@readings.kept()
def run(call: Call) -> CallResult:
    """Run the call and log it in one transaction. If that rolls back, log it and count a refusal in another one."""
    started = monotonic()
    try:
        _count(call)
        return _execute(call, started)
    except Exception as error:
        return _recover(call, error, started)


@readings.kept()
def run_for_token(token: str, name: str, read_arguments: Callable[[], dict[str, Any]], *, key: str) -> CallResult:
    """Authenticate and run a call in one transaction. One whose arguments cannot be read counts and is logged too."""
    started, now, request_id = monotonic(), timezone.now(), uuid7()
    call = None
    try:
        with callers.acting_for(token) as caller:
            if caller is None or not caller.agent.is_usable(now):
                raise not_authenticated()
            call = Call(
                agent=caller.agent,
                settings=caller.settings,
                name=name,
                arguments={},
                now=now,
                idempotency_key=key,
                request_id=request_id,
            )
            _count(call)
            call = replace(call, arguments=read_arguments())
            return _answer(call, *_check(call), started)
    except Exception as error:
        if call is None:
            return failure_result(to_failure(error), request_id, now)
        return _recover(call, error, started)


def _count(call: Call) -> None:
    operation = OPERATIONS.get(call.name)
    rate.count(call.agent.pk, writes=bool(operation and operation.writes))


def _recover(call: Call, error: Exception, started: float) -> CallResult:
    """Answer a call that failed, and log it.

    A read whose memory was erased while its use was counted is tried once more: the count refers to the memory, so the
    first try fails; the second no longer finds it. So is one that met a text under the lock that it had not read.
    """
    operation = OPERATIONS.get(call.name)
    error = _if_canceled(error)
    for _ in range(READ_AGAIN_MOST):
        is_gone = isinstance(error, IntegrityError) and operation and not operation.writes
        if not (is_gone or isinstance(error, readings.NotRead)):
            break
        try:
            return _execute(call, started)
        except Exception as again:
            error = _if_canceled(again)
    return _fail_and_log(call, to_failure(error), started)


def _if_canceled(error: Exception) -> Exception:
    """Return Canceled instead of whatever interrupted work failed with; a failure of the call itself stays."""
    is_interrupted = cancellation.current().is_canceled and not isinstance(error, Failure)
    return Canceled() if is_interrupted else error


def _fail_and_log(call: Call, failure: Failure, started: float) -> CallResult:
    """Answer a failed call of a known agent, and log it."""
    result = failure_result(failure, call.request_id, call.now)
    if isinstance(failure, Refused):
        _count_refusal(call, failure)
    if isinstance(failure, rate.RateLimited) and not failure.is_first:
        return result
    try:
        with scope.acting_as(call.agent.person_id):
            if isinstance(failure, Stale) and failure.memory_id:
                told = _with_current(call, failure, failure.memory_id)
                _log(call, told, started)
                return told
            _log(call, result, started)
    except DatabaseError as error:  # the process log has it
        logger.error("access log not written: %s", type(error).__name__)
    return result


def _with_current(call: Call, failure: Stale, memory_id: UUID) -> CallResult:
    """Answer a stale call with what it would have changed: a read after the rollback, so that it leaves a receipt."""
    try:
        current = handlers.read_current(_context(_as_of_now(call, OPERATIONS[call.name])), memory_id)
    except Failure:  # since then it may no longer call
        current = None
    failure.details = {"current": vars(current) if current else None}
    result = failure_result(failure, call.request_id, call.now)
    return replace(result, memory_count=int(current is not None))


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


def _execute(call: Call, started: float) -> CallResult:
    operation, arguments = _check(call)
    with callers.acting_as_agent(call.agent):
        return _answer(call, operation, arguments, started)


def _check(call: Call) -> tuple[Operation, BaseModel]:
    """Return the operation and its checked arguments. Raises for forbidden or malformed calls."""
    operation = OPERATIONS.get(call.name)
    if operation is None:
        raise Failure("NOT_FOUND", "There is no such operation. GET /api/v1/tools lists them all.")
    arguments = checks.read_arguments(call.arguments, call.idempotency_key, operation)
    checks.ask_guard(call.arguments, call.idempotency_key, operation)
    _check_permission(call, operation)
    if isinstance(arguments, ValidationError):
        raise arguments
    return operation, arguments


def _answer(call: Call, operation: Operation, arguments: BaseModel, started: float) -> CallResult:
    """Run the handler and log the call, in the caller's transaction and the person's scope.

    Until all of that is done whoever called may cancel it: then everything rolls back.
    """
    current = cancellation.current()
    with current.interrupted_by(connection.connection.cancel_safe):
        answered = _run_and_log(call, operation, arguments, started)
    current.decide()
    return answered


def _run_and_log(call: Call, operation: Operation, arguments: BaseModel, started: float) -> CallResult:
    unrecorded = UNRECORDED[call.agent.pk]
    data, memory_count = _write(call, operation, arguments) if operation.writes else _read(call, operation, arguments)
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
    """Return the data and the number of memories in it."""
    if call.settings is None:  # else they and the agent were read in this transaction
        call = _as_of_now(call, operation)
    result = operation.handler(_context(call), arguments)
    return to_data(result), result.memory_count


def _context(call: Call) -> Context:
    settings = call.settings or MemorySettings.for_person(call.agent.person_id)
    return Context(agent=call.agent, settings=settings, now=call.now)


def _write(call: Call, operation: Operation, arguments: BaseModel) -> tuple[dict[str, Any], int]:
    """Run the handler as one act, while no other write for this person runs. A failure rolls the whole call back.

    The texts are read before: nobody has to wait for that.
    """
    if operation.read_ahead:
        operation.read_ahead(_context(call), arguments)
    cancellation.check()
    with hold_person(call.agent.person_id) as settings:
        call = _as_of_now(call, operation, is_held=True)
        context = Context(agent=call.agent, settings=settings, now=call.now)

        def execute() -> Result:
            rate.check_capacity(call.agent, may_ask=operation.may_ask, leaves_rows=not operation.takes_back)
            run = getattr(arguments, "run", "")
            with recording(context.by, call.name, now=call.now, run=run, request=call.request_id, savepoint=False):
                return operation.handler(context, arguments)

        if not call.idempotency_key:
            result = execute()
            return to_data(result), result.memory_count
        answer = idempotency.once(
            execute,
            agent=call.agent,
            key=call.idempotency_key,
            operation=call.name,
            arguments=call.arguments,
            now=call.now,
            may_read=context.may_read_id,
            hidden=context.hidden,
        )
        return answer.data, answer.memory_count


def _as_of_now(call: Call, operation: Operation, *, is_held: bool = False) -> Call:
    """Return the call with its agent as it is now, which a write holds. Raises if it may no longer call."""
    caller = callers.read_again(call.agent, is_held=is_held)
    if caller is None or not caller.agent.is_usable(call.now):
        raise not_authenticated()
    call = replace(call, agent=caller.agent, settings=caller.settings)
    _check_permission(call, operation)
    return call


def why_forbidden(agent: Agent, operation: Operation) -> str:
    """Return why the agent can never use this operation; empty if allowed."""
    if operation.scope not in agent.scopes:
        return f"This token doesn’t have the scope {operation.scope}."
    if operation.writes and agent.trust == Trust.READ_ONLY:
        return "The person only lets this agent read."
    if operation.needs_community and agent.community_id is None:
        return "This agent works for no community. The person can connect one that does, under Agents."
    if operation.needs_conversations and not agent.reads_conversations:
        return "The person hasn’t let this agent read conversations. They can turn that on under Agents."
    return ""


def _check_permission(call: Call, operation: Operation) -> None:
    if reason := why_forbidden(call.agent, operation):
        raise Failure("PERMISSION_DENIED", reason)
    if call.agent.is_paused(call.now):
        raise Failure("PERMISSION_DENIED", "The person has paused this agent.")


def _log(call: Call, result: CallResult, started: float) -> None:
    """Write the call's access log row. Needs the person's scope."""
    operation = OPERATIONS.get(call.name)
    call.agent.touch(call.now)
    line = AccessLog(
        person_id=call.agent.person_id,
        agent_id=call.agent.pk,
        at=call.now,
        operation=call.name if operation else "unknown",
        writes=bool(operation and operation.writes),
        outcome=result.outcome[:20],
        memories=result.memory_count,
        milliseconds=int((monotonic() - started) * 1000),
        request_id=call.request_id,
    )
    rows.insert(line)
