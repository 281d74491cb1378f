"""Operations, for staff: whether everything runs, what is stored, which pages were slow, and what to do."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from redis.exceptions import RedisError

from memoryweb.review import slow_pages
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.staff import server_state
from memoryweb.review.staff.staff_pages import staff_only


@require_GET
@signed_in
@staff_only
def operations(request: PersonRequest) -> HttpResponse:
    groups = server_state.groups()
    try:
        slow = slow_pages.newest()
    except RedisError:
        slow = None  # the broker is down, which the groups say
    problems = sum(bool(fact.problem) for group in groups for fact in group.facts)
    context = {"groups": groups, "problems": problems, "slow": slow}
    return render(request, "staff/operations.html", context)
