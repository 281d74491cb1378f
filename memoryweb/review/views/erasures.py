"""Receipts of what was erased, and the box that looks for what is left: nothing."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from memoryweb.memories import erasure as forgetting
from memoryweb.memories.models import Erasure
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.rules import limits

AT_ONCE = 100


@require_GET
@signed_in
def erasures(request: PersonRequest) -> HttpResponse:
    return render(request, "review/erasures.html", {"erasures": Erasure.objects.filter(person=request.user)[:AT_ONCE]})


@signed_in
def erasure(request: PersonRequest, pk: UUID) -> HttpResponse:
    """A POST looks for a text everywhere at once; the text is in no URL, log or session."""
    receipt = get_object_or_404(Erasure.objects.filter(person=request.user), pk=pk)
    text = request.POST.get("text", "").strip()[: limits.ERASE_TEXT_MAX]
    hits = sum(forgetting.search(text).values()) if text else None
    return render(request, "review/erasure.html", {"erasure": receipt, "hits": hits, "text": text})
