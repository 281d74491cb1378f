"""Staff access to this person's account: time, person and action."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from memoryweb.people.models import StaffAccess
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.paging import paginate

SIZE = 50


@require_GET
@signed_in
def staff_access(request: PersonRequest) -> HttpResponse:
    rows = StaffAccess.objects.filter(person=request.user).select_related("by")
    page = paginate(rows, request.GET.get("after", ""), by="at", size=SIZE)
    return render(request, "settings/staff_access.html", {"page": page, "is_first": "after" not in request.GET})
