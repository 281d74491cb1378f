"""How long somebody has to wait who tried too often. Whoever is told less tries again and is refused again."""

import time

from allauth.core import ratelimit
from allauth.core.internal import ratelimit as limits
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

APP = "allauth.account"  # whose table of rates ours stand in (ACCOUNT_RATE_LIMITS)


def consume(request: HttpRequest, action: str, *, key: str | None = None) -> int:
    """Count a try. Returns 0 if it may go on, else the seconds until the next one may."""
    user = request.user if request.user.is_authenticated else None
    usage = limits.consume(request, app=APP, action=action, key=key, user=user, limit_get=True)
    if usage:
        return 0
    rates = limits.get_rates(app=APP, action=action)
    names = {
        rate: limits.get_cache_key(request, app=APP, action=action, rate=rate, key=key, user=user) for rate in rates
    }
    return max(1, *(_seconds(rate, cache.get(name, [])) for rate, name in names.items()))


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 with the waiting time."""
    page = render(request, "429.html", {"minutes": minutes(seconds)}, status=429)
    page["Retry-After"] = str(seconds)
    return page


def minutes(seconds: int) -> int:
    return -(-seconds // 60)


def _seconds(rate: ratelimit.Rate, tries: list[float]) -> int:
    """Return when the oldest try that still counts no longer does. The newest stand first."""
    if len(tries) < rate.amount:
        return 0
    return int(tries[rate.amount - 1] + rate.duration - time.time()) + 1
