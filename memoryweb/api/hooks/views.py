"""The addresses of the hooks: one for each host, and the script for hosts whose hooks are commands."""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from memoryweb.api import http
from memoryweb.api.hooks import turns
from memoryweb.api.hooks.hosts import HOSTS, HookEvent
from memoryweb.api.request import bearer_token
from memoryweb.operations import dispatch, failures

SCRIPT = Path(settings.BASE_DIR) / "clients" / "claude-code" / "scripts" / "memoryweb-hook"


@csrf_exempt  # the token is in a header that no other site can send; cookies are ignored
def hook(request: HttpRequest, host: str) -> HttpResponse:
    """Take an event as the host's hook gets it, and answer as the host reads it."""
    if host not in HOSTS:
        return http.not_found_response()
    if request.method != "POST":
        return http.method_not_allowed("POST")
    now = timezone.now()
    try:
        agent = dispatch.authenticate(bearer_token(request.headers.get("Authorization", "")), now=now)
        event = HookEvent.from_payload(HOSTS[host], http.read_object(request))
    except Exception as error:
        return http.failure_response(failures.to_failure(error))
    response = JsonResponse(turns.answer(agent, event, now=now), json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    return response


@csrf_exempt  # changes nothing: every method but GET is answered with 405
def script(request: HttpRequest) -> HttpResponse:
    """Return the script that runs as a hook. It holds no secret."""
    if request.method not in ("GET", "HEAD"):
        return http.method_not_allowed("GET, HEAD")
    return HttpResponse(SCRIPT.read_bytes(), content_type="text/x-python; charset=utf-8")
