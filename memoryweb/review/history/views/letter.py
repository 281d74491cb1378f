"""The weekly letter as a page, with a button for each thing in it."""

from datetime import date, timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.learning import digest_mail, weekly_digest
from memoryweb.memories.actions import rivals
from memoryweb.review.history import week_chart
from memoryweb.review.http import PersonRequest, signed_in

NEWEST = 8  # letters in the list of earlier ones
FIRST = date(2020, 1, 6)  # a Monday before memoryweb existed


@require_GET
@signed_in
def letter(request: PersonRequest) -> HttpResponse:
    """Show this week so far, or the week of ?week=YYYY-MM-DD."""
    zone = request.memory_settings.zone
    this_week = weekly_digest.monday_of(timezone.localdate(timezone.now(), zone))
    monday = min(this_week, _monday_from_text(request.GET.get("week", ""), this_week))
    digest = weekly_digest.build_digest(request.user, monday, zone)
    rivals.read_ended(digest.memories)
    return render(
        request,
        "history/letter.html",
        {
            "letter": digest,
            "earlier": monday - timedelta(days=7) if monday > FIRST else None,
            "later": monday + timedelta(days=7) if monday < this_week else None,
            "week": week_chart.draw(monday, digest.recalls_by_day),
            "weeks": [(each, each + timedelta(days=6)) for each in _newest_mondays(this_week)],
            "is_this_week": monday == this_week,
            "by_mail": digest_mail.is_configured(),
        },
    )


def _newest_mondays(this_week: date) -> list[date]:
    return [this_week - timedelta(days=7 * n) for n in range(1, NEWEST + 1)]


def _monday_from_text(text: str, this_week: date) -> date:
    """Return the Monday of the URL's week, else this week's."""
    try:
        return max(FIRST, weekly_digest.monday_of(date.fromisoformat(text)))
    except ValueError:
        return this_week
