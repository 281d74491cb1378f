"""The HTTP API: reads the token and the arguments, and writes the envelope.

operations.dispatch checks the call, because the order matters: first the guard, then permission, then the arguments.
"""

import json
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from memoryweb.api import openapi, schemas
from memoryweb.api.request import BODY_MAX, bearer_token
from memoryweb.operations import dispatch
from memoryweb.operations.errors import Failure
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7


@csrf_exempt  # the token is in a header that no other site can send; cookies are ignored
def operation(request: HttpRequest, name: str) -> HttpResponse:
    """Run one operation; only once for the same Idempotency-Key."""
    if request.method != "POST":
        return method_not_allowed("POST") if name in OPERATIONS else not_found_response()
    token, key = bearer_token(request.headers.get("Authorization", "")), request.headers.get("Idempotency-Key", "")
    return _respond(dispatch.run_for_token(token, name, lambda: read_object(request), key=key))


@csrf_exempt  # changes nothing: every method but GET is answered with 405
def tools(request: HttpRequest) -> HttpResponse:
    """Return the tool schemas, ready to hand to a model: of one shape, or both under their names."""
    if request.method != "GET":
        return method_not_allowed("GET")
    shape = request.GET.get("shape", "")
    shapes = {"openai": schemas.openai(), "anthropic": schemas.anthropic()}
    if shape and shape not in shapes:
        return failure_response(Failure("INVALID_ARGUMENT", "shape: choose openai or anthropic."))
    data = {"tools": shapes[shape]} if shape else shapes
    return _respond(dispatch.success_result(data, uuid7(), timezone.now()))


@csrf_exempt  # changes nothing: every method but GET is answered with 405
def openapi_document(request: HttpRequest) -> HttpResponse:
    return JsonResponse(openapi.document()) if request.method in ("GET", "HEAD") else method_not_allowed("GET, HEAD")


def failure_response(failure: Failure) -> HttpResponse:
    """Answer a request that fails before an operation is known."""
    return _respond(dispatch.failure_result(failure, uuid7(), timezone.now()))


def not_found_response() -> HttpResponse:
    return failure_response(Failure("NOT_FOUND", "There is nothing at this address."))


def method_not_allowed(allowed: str) -> HttpResponse:
    """Answer 405, which none of our error codes stands for, in an envelope as everywhere."""
    response = failure_response(Failure("INVALID_ARGUMENT", f"This address only takes {allowed}."))
    response.status_code, response["Allow"] = 405, allowed
    return response


def _respond(result: dispatch.CallResult) -> HttpResponse:
    response = JsonResponse(result.envelope, status=result.status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    if seconds := result.envelope.get("error", {}).get("details", {}).get("retryAfter"):
        response["Retry-After"] = str(seconds)
    if result.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def read_object(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that is the body; an empty body is an empty one."""
    try:
        arguments = json.loads(_read_body(request).decode() or "{}")
    except (ValueError, RecursionError):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object in UTF-8.") from None
    if not isinstance(arguments, dict):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object.")
    return arguments


def _read_body(request: HttpRequest) -> bytes:
    """Return the body if it is not too long. Django itself refuses to read one that is far beyond our limit."""
    too_long = Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes.")
    try:
        body = request.body
    except RequestDataTooBig:
        raise too_long from None
    except UnreadablePostError:
        raise Failure("CANCELED", "The body ended too early. Nothing was saved.") from None
    if len(body) > BODY_MAX:
        raise too_long
    return body
