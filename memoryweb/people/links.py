"""One-time sign-in links: made by an operator, by `make run`, or asked for by e-mail."""

from django.conf import settings
from django.urls import reverse
from sesame.utils import get_query_string

from memoryweb.people.models import User


def sign_in_link(person: User) -> str:
    """Works once and for half an hour (SESAME_MAX_AGE); a later sign-in spends older links too."""
    return f"{settings.BASE_URL}{reverse('review:sign_in')}{get_query_string(person)}"
