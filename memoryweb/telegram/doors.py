"""The addresses that chat systems call: Telegram's webhook, and the one for bridges to other chats."""

import json
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from memoryweb.language.text import unstorable
from memoryweb.operations import dispatch, failures
from memoryweb.operations.errors import Failure
from memoryweb.people.ids import uuid7
from memoryweb.telegram import chat_agent, configuration, incoming, updates

BODY_MAX = 256 * 1024  # bytes
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  a name


@csrf_exempt  # a secret in the address and another in a header, which no other site can know; cookies are ignored
def webhook(request: HttpRequest, secret: str) -> HttpResponse:
    """Take an update of Telegram. Without both secrets the address is one that does not exist."""
    header = request.headers.get(SECRET_HEADER, "")
    is_path = constant_time_compare(secret, configuration.webhook_path())
    is_header = constant_time_compare(header, configuration.header_secret())
    if not (configuration.is_configured() and is_path and is_header and request.method == "POST"):
        raise Http404
    if update := updates.parse(_read(request)):
        try:
            incoming.take(update, now=timezone.now())
        except (OperationalError, InterfaceError):
            return HttpResponse(status=503)  # Telegram sends it again
    return HttpResponse()


@csrf_exempt  # the secret is in a header that no other site can send; cookies are ignored
def message(request: HttpRequest) -> HttpResponse:
    """Answer a message of another chat system, in an envelope."""
    try:
        if request.method != "POST":
            raise Failure("NOT_FOUND", "This address only takes POST.")
        _check_secret(request)
        if _is_too_long(request):
            raise Failure("INVALID_ARGUMENT", f"The body may have at most {BODY_MAX} bytes.")
        sent = _read(request)
        if not isinstance(sent, dict):
            raise Failure("INVALID_ARGUMENT", "The body must be a JSON object in UTF-8.")
        told = chat_agent.answer(sent, now=timezone.now())
    except Exception as error:
        return _respond(dispatch.failure_result(failures.to_failure(error), uuid7(), timezone.now()))
    return _respond(dispatch.success_result(told.as_data(), uuid7(), timezone.now()))


def _check_secret(request: HttpRequest) -> None:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    is_right = constant_time_compare(secret.strip(), settings.CHAT_SECRET)
    if not (configuration.has_chat_agent() and scheme.lower() == "bearer" and is_right):
        raise dispatch.not_authenticated()


def _is_too_long(request: HttpRequest) -> bool:
    try:
        return len(request.body) > BODY_MAX
    except RequestDataTooBig:
        return True
    except UnreadablePostError:  # `_read` says so
        return False


def _read(request: HttpRequest) -> Any:
    """Return the body's JSON; None if too long or malformed."""
    try:
        return unstorable.leave_out_in_json(json.loads(request.body)) if len(request.body) <= BODY_MAX else None
    except (ValueError, RecursionError, RequestDataTooBig, UnreadablePostError):
        return None


def _respond(result: dispatch.CallResult) -> HttpResponse:
    response = JsonResponse(result.envelope, status=result.status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    if result.status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response
