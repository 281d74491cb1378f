"""The HTTP API: bearer tokens in, envelopes out. What happens in between is operations'.

A call is checked in operations.run and not here, because the order matters: guard, permission, then arguments.
"""

import json
from dataclasses import replace
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from memoryweb.api import openapi, schemas
from memoryweb.api.request import BODY_MAX, bearer
from memoryweb.operations import dispatch
from memoryweb.operations.errors import Failure
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7


@csrf_exempt  # a token in a header, which no other site can send; cookies count for nothing here
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """One operation, authenticated, exactly once where an Idempotency-Key is sent."""
    if request.method != "POST":
        return _wrong_method("POST") if name in OPERATIONS else nothing_here()
    now, request_id = timezone.now(), uuid7()
    try:
        agent = dispatch.authenticate(bearer(request.headers.get("Authorization", "")), now=now)
    except Exception as error:
        return _envelope(dispatch.failure_result(dispatch.to_failure(error), request_id, now))
    key = request.headers.get("Idempotency-Key", "")
    call = dispatch.Call(agent=agent, name=name, arguments={}, now=now, idempotency_key=key, request_id=request_id)
    try:
        call = replace(call, arguments=_arguments(request))
    except Failure as failure:
        return _envelope(dispatch.fail_and_log(call, failure))
    return _envelope(dispatch.run(call))


@csrf_exempt  # changes nothing: whatever is not a read is answered 405
def tools(request: HttpRequest) -> HttpResponse:
    """The tool schemas, ready to hand to a model: one shape, or both under their names."""
    if request.method != "GET":
        return _wrong_method("GET")
    shape = request.GET.get("shape", "")
    shapes = {"openai": schemas.openai(), "anthropic": schemas.anthropic()}
    if shape and shape not in shapes:
        return failed(Failure("INVALID_ARGUMENT", "shape: choose openai or anthropic."))
    data = {"tools": shapes[shape]} if shape else shapes
    return _envelope(dispatch.success_result(data, uuid7(), timezone.now()))


@csrf_exempt  # changes nothing: whatever is not a read is answered 405
def openapi_document(request: HttpRequest) -> HttpResponse:
    return JsonResponse(openapi.document()) if request.method in ("GET", "HEAD") else _wrong_method("GET, HEAD")


def failed(failure: Failure) -> HttpResponse:
    """For whoever fails before an operation is found."""
    return _envelope(dispatch.failure_result(failure, uuid7(), timezone.now()))


def nothing_here() -> HttpResponse:
    return failed(Failure("NOT_FOUND", "There is nothing at this address."))


def _wrong_method(allowed: str) -> HttpResponse:
    """HTTP's own status, in an envelope like everything else here."""
    response = failed(Failure("INVALID_ARGUMENT", f"Only {allowed} is answered at this address."))
    response.status_code, response["Allow"] = 405, allowed
    return response


def _envelope(result: dispatch.CallResult) -> HttpResponse:
    response = JsonResponse(result.envelope, status=result.status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    if result.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _arguments(request: HttpRequest) -> dict[str, Any]:
    try:
        arguments = json.loads(_body(request).decode() or "{}")
    except (ValueError, RecursionError):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object in UTF-8.") from None
    if not isinstance(arguments, dict):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object.")
    return arguments


def _body(request: HttpRequest) -> bytes:
    """The body, unless it is too long to be parsed. Django itself does not read what is far beyond our limit."""
    too_long = Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes.")
    try:
        body = request.body
    except RequestDataTooBig:
        raise too_long from None
    except UnreadablePostError:
        raise Failure("CANCELED", "The body stopped before its end; nothing was written.") from None
    if len(body) > BODY_MAX:
        raise too_long
    return body
