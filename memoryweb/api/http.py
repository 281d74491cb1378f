"""The agents' HTTP door: bearer tokens in, envelopes out. What happens in between is operations'."""

import json
from dataclasses import replace
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils import timezone
from ninja import NinjaAPI
from ninja.security import HttpBearer

from memoryweb.api import schemas
from memoryweb.api.request import BODY_MAX, bearer
from memoryweb.operations import run
from memoryweb.operations.asked import Operation
from memoryweb.operations.failures import Failure
from memoryweb.operations.table import OPERATIONS
from memoryweb.people.ids import uuid7

NOT_POST = ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]


class Bearer(HttpBearer):
    """Documents the scheme; the token itself is looked at in `call`, so that its failure is an envelope."""

    def authenticate(self, request: HttpRequest, token: str) -> str:
        return token

    def __call__(self, request: HttpRequest) -> str:
        return bearer(request.headers.get("Authorization", ""))


api = NinjaAPI(
    title="memoryweb",
    version="1",
    description=(
        "What agents may ask of a person's memory. Every answer is an envelope; `outcome` says what a write became."
    ),
    docs_url=None,
    urls_namespace="api",
)


def envelope(result: run.Result) -> JsonResponse:
    response = JsonResponse(result.envelope, status=result.status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    if result.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def failed(failure: Failure) -> JsonResponse:
    return envelope(run.fail(failure, uuid7(), timezone.now()))


def call(request: HttpRequest, name: str) -> HttpResponse:
    """One operation, authenticated, exactly once where an Idempotency-Key is sent."""
    now, request_id = timezone.now(), uuid7()
    try:
        agent = run.authenticate(str(getattr(request, "auth", "")), now=now)
    except Exception as error:
        return envelope(run.fail(run.explain(error), request_id, now))
    key = request.headers.get("Idempotency-Key", "")
    asked = run.Call(agent=agent, name=name, arguments={}, now=now, idempotency_key=key, request_id=request_id)
    try:
        asked = replace(asked, arguments=_arguments(request))
    except Failure as failure:
        return envelope(run.turn_away(asked, failure))
    return envelope(run.run(asked))


def _arguments(request: HttpRequest) -> dict[str, Any]:
    try:
        said = json.loads(_body(request).decode() or "{}")
    except (ValueError, RecursionError):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object in UTF-8.") from None
    if not isinstance(said, dict):
        raise Failure("INVALID_ARGUMENT", "The body must be a JSON object.")
    return said


def _body(request: HttpRequest) -> bytes:
    try:
        body = request.body
    except RequestDataTooBig:
        body = b"." * (BODY_MAX + 1)
    except UnreadablePostError:
        raise Failure("CANCELED", "The body stopped before its end; nothing was written.") from None
    if len(body) > BODY_MAX:
        raise Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes.")
    return body


@api.get("/tools", auth=None, summary="The operations as tool schemas", operation_id="tools")
def tools(request: HttpRequest, shape: str = "") -> HttpResponse:
    """Ready to hand to a model: `?shape=openai` or `?shape=anthropic`, or both under their names."""
    shapes = {"openai": schemas.openai(), "anthropic": schemas.anthropic()}
    if shape and shape not in shapes:
        return failed(Failure("INVALID_ARGUMENT", "shape: choose openai or anthropic."))
    data = {"tools": shapes[shape]} if shape else shapes
    return envelope(run.Result({"ok": True, "data": data, "meta": run.meta(uuid7(), timezone.now())}, 200))


def _mount(operation: Operation) -> None:
    @api.post(
        f"/tools/{operation.name}",
        auth=Bearer(),
        summary=operation.description.split(". ")[0].rstrip("."),
        description=operation.description,
        operation_id=operation.name,
        openapi_extra=schemas.openapi(operation),
    )
    def view(request: HttpRequest) -> HttpResponse:
        return call(request, operation.name)

    api.api_operation(NOT_POST, f"/tools/{operation.name}", include_in_schema=False)(only_post)


def only_post(request: HttpRequest) -> HttpResponse:
    return _other_method("POST")


for each in OPERATIONS.values():
    _mount(each)


@api.post("/tools/{name}", auth=Bearer(), include_in_schema=False)
def unknown(request: HttpRequest, name: str) -> HttpResponse:
    return call(request, name)


@api.api_operation(NOT_POST, "/tools/{name}", include_in_schema=False)
def unknown_not_posted(request: HttpRequest, name: str) -> HttpResponse:
    return failed(Failure("NOT_FOUND", "There is nothing at this address."))


@api.api_operation(["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"], "/tools", include_in_schema=False)
def only_get(request: HttpRequest) -> HttpResponse:
    return _other_method("GET")


def _other_method(allowed: str) -> HttpResponse:
    """HTTP's own status, in an envelope like everything else here."""
    response = failed(Failure("INVALID_ARGUMENT", f"Only {allowed} is answered at this address."))
    response.status_code, response["Allow"] = 405, allowed
    return response
