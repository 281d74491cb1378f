"""Who may open the pages of staff: a member of staff with a second factor, and nobody else."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.shortcuts import render

from memoryweb.people.models import User
from memoryweb.people.signing_in.second_factor import has_second_factor
from memoryweb.review import kept_forms
from memoryweb.review.http import PersonRequest


def staff_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse the view to everybody else. To others it does not exist, and staff without a factor are told what to do.

    The database asks again who acts before it tells anything of others (people_require_staff).
    """

    @wraps(view)
    def guarded(request: PersonRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if cast("User | AnonymousUser", request.user).is_anonymous:
            return kept_forms.send_to_sign_in(request)
        if not request.user.is_staff:
            raise Http404
        if not has_second_factor(request.user):
            return render(request, "staff/second_factor.html", status=403)
        return view(request, *args, **kwargs)

    return guarded
