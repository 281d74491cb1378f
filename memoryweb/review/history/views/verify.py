"""Verifying that nobody changed the person's history past memoryweb."""

from typing import Any

from django.db import OperationalError, transaction
from django.http import HttpResponse
from django.shortcuts import render
from psycopg.errors import QueryCanceled

from memoryweb.memories.history import verification
from memoryweb.memories.history.verification import Verification
from memoryweb.memories.models import Memory
from memoryweb.review.http import PersonRequest, signed_in


@signed_in
def verify(request: PersonRequest) -> HttpResponse:
    """Show the form. A POST verifies the whole history, and whether it still has a fingerprint that was noted."""
    if request.method != "POST":
        return render(request, "history/verify.html")
    noted = request.POST.get("noted", "").strip().lower()
    is_fingerprint = not noted or verification.is_fingerprint(noted)
    context = _verify(request, noted) if is_fingerprint else {"is_malformed": True}
    template = "history/_verified.html" if request.htmx else "history/verify.html"
    return render(request, template, context, status=200 if is_fingerprint else 422)


def _verify(request: PersonRequest, noted: str) -> dict[str, Any]:
    result = _verify_in_time(request)
    about = result.memory_id if result else None
    memory = Memory.objects.of(request.user).filter(pk=about).first() if about else None
    position = verification.position_of(request.user.pk, noted) if noted else None
    return {"result": result, "memory": memory, "noted": noted, "position": position}


def _verify_in_time(request: PersonRequest) -> Verification | None:
    """Return the result, or None if the history is too long for the time that the database gives a page."""
    try:
        with transaction.atomic():
            return verification.verify(request.user.pk)
    except OperationalError as error:
        if not isinstance(error.__cause__, QueryCanceled):
            raise
        return None
