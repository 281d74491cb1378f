"""Receipts of what was erased, and a search that shows nothing of it is left."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from memoryweb.memories import erasure as erasing
from memoryweb.memories.models import Erasure
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.rules import limits

AT_ONCE = 100


@require_GET
@signed_in
def erasures(request: PersonRequest) -> HttpResponse:
    return render(request, "review/erasures.html", {"erasures": Erasure.objects.filter(person=request.user)[:AT_ONCE]})


@signed_in
def erasure(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show the receipt. A POST searches everywhere for a text, which is kept in no URL, log or session."""
    receipt = get_own_or_404(request, Erasure, pk)
    text = request.POST.get("text", "").strip()[: limits.ERASE_TEXT_MAX]
    hits = sum(erasing.search(text).values()) if text else None
    return render(request, "review/erasure.html", {"erasure": receipt, "hits": hits, "text": text})
