"""A request as the people's door knows it: somebody is signed in, and their settings are at hand."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from memoryweb.people.models import MemorySettings, User

P = ParamSpec("P")


class PersonRequest(HttpRequest):
    """What the middlewares add, for the types; no request is ever made of this class."""

    user: User
    htmx: HtmxDetails
    memory_settings: MemorySettings


def signed_in(view: Callable[Concatenate[PersonRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for people who are signed in; others are led to sign in and back."""
    return login_required(cast("Callable[..., HttpResponse]", view))
