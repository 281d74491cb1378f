"""A community's link that somebody opened before signing in: a cookie of this browser keeps it meanwhile.

A password or a passkey leads back to the page by itself. A sign-in link starts over in another tab, and finds it here.
"""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse

KEPT_FOR = 30 * 60  # seconds; a sign-in link works as long
LONGEST = 200  # characters of what can be a token


def keep_link(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep the token in the address until its reader has signed in, then forget it."""

    @wraps(view)
    def kept(request: HttpRequest) -> HttpResponse:
        response, name, token = view(request), settings.KEPT_LINK_COOKIE, request.GET.get("token", "")
        if request.user.is_authenticated:
            if name in request.COOKIES:
                response.delete_cookie(name, samesite="Lax")
        elif token.isprintable() and 0 < len(token) <= LONGEST:
            response.set_signed_cookie(
                name,
                token,
                salt=name,
                max_age=KEPT_FOR,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

    return kept


def token_of(request: HttpRequest) -> str:
    """Return the token that was sent, stands in the address, or was kept."""
    name = settings.KEPT_LINK_COOKIE
    sent = request.POST.get("token") or request.GET.get("token")
    return sent or str(request.get_signed_cookie(name, default="", salt=name, max_age=KEPT_FOR) or "")
