"""Ends push in a browser when its person signs out there, here or from the list of browsers, or changes the password.

A browser's channel names the session that it is signed in with, by a keyed digest. A session ends by itself after some
weeks, and that is no sign-out. So a cookie names the channel, and whoever signs in again links it to the new session.
The cookie opens nothing: it is followed to the person's own channels only.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from allauth.account.signals import password_changed, password_set, user_logged_in
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from memoryweb.memories.models import fingerprints
from memoryweb.notifications.models import Channel
from memoryweb.people.models import User
from memoryweb.rls import scope

COOKIE_LASTS = 400 * 24 * 3600  # seconds, the most that browsers keep one


def session_of(request: HttpRequest) -> bytes | None:
    """Return the session's digest; None without a session."""
    key = request.session.session_key
    return _digest(key) if key else None


def _digest(session_key: str) -> bytes:
    return fingerprints.keyed_digest("session of a browser", session_key)


def channel_of(request: HttpRequest) -> UUID | None:
    """Return the channel id from the browser's cookie, unverified; None if missing or malformed."""
    try:
        return UUID(hex=request.COOKIES.get(settings.PUSH_COOKIE, ""))
    except ValueError:
        return None


def mark(response: HttpResponse, channel: Channel) -> None:
    """Have the browser know its channel."""
    response.set_cookie(
        settings.PUSH_COOKIE,
        channel.pk.hex,
        max_age=COOKIE_LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def register() -> None:
    """Hear of everybody who signs in and out."""
    user_logged_in.connect(_link)
    user_logged_out.connect(_end_here)
    for changed in (password_changed, password_set):
        changed.connect(_end_elsewhere)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # allauth ships no types
    """Ends sessions from the list of browsers, in the scope of whose they are."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        ended = list(sessions)
        digests = [_digest(each.session_key) for each in ended]
        Channel.objects.filter(kind=Channel.Kind.PUSH, session__in=digests).delete()
        super().end_sessions(ended)


def _browsers(person: User) -> QuerySet[Channel]:
    return Channel.objects.of(person).filter(kind=Channel.Kind.PUSH)


def _is_here(request: HttpRequest) -> Q:
    """Return the condition for this browser's channel; no match without a cookie."""
    return Q(pk=channel_of(request))


def _link(request: HttpRequest, user: User, **_: Any) -> None:
    with scope.acting_as(user.pk):
        _browsers(user).filter(_is_here(request)).update(session=session_of(request))


def _end_here(request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is None or not user.is_authenticated:
        return
    session = session_of(request)
    is_of_session = Q(session=session) if session else Q(pk__in=[])
    with scope.acting_as(user.pk):
        _browsers(user).filter(_is_here(request) | is_of_session).delete()


def _end_elsewhere(request: HttpRequest, user: User, **_: Any) -> None:
    """Keep this browser only: a new password signs out all others."""
    with scope.acting_as(user.pk):
        _browsers(user).exclude(_is_here(request)).delete()
    _link(request, user)
