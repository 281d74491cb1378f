"""The first minutes: the example month."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.demo import load
from memoryweb.review import facets, notices
from memoryweb.review.http import PersonRequest, signed_in


@require_POST
@signed_in
def load_example(request: PersonRequest) -> HttpResponse:
    """Load an example month into an account that is still empty."""
    if not facets.totals(request.user).empty:
        notices.leave(request, _("There are memories here already, so the example was not loaded."), warning=True)
        return redirect("review:review")
    load.load(request.user, now=timezone.now())
    notices.leave(request, _("The example month is loaded. Erase what you do not want to keep."))
    return redirect("review:review")
