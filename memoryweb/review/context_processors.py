"""What every page's frame shows: the navigation, how much waits, how many agents. One query, made only if shown."""

from typing import Any, cast

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from memoryweb.review import console, navigation, notices
from memoryweb.review.counts import PageCounts
from memoryweb.review.http import PersonRequest


def page_frame(request: HttpRequest) -> dict[str, Any]:
    if not (hasattr(request, "memory_settings") and request.user.is_authenticated):
        return console.ways_to_sign_in()
    return {
        "counts": SimpleLazyObject(lambda: PageCounts.for_person(cast(PersonRequest, request).user.pk)),
        "settings_now": request.memory_settings,
        "navigation": SimpleLazyObject(lambda: navigation.places(cast(PersonRequest, request))),
        "frame_url": SimpleLazyObject(lambda: navigation.frame_url(cast(PersonRequest, request))),
        "tabs": SimpleLazyObject(lambda: navigation.tabs(cast(PersonRequest, request))),
        "notices": SimpleLazyObject(lambda: notices.pop_notices(cast(PersonRequest, request))),
    }
