"""The weekly letter, as a page: each thing in it with what can be done about it."""

from datetime import date, timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.learning import digest_mail
from memoryweb.learning import weekly_digest as letters
from memoryweb.review.http import PersonRequest, signed_in

FIRST = date(2020, 1, 6)  # a Monday; nobody has an older one


@require_GET
@signed_in
def letter(request: PersonRequest) -> HttpResponse:
    """This week so far, or the week of ?week=YYYY-MM-DD."""
    zone = request.memory_settings.zone
    this = letters.monday_of(timezone.localdate(timezone.now(), zone))
    monday = min(this, _asked(request.GET.get("week", ""), this))
    return render(
        request,
        "review/letter.html",
        {
            "letter": letters.build_digest(request.user, monday, zone),
            "earlier": monday - timedelta(days=7) if monday > FIRST else None,
            "later": monday + timedelta(days=7) if monday < this else None,
            "is_this_week": monday == this,
            "by_mail": digest_mail.is_configured(),
        },
    )


def _asked(text: str, this: date) -> date:
    try:
        return max(FIRST, letters.monday_of(date.fromisoformat(text)))
    except ValueError:
        return this
