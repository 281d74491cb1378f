"""A form that was sent after the session had ended: kept until its person has signed in again, then sent.

Its words lie encrypted in the cache for half an hour. The key is in a cookie of this browser only, so neither place can
be read alone. Another cookie tells who was signed in here last: a form goes to nobody else.
"""

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from redis.exceptions import RedisError

KEPT_FOR = 30 * 60  # seconds; a sign-in link works as long
REMEMBERED_FOR = 30 * 24 * 3600  # seconds that a browser knows who was signed in last
LONGEST = 100_000  # bytes
SENT_BY_US = "kept_form"  # a field that tells the form which is sent after signing in
TOKEN = "csrfmiddlewaretoken"  # noqa: S105


@dataclass(frozen=True)
class KeptForm:
    person: str
    path: str
    fields: list[tuple[str, str]]


def send_to_sign_in(request: Any) -> HttpResponse:
    """Send a signed-out person to sign in; afterwards they return to the kept form, or to their page."""
    key = _keep(request) if request.method == "POST" else None
    then = reverse("review:kept_form") if key else _page(request)
    url = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': then}, safe='/')}"
    response = HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    if key:
        _set_cookie(response, settings.KEPT_FORM_COOKIE, key, KEPT_FOR)
    return response


def mark(response: HttpResponse, request: Any) -> HttpResponse:
    """Note in the browser who is signed in."""
    person = str(request.user.pk)
    if _cookie(request, settings.LAST_PERSON_COOKIE) != person:
        _set_cookie(response, settings.LAST_PERSON_COOKIE, person, REMEMBERED_FOR)
    if SENT_BY_US in request.POST:
        response.delete_cookie(settings.KEPT_FORM_COOKIE, samesite="Lax")
    return response


def find(request: Any) -> KeptForm | None:
    """Return the form that this browser sent for this person. One that was somebody else's is thrown away."""
    key = _cookie(request, settings.KEPT_FORM_COOKIE)
    try:
        sealed = cache.get(_place(key)) if key else None
        kept = KeptForm(**json.loads(Fernet(key).decrypt(sealed, ttl=KEPT_FOR))) if key and sealed else None
        if kept and kept.person != str(request.user.pk):
            cache.delete(_place(key))
            return None
    except (InvalidToken, RedisError, TypeError, ValueError):
        return None
    return kept


def was_sent_before(request: HttpRequest) -> bool:
    """Return whether this kept form was sent before. Asking removes it, so that it is sent once."""
    if request.method != "POST" or SENT_BY_US not in request.POST:
        return False
    kept = find(request)
    is_first = bool(kept and kept.path == request.get_full_path() and cache.delete(_place(_key(request))))
    return not is_first


def leave(request: Any) -> HttpResponse:
    """Go to Review without the form."""
    response = redirect("review:review")
    response.delete_cookie(settings.KEPT_FORM_COOKIE, samesite="Lax")
    return response


def throw_away(request: HttpRequest) -> None:
    if key := _key(request):
        with suppress(RedisError):
            cache.delete(_place(key))


def _keep(request: HttpRequest) -> str | None:
    """Encrypt the sent form and return the key; None if no one had signed in here, or it can't be kept."""
    person = _cookie(request, settings.LAST_PERSON_COOKIE)
    fields = [(name, value) for name, values in request.POST.lists() if name != TOKEN for value in values]
    words = json.dumps({"person": person, "path": request.get_full_path(), "fields": fields}).encode()
    if not person or len(words) > LONGEST or request.FILES:
        return None
    key = Fernet.generate_key()
    try:
        cache.set(_place(key.decode()), Fernet(key).encrypt(words), KEPT_FOR)
    except RedisError:
        return None
    return key.decode()


def _page(request: Any) -> str:
    """Return the URL of the person's page: this page, or the one with the pressed button."""
    if request.htmx:
        return str(request.htmx.current_url_abs_path or reverse("review:review"))
    if request.method == "GET":
        return str(request.get_full_path())
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        return reverse("review:review")
    return str(urlsplit(came_from)._replace(scheme="", netloc="").geturl())


def _key(request: HttpRequest) -> str:
    return _cookie(request, settings.KEPT_FORM_COOKIE)


def _place(key: str) -> str:
    return f"form:{hashlib.sha256(key.encode()).hexdigest()}"


def _cookie(request: HttpRequest, name: str) -> str:
    return str(request.get_signed_cookie(name, default="", salt=name) or "")


def _set_cookie(response: HttpResponse, name: str, value: str, seconds: int) -> None:
    response.set_signed_cookie(
        name, value, salt=name, max_age=seconds, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
